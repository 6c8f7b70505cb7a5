package io.echomq.jms.client;

import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/**
 * How one message is sent (§7.8).
 *
 * @param deliveryMode {@link DeliveryMode#PERSISTENT} or {@link DeliveryMode#NON_PERSISTENT}
 * @param priority 0 to 9
 * @param timeToLive ms; 0 for ever
 * @param deliveryDelay ms; 0 at once
 */
record SendTerms(int deliveryMode, int priority, long timeToLive, long deliveryDelay) {
  static final SendTerms DEFAULT =
      new SendTerms(
          Message.DEFAULT_DELIVERY_MODE,
          Message.DEFAULT_PRIORITY,
          Message.DEFAULT_TIME_TO_LIVE,
          Message.DEFAULT_DELIVERY_DELAY);

  SendTerms withDeliveryMode(int mode) throws JMSException {
    if (mode != DeliveryMode.PERSISTENT && mode != DeliveryMode.NON_PERSISTENT) {
      throw refused("delivery mode " + mode + ": use PERSISTENT (2) or NON_PERSISTENT (1)");
    }
    return new SendTerms(mode, priority, timeToLive, deliveryDelay);
  }

  SendTerms withPriority(int wanted) throws JMSException {
    if (wanted < 0 || wanted > 9) {
      throw refused("priority " + wanted + ": use 0 to 9");
    }
    return new SendTerms(deliveryMode, wanted, timeToLive, deliveryDelay);
  }

  SendTerms withTimeToLive(long millis) throws JMSException {
    if (millis < 0) {
      throw refused("time to live " + millis + " ms: use 0 (for ever) or more");
    }
    return new SendTerms(deliveryMode, priority, millis, deliveryDelay);
  }

  SendTerms withDeliveryDelay(long millis) throws JMSException {
    if (millis < 0) {
      throw refused("delivery delay " + millis + " ms: use 0 (at once) or more");
    }
    return new SendTerms(deliveryMode, priority, timeToLive, millis);
  }

  private static JMSException refused(String text) {
    return new JMSException(text, "EMQ-SEND-TERMS");
  }
}
