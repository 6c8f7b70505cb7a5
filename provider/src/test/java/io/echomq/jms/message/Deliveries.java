package io.echomq.jms.message;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.MessageData;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/** Messages as a consumer gets them, without a broker. */
final class Deliveries {
  private static final Address QUEUE = new Address(Address.Domain.QUEUE, "orders", "");

  private Deliveries() {}

  static Delivery of(Message message, int count) throws JMSException {
    return of(((EmqMessage) message).toData(), count);
  }

  static Delivery of(MessageData data, int count) {
    return new Delivery(new LeaseToken(QUEUE, "", "JOB0STF4r0SSpz", count), data, count, 0);
  }

  /** The message as it is received the first time. */
  @SuppressWarnings("unchecked")
  static <M extends Message> M received(MessageFactory factory, M message) throws JMSException {
    return (M) factory.fromDelivery(of(message, 1), () -> {});
  }
}
