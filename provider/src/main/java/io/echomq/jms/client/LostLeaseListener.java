package io.echomq.jms.client;

/**
 * Hears of messages whose lease was lost while this client held them, where no call of the
 * application could throw: it had been cut off from the server for longer than the lease, and the
 * message was or will be delivered to somebody else too.
 */
@FunctionalInterface
public interface LostLeaseListener {

  /**
   * Called on an internal thread; must not block.
   *
   * @param destination the bare name of the queue or topic
   * @param messageId {@code JMSMessageID} of the message
   */
  void leaseLost(String destination, String messageId);
}
