package io.echomq.jms.topics;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.Topic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/** A selector that finds little skips many records in few calls. */
@WithServer
@Timeout(180)
class SelectiveReadsIT {
  private static final int OTHERS = 5_000;
  private static final int MATCHES = 300;
  private static final String SELECTOR = "wanted = TRUE";
  private static final String NAME = "picky";
  private static final long SOON = 60_000;

  private final EchoMQConnectionFactory factory;
  private final TestServer server;
  private final JMSContext context;

  SelectiveReadsIT(TestServer server) {
    this.server = server;
    factory = new EchoMQConnectionFactory(server.uri());
    context = factory.createContext();
    context.setClientID("desk");
  }

  @AfterEach
  void close() {
    context.close();
  }

  private JMSConsumer open(String kind, Topic topic) {
    return switch (kind) {
      case "plain" -> context.createConsumer(topic, SELECTOR);
      case "shared" -> context.createSharedConsumer(topic, NAME, SELECTOR);
      case "durable" -> context.createDurableConsumer(topic, NAME, SELECTOR, false);
      default -> context.createSharedDurableConsumer(topic, NAME, SELECTOR);
    };
  }

  /** So many that are not wanted, then so many that are. */
  private void publish(String topic) {
    try (JMSContext bulk = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
      JMSProducer producer = bulk.createProducer();
      Topic to = bulk.createTopic(topic);
      for (int i = 0; i < OTHERS; i++) {
        producer.send(to, "no " + i);
      }
      bulk.commit();
      producer.setProperty("wanted", true);
      for (int i = 0; i < MATCHES; i++) {
        producer.send(to, "yes " + i);
      }
      bulk.commit();
    }
  }

  private long reads() {
    try (Jedis jedis = server.jedis()) {
      return jedis
          .info("commandstats")
          .lines()
          .filter(line -> line.matches("cmdstat_(xread|xreadgroup|xrange):.*"))
          .mapToLong(line -> Long.parseLong(line.replaceAll(".*:calls=(\\d+),.*", "$1")))
          .sum();
    }
  }

  private static void assertNext(JMSConsumer consumer, String text) throws JMSException {
    Message message = consumer.receive(SOON);
    assertNotNull(message, "no message where '" + text + "' was due");
    assertEquals(text, message.getBody(String.class));
    assertEquals(1, message.getIntProperty("JMSXDeliveryCount"), text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "shared", "durable", "shared durable"})
  void aMatchBehindThousandsOfOthersCostsFewReads(String kind) throws JMSException {
    String topic = "rare-" + kind.replace(' ', '-');
    publish(topic);
    try (JMSConsumer consumer = open(kind, context.createTopic(topic + "?from=beginning"))) {
      long before = reads();

      assertNext(consumer, "yes 0");

      long cost = reads() - before;
      assertTrue(cost <= 100, cost + " reads for " + OTHERS + " records");
      for (int i = 1; i < MATCHES; i++) {
        assertNext(consumer, "yes " + i);
      }
      assertNull(consumer.receiveNoWait());
    }
  }

  @Test
  void whatWasReadTogetherWithTheFirstMatchIsNotHoardedFromTheOthers() throws JMSException {
    publish("hoarded");
    Topic topic = context.createTopic("hoarded?from=beginning");
    try (JMSContext other = factory.createContext();
        JMSContext third = factory.createContext()) {
      // A name without a client's id is everybody's.
      JMSConsumer one = other.createSharedConsumer(topic, NAME, SELECTOR);
      JMSConsumer two = third.createSharedConsumer(topic, NAME, SELECTOR);

      assertNext(one, "yes 0");

      assertNext(two, "yes 1");
      assertNext(one, "yes 2");
    }
  }

  @Test
  void whatIsSkippedIsAcknowledgedWhateverTheReason() throws JMSException {
    Topic topic = context.createTopic("skipped");
    try (JMSContext other = factory.createContext();
        Jedis jedis = server.jedis();
        JMSConsumer consumer = context.createDurableConsumer(topic, NAME, SELECTOR, true)) {
      assertNull(consumer.receiveNoWait());
      context.createProducer().setProperty("wanted", true).send(topic, "own");
      other.createProducer().send(topic, "not wanted");
      Message mortal = other.createTextMessage("expired");
      other.createProducer().setProperty("wanted", true).setTimeToLive(1).send(topic, mortal);
      await().until(() -> System.currentTimeMillis() > mortal.getJMSExpiration());
      other.createProducer().setProperty("wanted", true).send(topic, "yes");

      assertNext(consumer, "yes");

      String stream = "emq:{skipped}:stream:events";
      String group = jedis.xinfoGroups(stream).get(0).getName();
      await().until(() -> jedis.xpending(stream, group).getTotal() == 0);
      assertEquals(
          jedis.xrevrange(stream, "+", "-", 1).get(0).getID(),
          jedis.xinfoGroups(stream).get(0).getLastDeliveredId());
    }
  }
}
