package io.echomq.jms.limits;

import io.echomq.jms.EchoMQConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A program that passes 100,000 messages of 300 characters through one queue and prints how many
 * threads it started meanwhile and how many of ours are left after close. Its argument is a URI.
 */
final class HundredThousand {
  private static final int MESSAGES = 100_000;

  private HundredThousand() {}

  public static void main(String[] args) throws JMSException, InterruptedException {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    CountDownLatch left = new CountDownLatch(MESSAGES);
    long before;
    try (Connection connection = new EchoMQConnectionFactory(args[0]).createConnection()) {
      Session receiving = connection.createSession(Session.AUTO_ACKNOWLEDGE);
      Queue queue = receiving.createQueue("hundred-thousand");
      receiving.createConsumer(queue).setMessageListener(message -> left.countDown());
      Session sending = connection.createSession(Session.AUTO_ACKNOWLEDGE);
      MessageProducer producer = sending.createProducer(queue);
      producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
      producer.send(sending.createTextMessage("first"));
      connection.start();
      before = threads.getTotalStartedThreadCount();
      String body = "x".repeat(300);
      for (int i = 1; i < MESSAGES; i++) {
        producer.send(sending.createTextMessage(body));
      }
      if (!left.await(2, TimeUnit.MINUTES)) {
        System.out.println(left.getCount() + " messages did not come");
        System.exit(1);
      }
    }
    System.out.println("started " + (threads.getTotalStartedThreadCount() - before));
    System.out.println("left " + leftAfterAMoment());
  }

  /** Close waits for its threads, and not for ever: on a busy machine the last ends after it. */
  private static long leftAfterAMoment() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (ours() > 0 && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    return ours();
  }

  private static long ours() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("emq-"))
        .count();
  }
}
