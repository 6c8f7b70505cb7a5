package io.echomq.jms.delivery;

/**
 * One held lease.
 *
 * <p>Threads: the consumer's thread marks it handed and settling, the housekeeper moves all else;
 * each field has one writer at a time.
 */
final class Lease {
  /** Server ms at which it ends unless extended. */
  volatile long until;

  /** True once the application has the message. */
  volatile boolean handed;

  /** True while a call that settles it is awaited. */
  volatile boolean settling;

  /**
   * Server ms at which an extension was first answered with "lost"; 0 never. A loss is believed a
   * little later: a settlement that is on its way takes the row away as well.
   */
  volatile long doubtedAt;

  volatile boolean lost;

  /** {@code JMSMessageID}, for those who are told of a loss. */
  final String messageId;

  Lease(long until, String messageId) {
    this.until = until;
    this.messageId = messageId;
  }
}
