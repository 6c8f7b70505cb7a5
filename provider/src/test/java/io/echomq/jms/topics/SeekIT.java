package io.echomq.jms.topics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.EchoMQAdmin;
import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.jms.wire.SubscriptionSpec.Kind;
import io.echomq.jms.wire.SubscriptionStat;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;

/** Durable subscriptions are looked at and moved by the administration. */
@WithServer
@Timeout(180)
class SeekIT {
  private static final String CLIENT = "desk: 1";
  private static final String NAME = "päper/trail";
  private static final long SOON = 60_000;

  private final EchoMQConnectionFactory factory;
  private final TestServer server;
  private EchoMQAdmin admin;
  private JMSContext context;
  private Topic topic;

  SeekIT(TestServer server) {
    this.server = server;
    factory = new EchoMQConnectionFactory(server.uri());
  }

  @BeforeEach
  void subscribe() throws JMSException {
    admin = factory.createAdmin();
    context = factory.createContext(JMSContext.CLIENT_ACKNOWLEDGE);
    context.setClientID(CLIENT);
    topic = context.createTopic("prices");
    context.createDurableConsumer(topic, NAME).close();
    context.createProducer().send(topic, "1").send(topic, "2").send(topic, "3");
    assertEquals(List.of("1", "2", "3"), all());
  }

  @AfterEach
  void close() {
    context.close();
    admin.close();
  }

  /** Receives all there is, acknowledges it, and closes the consumer. */
  private List<String> all() throws JMSException {
    List<String> texts = new ArrayList<>();
    try (JMSConsumer consumer = context.createDurableConsumer(topic, NAME)) {
      for (Message next = consumer.receiveNoWait(); next != null; next = consumer.receiveNoWait()) {
        assertEquals(1, next.getIntProperty("JMSXDeliveryCount"));
        texts.add(next.getBody(String.class));
        next.acknowledge();
      }
    }
    return texts;
  }

  private List<StreamEntryID> positions() {
    try (Jedis jedis = server.jedis()) {
      return jedis.xrange("emq:{prices}:stream:events", "-", "+").stream()
          .map(entry -> entry.getID())
          .toList();
    }
  }

  @Test
  void manySubscriptionsOfATopicAreListedWithOneQuestionForAllTheirGroups() throws JMSException {
    for (int i = 0; i < 40; i++) {
      context.createDurableConsumer(topic, "more " + i).close();
    }
    try (Jedis jedis = server.jedis()) {
      jedis.configResetStat();
      assertEquals(41, admin.subscriptions().size());
      long asked =
          jedis
              .info("commandstats")
              .lines()
              .filter(line -> line.startsWith("cmdstat_xinfo"))
              .mapToLong(line -> Long.parseLong(line.replaceAll(".*:calls=(\\d+),.*", "$1")))
              .sum();
      // Beats may ask too, but not as often as there are subscriptions.
      assertTrue(asked >= 1 && asked <= 10, "asked " + asked + " times");
    }
  }

  @Test
  void toTheBeginningAndToTheEndAndOnFromThere() throws JMSException {
    admin.seek(CLIENT, NAME, "beginning");
    assertEquals(List.of("1", "2", "3"), all());
    admin.seek(CLIENT, NAME, "beginning");
    admin.seek(CLIENT, NAME, "now");
    assertEquals(List.of(), all());
    context.createProducer().send(topic, "4");
    assertEquals(List.of("4"), all());
  }

  @Test
  void toAnInstantToATimeBeforeNowAndToARecord() throws JMSException {
    Instant second = Instant.ofEpochMilli(positions().get(1).getTime());
    admin.seek(CLIENT, NAME, second);
    List<String> since = all();
    // What was sent in the same millisecond belongs to it.
    assertEquals(List.of("2", "3"), since.subList(since.size() - 2, since.size()));

    admin.seekBack(CLIENT, NAME, Duration.ofMinutes(5));
    assertEquals(List.of("1", "2", "3"), all());

    try (Jedis jedis = server.jedis()) {
      String id =
          jedis.xrevrange("emq:{prices}:stream:events", "+", "-", 1).get(0).getFields().get("id");
      admin.seek(CLIENT, NAME, id);
    }
    assertEquals(List.of("3"), all());
  }

  @Test
  void whatWasDelayedAndSentBeforeItExistedIsPartOfTheHistory() throws JMSException {
    try (JMSContext early = factory.createContext()) {
      Topic news = early.createTopic("news");
      early.createProducer().setDeliveryDelay(200).send(news, "delayed");
      early.createSharedDurableConsumer(news, "late").close();
      try (JMSConsumer reader = early.createConsumer(early.createTopic("news?from=beginning"))) {
        assertEquals("delayed", reader.receiveBody(String.class, SOON));
      }
      try (JMSConsumer late = early.createSharedDurableConsumer(news, "late")) {
        assertNull(late.receive(300), "it was sent before the subscription was made");
      }
      admin.seek(null, "late", "beginning");
      try (JMSConsumer late = early.createSharedDurableConsumer(news, "late")) {
        assertEquals("delayed", late.receiveBody(String.class, SOON));
      }
    }
  }

  private static void assertInUse(Executable change) {
    JMSException refused = assertThrows(JMSException.class, change);
    assertEquals("EMQ-SUBSCRIPTION-IN-USE", refused.getErrorCode());
  }

  @Test
  void refusedWhileItIsUsedAndUnknownOnesAndPlacesAreNamed() throws JMSException {
    context.createProducer().send(topic, "4");
    JMSConsumer consumer = context.createDurableConsumer(topic, NAME);
    assertInUse(() -> admin.seek(CLIENT, NAME, "beginning"));
    Message held = consumer.receive(SOON);
    consumer.close();
    assertInUse(() -> admin.seek(CLIENT, NAME, "beginning"));
    assertInUse(() -> admin.unsubscribe(CLIENT, NAME));
    held.acknowledge();
    admin.seek(CLIENT, NAME, "beginning");
    assertEquals(List.of("1", "2", "3", "4"), all());

    assertThrows(
        InvalidDestinationException.class, () -> admin.seek(CLIENT, "nobody", "beginning"));
    assertThrows(InvalidDestinationException.class, () -> admin.seek(null, NAME, "beginning"));
    assertThrows(InvalidDestinationException.class, () -> admin.seek(CLIENT, NAME, "yesterday"));
  }

  @Test
  void listedWithHowFarTheyHaveCome() throws JMSException {
    context.createProducer().send(topic, "4").send(topic, "5");
    try (JMSConsumer consumer = context.createDurableConsumer(topic, NAME, "a = 1 OR TRUE", false);
        JMSContext other = factory.createContext();
        JMSConsumer ignored = other.createSharedConsumer(topic, "group")) {
      context.createProducer().send(topic, "6").send(topic, "7");
      Message held = consumer.receive(SOON);
      assertEquals("6", held.getBody(String.class));
      List<SubscriptionStat> all = admin.subscriptions();

      assertEquals(List.of("group", NAME), all.stream().map(SubscriptionStat::name).toList());
      SubscriptionStat mine = all.get(1);
      assertEquals("prices", mine.topic());
      assertEquals(CLIENT, mine.clientId());
      assertEquals(Kind.DURABLE, mine.kind());
      assertEquals("a = 1 OR TRUE", mine.selector());
      assertEquals(1, mine.consumers());
      assertEquals(1, mine.pending());
      assertEquals(Kind.SHARED, all.get(0).kind());
      assertNull(all.get(0).clientId());
      held.acknowledge();
    }
    admin.unsubscribe(CLIENT, NAME);
    assertEquals(List.of(), admin.subscriptions());
  }
}
