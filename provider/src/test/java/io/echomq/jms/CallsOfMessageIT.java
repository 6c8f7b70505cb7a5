package io.echomq.jms;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.PrivateServer;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/**
 * What the rows of the benchmark ask of the server for a message. Where it is not one number, the
 * bound leaves room for beats and for threads that are held up, and none for one more call each.
 */
@Timeout(180)
class CallsOfMessageIT {
  private static final int COUNT = 200;

  private final PrivateServer server = PrivateServer.start();
  private final Jedis jedis = server.jedis();
  private long begun;

  @AfterEach
  void close() {
    jedis.close();
    server.close();
  }

  @Test
  void aMessageSentAndReceivedIsThreeScriptCalls() throws JMSException {
    try (JMSContext context = context("", JMSContext.AUTO_ACKNOWLEDGE)) {
      Queue queue = context.createQueue("orders");
      JMSConsumer consumer = context.createConsumer(queue);
      JMSProducer producer = context.createProducer();
      for (int i = 0; i < COUNT + 50; i++) {
        if (i == 50) {
          reset();
        }
        producer.send(queue, "m");
        assertNotNull(consumer.receive(20_000));
      }
      atMost("evalsha", 3.4);
      assertTrue(calls("evalsha") >= 2 * COUNT, "a send and a fetch each");
    }
  }

  @Test
  void aMessageHeardOfIsOneAcknowledgementAtMostAndNextToNoFetch() throws JMSException {
    fill(5 * COUNT);
    AtomicInteger got = new AtomicInteger();
    try (JMSContext context = context("", JMSContext.AUTO_ACKNOWLEDGE)) {
      reset();
      context
          .createConsumer(context.createQueue("orders"))
          .setMessageListener(message -> got.incrementAndGet());
      await().atMost(Duration.ofSeconds(20)).until(() -> got.get() == 5 * COUNT);
      await().atMost(Duration.ofSeconds(20)).until(() -> jedis.zcard("emq:{orders}:active") == 0);
      atMost("evalsha", 5.5);
    }
  }

  @Test
  void tenTransactionsThatReceiveAHundredAreTenCommitsAndFewFetches() throws JMSException {
    fill(1000);
    try (JMSContext context = context("", JMSContext.SESSION_TRANSACTED)) {
      JMSConsumer consumer = context.createConsumer(context.createQueue("orders"));
      reset();
      for (int i = 1; i <= 1000; i++) {
        assertNotNull(consumer.receive(20_000));
        if (i % 100 == 0) {
          context.commit();
        }
      }
      assertEquals(0, jedis.zcard("emq:{orders}:active") + jedis.zcard("emq:{orders}:pending"));
      atMost("evalsha", 0.3);
    }
  }

  @Test
  void aPublishIsOneScriptCallAndOneReadForFourSubscribers() throws JMSException {
    try (JMSContext context = context("", JMSContext.AUTO_ACKNOWLEDGE)) {
      Topic topic = context.createTopic("prices");
      List<JMSConsumer> consumers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        consumers.add(context.createConsumer(topic));
      }
      publish(context, topic, consumers);
      atMost("evalsha", 1.4);
      atMost("xread", 1.4);
    }
  }

  @Test
  void aPublishToOneDurableSubscriptionIsOneReadAndTwoScriptCalls() throws JMSException {
    try (JMSContext context = context("?clientId=teller", JMSContext.AUTO_ACKNOWLEDGE)) {
      Topic topic = context.createTopic("prices");
      publish(context, topic, List.of(context.createDurableConsumer(topic, "audit")));
      atMost("evalsha", 2.4);
      atMost("xreadgroup", 1.4);
    }
  }

  /** Each message is everywhere before the next is sent; the first fifty do not count. */
  private void publish(JMSContext context, Topic topic, List<JMSConsumer> consumers) {
    JMSProducer producer = context.createProducer();
    for (int i = 0; i < COUNT + 50; i++) {
      if (i == 50) {
        reset();
      }
      producer.send(topic, "m");
      for (JMSConsumer consumer : consumers) {
        assertNotNull(consumer.receive(20_000));
      }
    }
  }

  private void reset() {
    begun = System.nanoTime();
    jedis.configResetStat();
  }

  private void atMost(String command, double each) {
    long calls = calls(command);
    // The slower the machine, the more often consumers and links beat meanwhile.
    long beats = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun) / 250;
    assertTrue(
        calls <= each * COUNT + 4 * beats,
        () -> "%s: %d of %d, beats: %d".formatted(command, calls, COUNT, beats));
  }

  private void fill(int count) throws JMSException {
    try (JMSContext context = context("", JMSContext.SESSION_TRANSACTED)) {
      JMSProducer producer = context.createProducer();
      for (int i = 0; i < count; i++) {
        producer.send(context.createQueue("orders"), "m");
      }
      context.commit();
    }
  }

  private JMSContext context(String query, int mode) throws JMSException {
    return new EchoMQConnectionFactory(server.uri() + query).createContext(mode);
  }

  private long calls(String command) {
    return CommandCounts.calls(jedis, command);
  }
}
