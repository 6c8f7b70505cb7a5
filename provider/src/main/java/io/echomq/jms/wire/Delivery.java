package io.echomq.jms.wire;

/**
 * A leased message, as it was fetched.
 *
 * @param token the lease
 * @param message the message; for jobs of other runtimes made from their payload
 * @param count {@code JMSXDeliveryCount}: 1 the first time; redelivered when above 1
 * @param leasedUntil server ms at which the lease ends unless it is extended
 */
public record Delivery(LeaseToken token, MessageData message, int count, long leasedUntil) {
  public boolean redelivered() {
    return count > 1;
  }

  /**
   * {@code JMSMessageID}: what its sender calls it, which the token's id is not where a topic's
   * position, or the id under which it had to be stored, is another.
   */
  public String messageId() {
    String id = message.header().messageId();
    return id == null ? "ID:" + token.id() : id;
  }
}
