package io.echomq.jms.topics;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.resps.StreamEntry;

/** Time travel as a program asks for it: by the options of a topic's name. */
@WithServer
@Timeout(180)
class ReplayIT {
  private static final String STREAM = "emq:{prices}:stream:events";
  private static final long SOON = 60_000;

  private final TestServer server;
  private JMSContext context;
  private JMSProducer producer;
  private Topic prices;

  /** The server's times between the two first, and between the two last of four messages. */
  private Instant afterFirst;

  private Instant beforeLast;

  ReplayIT(TestServer server) {
    this.server = server;
  }

  @BeforeEach
  void history() {
    context = new EchoMQConnectionFactory(server.uri("clientId=desk")).createContext();
    prices = context.createTopic("prices");
    producer = context.createProducer();
    producer.send(prices, "1");
    afterFirst = nextMillisecond();
    producer.send(prices, "2").send(prices, "3");
    beforeLast = nextMillisecond();
    producer.send(prices, "4");
  }

  @AfterEach
  void close() {
    context.close();
  }

  /** A millisecond of the server in which nothing was or will be sent. */
  private Instant nextMillisecond() {
    Instant quiet = now().plusMillis(1);
    await().until(() -> now().isAfter(quiet));
    return quiet;
  }

  private Instant now() {
    try (Jedis jedis = server.jedis()) {
      List<String> time = jedis.time();
      return Instant.ofEpochSecond(Long.parseLong(time.get(0)))
          .plusMillis(Long.parseLong(time.get(1)) / 1000);
    }
  }

  private static List<String> take(JMSConsumer consumer, int count) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      texts.add(consumer.receiveBody(String.class, SOON));
    }
    return texts;
  }

  /** All of these come, in this order, then what is sent now, and nothing else. */
  private void assertReplays(String options, String... history) {
    try (JMSConsumer consumer = context.createConsumer(context.createTopic("prices?" + options))) {
      producer.send(prices, "live");
      List<String> expected = new ArrayList<>(List.of(history));
      expected.add("live");
      assertEquals(expected, take(consumer, expected.size()));
      assertNull(consumer.receiveNoWait());
    }
  }

  @Test
  void fromAnInstantOnAndOverIntoWhatIsLive() {
    assertReplays("from=" + afterFirst, "2", "3", "4");
  }

  @Test
  void fromADurationAgoOn() {
    assertReplays("from=-1h", "1", "2", "3", "4");
  }

  @Test
  void fromTheBeginningOn() {
    assertReplays("from=beginning", "1", "2", "3", "4");
  }

  @Test
  void fromARecordOnItselfIncluded() {
    String id;
    try (Jedis jedis = server.jedis()) {
      StreamEntry third = jedis.xrange(STREAM, "-", "+").get(2);
      id = third.getFields().get("id");
    }
    assertReplays("from=" + id, "3", "4");
  }

  @Test
  void fromTheLastFewOn() {
    assertReplays("last=2", "3", "4");
  }

  @Test
  void theLastOfMoreThanThereAreAreAll() {
    assertReplays("last=100", "1", "2", "3", "4");
  }

  @Test
  void nothingOfTheHistoryWithoutAnOptionOrFromNowOn() {
    assertReplays("from=now");
    try (JMSConsumer consumer = context.createConsumer(prices)) {
      assertNull(consumer.receiveNoWait());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"from=beginning&until=%s", "from=-1h&until=%s", "last=100&until=%s"})
  void aWindowEndsAtItsTimeAndNothingComesAfterIt(String options) {
    Topic window = context.createTopic("prices?" + options.formatted(beforeLast));
    try (JMSConsumer consumer = context.createConsumer(window)) {
      assertEquals(List.of("1", "2", "3"), take(consumer, 3));
      producer.send(prices, "live");
      assertNull(consumer.receive(300));
    }
  }

  @Test
  void aSelectorHoldsInTheHistoryToo() {
    producer.setProperty("n", 7).send(prices, "seven");
    Topic all = context.createTopic("prices?from=beginning");
    try (JMSConsumer consumer = context.createConsumer(all, "n = 7")) {
      assertEquals("seven", consumer.receiveBody(String.class, SOON));
      assertNull(consumer.receiveNoWait());
    }
  }

  @Test
  void aSubscriptionThatIsNamedBeginsThereWhenItIsCreatedAndNeverAgain() {
    Topic last = context.createTopic("prices?last=2");
    try (JMSConsumer durable = context.createDurableConsumer(last, "trail");
        JMSConsumer shared = context.createSharedConsumer(last, "team");
        JMSConsumer joined = context.createSharedConsumer(last, "team")) {
      assertEquals(List.of("3", "4"), take(durable, 2));
      assertEquals(List.of("3", "4"), take(shared, 2));
      assertNull(joined.receiveNoWait());
    }
    try (JMSConsumer again = context.createDurableConsumer(last, "trail")) {
      assertNull(again.receiveNoWait());
      producer.send(prices, "5");
      assertEquals("5", again.receiveBody(String.class, SOON));
    }
  }

  @Test
  void theDestinationOfAReplayedMessageIsTheBareTopic() throws JMSException {
    try (JMSConsumer consumer =
        context.createConsumer(context.createTopic("prices?from=beginning"))) {
      assertEquals(prices, consumer.receive(SOON).getJMSDestination());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"from=yesterday", "last=-1", "from=now&last=3", "until=sometime"})
  void whatIsNoPlaceIsRefusedByName(String options) {
    InvalidDestinationRuntimeException refused =
        assertThrows(
            InvalidDestinationRuntimeException.class,
            () -> context.createConsumer(context.createTopic("prices?" + options)));
    String option = options.substring(0, options.indexOf('='));
    assertEquals(true, refused.getMessage().contains(option), refused.getMessage());
  }
}
