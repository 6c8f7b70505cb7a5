package io.echomq.jms.examples.quickstart;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Queue;
import java.io.IOException;
import java.util.concurrent.Callable;

/** Sends every line as one text message. Threads: runs on one thread, with its own context. */
final class OrderSender implements Callable<Void> {
  private final JMSContext context;
  private final Queue queue;
  private final OrderLines lines;
  private final String run;
  private final Tally tally;

  OrderSender(JMSContext context, Queue queue, OrderLines lines, String run, Tally tally) {
    this.context = context;
    this.queue = queue;
    this.lines = lines;
    this.run = run;
    this.tally = tally;
  }

  @Override
  public Void call() throws IOException {
    JMSProducer producer = context.createProducer();
    producer.setProperty(OrderProperties.RUN, run);
    int number = 0;
    for (String line = lines.next(); line != null; line = lines.next()) {
      number++;
      producer.setProperty(OrderProperties.LINE, number);
      tally.sent(number, Order.isWellFormed(line));
      producer.send(queue, line);
    }
    tally.allSent();
    return null;
  }
}
