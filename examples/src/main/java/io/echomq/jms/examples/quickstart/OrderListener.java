package io.echomq.jms.examples.quickstart;

import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/**
 * Processes orders. One in fifty fails the first time, as if a database had been away: the
 * exception brings it back. A line that is no order fails every time, until it is moved to the dead
 * letters.
 *
 * <p>Threads: called on the thread of its own session.
 */
final class OrderListener implements MessageListener {
  private final String run;
  private final Tally tally;

  OrderListener(String run, Tally tally) {
    this.run = run;
    this.tally = tally;
  }

  @Override
  public void onMessage(Message message) {
    try {
      if (run.equals(message.getStringProperty(OrderProperties.RUN))) {
        process(message);
      }
    } catch (JMSException e) {
      throw new JMSRuntimeException(e.getMessage(), e.getErrorCode(), e);
    }
  }

  private void process(Message message) throws JMSException {
    int line = message.getIntProperty(OrderProperties.LINE);
    int delivery = message.getIntProperty("JMSXDeliveryCount");
    if (delivery == 2) {
      tally.redelivered();
    }
    Order order = Order.parse(message.getBody(String.class));
    if (delivery == 1 && Tally.failsOnce(line)) {
      throw new IllegalStateException("order " + order.id() + ": the stock database is away");
    }
    long latency = System.currentTimeMillis() - message.getJMSTimestamp();
    tally.processed(line, order, latency);
  }
}
