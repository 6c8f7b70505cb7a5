package io.echomq.jms.ra;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import java.util.function.Supplier;

/**
 * A producer that goes with its context to the pooled connection which the container gives that at
 * the moment, and takes along what it was told. When the context is closed it is refused.
 *
 * <p>Threads: that of the context.
 */
final class RaProducer {
  private final Supplier<JMSContext> contexts;
  private JMSContext context;
  private JMSProducer producer;

  /**
   * @param contexts the one of the moment; throws when it is closed
   */
  RaProducer(Supplier<JMSContext> contexts) {
    this.contexts = contexts;
  }

  JMSProducer current() {
    JMSContext now = contexts.get();
    if (now != context) {
      JMSProducer made = now.createProducer();
      if (producer != null) {
        copy(producer, made);
      }
      producer = made;
      context = now;
    }
    return producer;
  }

  private static void copy(JMSProducer from, JMSProducer to) {
    to.setDeliveryDelay(from.getDeliveryDelay())
        .setDeliveryMode(from.getDeliveryMode())
        .setDisableMessageID(from.getDisableMessageID())
        .setDisableMessageTimestamp(from.getDisableMessageTimestamp())
        .setPriority(from.getPriority())
        .setTimeToLive(from.getTimeToLive())
        .setJMSReplyTo(from.getJMSReplyTo())
        .setJMSType(from.getJMSType())
        .setJMSCorrelationID(from.getJMSCorrelationID())
        .setJMSCorrelationIDAsBytes(from.getJMSCorrelationIDAsBytes());
    for (String name : from.getPropertyNames()) {
      to.setProperty(name, from.getObjectProperty(name));
    }
  }
}
