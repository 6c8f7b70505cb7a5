package io.echomq.jms;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Outcome;
import io.echomq.jms.wire.QueueStat;
import io.echomq.jms.wire.StoredMessage;
import io.echomq.jms.wire.StoredPage;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;

@WithServer
@Timeout(180)
class EchoMQAdminIT {
  private final TestServer server;
  private EchoMQConnectionFactory factory;
  private EchoMQAdmin admin;
  private JMSContext context;
  private Queue orders;

  EchoMQAdminIT(TestServer server) {
    this.server = server;
  }

  @BeforeEach
  void connect() throws JMSException {
    factory =
        new EchoMQConnectionFactory(server.uri("maxDeliveries=1&beat=50&lease=3s&nodeLease=6s"));
    admin = factory.createAdmin();
    context = factory.createContext();
    orders = context.createQueue("orders");
  }

  @AfterEach
  void close() {
    context.close();
    admin.close();
  }

  private String send(String text) throws JMSException {
    return send(text, "x", 4);
  }

  private String send(String text, String region, int priority) throws JMSException {
    Message message = context.createTextMessage(text);
    message.setStringProperty("region", region);
    context.createProducer().setPriority(priority).send(orders, message);
    return message.getJMSMessageID();
  }

  /** These are received in this order, and nothing else. */
  private void assertReceived(String queue, String... texts) {
    try (JMSConsumer consumer = context.createConsumer(context.createQueue(queue))) {
      for (String text : texts) {
        assertEquals(text, consumer.receiveBody(String.class, 20_000));
      }
      assertNull(consumer.receiveBody(String.class, 300));
    }
  }

  private void bury(String... texts) throws JMSException {
    for (String text : texts) {
      send(text, text, 4);
    }
    try (JMSContext failing = factory.createContext(JMSContext.SESSION_TRANSACTED);
        JMSConsumer consumer = failing.createConsumer(orders)) {
      for (String text : texts) {
        assertEquals(text, consumer.receiveBody(String.class, 20_000));
      }
      failing.rollback();
    }
    assertEquals(texts.length, admin.stat("orders").dead());
  }

  @Test
  void aQueueIsListedWithTheDepthOfEachSetItsAgeAndItsCounters() throws JMSException {
    send("a");
    send("b", "x", 9);
    context.createProducer().setDeliveryDelay(60_000).send(orders, "later");
    assertEquals(List.of("orders"), admin.queues());
    QueueStat stat = admin.stat("orders");
    assertEquals(
        List.of(2L, 0L, 1L, 0L),
        List.of(stat.pending(), stat.active(), stat.scheduled(), stat.dead()));
    assertTrue(stat.oldestMillis() >= 0 && stat.oldestMillis() < 30_000, stat.toString());
    assertTrue(stat.dueInMillis() > 30_000, stat.toString());
    assertTrue(stat.bytes() > 20, stat.toString());
    assertReceived("orders", "b", "a");
    await().untilAsserted(() -> assertEquals(2, admin.stat("orders").completed()));
    assertEquals(-1, admin.stat("orders").oldestMillis());
  }

  @Test
  void factsOfOurOwnAndTopicsAreNoQueues() throws JMSException {
    try (Jedis jedis = server.jedis()) {
      jedis.xadd(
          "emq:{prices}:stream:events", StreamEntryID.NEW_ENTRY, Map.of("id", "EVT0KHTOWnGLuC"));
      jedis.xadd(
          "emq:{prices}:stream:audit", StreamEntryID.NEW_ENTRY, Map.of("id", "EVT0KHTOWnGLuC"));
    }
    assertEquals(List.of(), admin.queues());
    assertEquals(List.of("prices", "prices/audit"), admin.topics());
  }

  @Test
  void browsingShowsMessagesWithTheirStateAndTakesNone() throws JMSException {
    String first = send("a", "EU", 4);
    send("b", "US", 4);
    send("c", "EU", 4);
    StoredPage page = admin.browse("orders", "region = 'EU'", null, 10);
    assertEquals(2, page.messages().size());
    StoredMessage message = page.messages().get(0);
    assertEquals(first, "ID:" + message.id());
    assertEquals("pending", message.state());
    assertEquals("EU", message.message().properties().get("region"));
    page = admin.browse("orders", null, null, 2);
    assertEquals(2, page.messages().size());
    assertEquals(1, admin.browse("orders", null, page.cursor(), 2).messages().size());
    assertReceived("orders", "a", "b", "c");
    assertTrue(admin.find("orders", first).isEmpty());
  }

  @Test
  void aPausedQueueServesNobodyUntilItIsResumed() throws JMSException {
    assertTrue(admin.pause("orders"));
    assertFalse(admin.pause("orders"));
    send("a");
    assertTrue(admin.stat("orders").paused());
    assertReceived("orders");
    assertTrue(admin.resume("orders"));
    assertFalse(admin.resume("orders"));
    assertReceived("orders", "a");
  }

  @Test
  void deadLettersComeBackInOrderAndCountAnew() throws JMSException {
    bury("a", "b", "c");
    StoredMessage dead = admin.browse("orders/dead", null, null, 10).messages().get(0);
    assertNotNull(dead.lastError());
    Outcome outcome = admin.redrive("orders", Choice.matching("region <> 'b'"));
    assertEquals(2, outcome.changed());
    try (JMSConsumer consumer = context.createConsumer(orders)) {
      Message message = consumer.receive(20_000);
      assertEquals("a", message.getBody(String.class));
      assertEquals(1, message.getIntProperty("JMSXDeliveryCount"));
      assertFalse(message.getJMSRedelivered());
      assertEquals("c", consumer.receiveBody(String.class, 20_000));
    }
    String left = admin.browse("orders/dead", null, null, 10).messages().get(0).id();
    assertEquals(1, admin.redrive("orders", Choice.ids("ID:" + left)).changed());
    outcome = admin.redrive("orders", Choice.ids(left));
    assertEquals(0, outcome.changed());
    assertEquals("pending", outcome.refusals().get(0).why());
  }

  @Test
  void messagesMoveToAnotherQueueWithIdAndPriority() throws JMSException {
    send("a", "EU", 4);
    String high = send("b", "EU", 9);
    send("c", "US", 4);
    Outcome outcome = admin.move("orders", Choice.matching("region = 'EU'"), "parked");
    assertEquals(2, outcome.changed());
    assertEquals(high, "ID:" + admin.browse("parked", null, null, 1).messages().get(0).id());
    assertReceived("parked", "b", "a");
    assertReceived("orders", "c");
  }

  @Test
  void deadLettersMoveReadyToAnotherQueueAndLargeBodiesWithThem() throws JMSException {
    String large = "x".repeat(50_000);
    send(large);
    assertEquals(1, admin.move("orders", Choice.all(), "parked").changed());
    assertReceived("parked", large);
    bury("a");
    assertEquals(1, admin.move("orders/dead", Choice.all(), "parked").changed());
    assertReceived("parked", "a");
  }

  @Test
  void priorityChangesOrderAndHeaderAndOutlivesARollback() throws JMSException {
    send("a");
    String second = send("b");
    assertEquals(1, admin.setPriority("orders", Choice.ids(second), 8).changed());
    try (JMSContext transacted =
            new EchoMQConnectionFactory(server.uri()).createContext(JMSContext.SESSION_TRANSACTED);
        JMSConsumer consumer = transacted.createConsumer(orders)) {
      Message message = consumer.receive(20_000);
      assertEquals("b", message.getBody(String.class));
      assertEquals(8, message.getJMSPriority());
      assertEquals("x", message.getStringProperty("region"));
      transacted.rollback();
      assertEquals("b", consumer.receiveBody(String.class, 20_000));
      assertEquals("a", consumer.receiveBody(String.class, 20_000));
      transacted.commit();
    }
  }

  @Test
  void postponedMessagesWaitAndCanBeFetchedForward() throws JMSException {
    String id = send("a");
    send("b");
    Outcome outcome =
        admin.postpone("orders", Choice.ids(id), admin.now().plus(Duration.ofMinutes(5)));
    assertEquals(1, outcome.changed());
    assertReceived("orders", "b");
    assertEquals(1, admin.postpone("orders/schedule", Choice.all(), admin.now()).changed());
    assertReceived("orders", "a");
  }

  @Test
  void newestMessagesAreShownOldestFirst() throws JMSException {
    send("a");
    String second = send("b", "x", 9);
    send("c");
    List<StoredMessage> newest = admin.newest("orders", null, 2);
    assertEquals(2, newest.size());
    assertEquals(second, "ID:" + newest.get(0).id());
    assertEquals(1, admin.newest("orders", second, 10).size());
  }

  @Test
  void aGroupIsPausedLimitedAndResumed() throws JMSException {
    Message message = context.createTextMessage("grouped");
    message.setStringProperty("JMSXGroupID", "customer 7");
    context.createProducer().send(orders, message);
    assertTrue(admin.pauseGroup("orders", "customer 7"));
    assertReceived("orders");
    assertTrue(admin.limitGroup("orders", "customer 7", 1));
    assertEquals(1, admin.stat("orders").inLanes());
    send("alone");
    StoredPage page = admin.browse("orders", null, null, 1);
    assertNull(page.messages().get(0).lane());
    page = admin.browse("orders", null, page.cursor(), 1);
    assertNotNull(page.messages().get(0).lane());
    assertEquals(2, admin.newest("orders", null, 10).size());
    assertReceived("orders", "alone");
    assertTrue(admin.lanes("orders", 10).get(0).paused());
    assertEquals(1, admin.lanes("orders", 10).get(0).limit());
    assertTrue(admin.limitGroup("orders", "customer 7", 0));
    assertTrue(admin.resumeGroup("orders", "customer 7"));
    assertReceived("orders", "grouped");
    assertEquals(List.of(), admin.lanes("orders", 10));
  }

  @Test
  void ageAndBytesOfAQueueKnowWhatWaitsInGroups() throws JMSException {
    Message message = context.createTextMessage("x".repeat(1_000));
    message.setStringProperty("JMSXGroupID", "customer 7");
    context.createProducer().send(orders, message);
    long sent = message.getJMSTimestamp();
    await().until(() -> admin.now().toEpochMilli() > sent + 50);
    send("alone");
    QueueStat stat = admin.stat("orders");
    assertTrue(stat.oldestMillis() >= 50, stat.toString());
    assertTrue(stat.bytes() > 1_000, stat.toString());
  }

  @Test
  void badInputIsRefusedByName() {
    assertNames("or ders", assertThrows(JMSException.class, () -> admin.stat("or ders")));
    assertNames(
        "'JOB1'",
        assertThrows(
            InvalidDestinationException.class, () -> admin.delete("orders", Choice.ids("JOB1"))));
    assertNames(
        "priority 10",
        assertThrows(JMSException.class, () -> admin.setPriority("orders", Choice.all(), 10)));
    assertNames(
        "same queue",
        assertThrows(JMSException.class, () -> admin.move("orders/dead", Choice.all(), "orders")));
    assertNames(
        "limit -1", assertThrows(JMSException.class, () -> admin.limitGroup("orders", "g", -1)));
    assertThrows(InvalidSelectorException.class, () -> Choice.matching("a ="));
    admin.close();
    assertNames("closed", assertThrows(JMSException.class, () -> admin.queues()));
  }

  private static void assertNames(String what, JMSException refused) {
    assertTrue(refused.getMessage().contains(what), refused.getMessage());
  }

  @Test
  void thousandsGoInBoundedSteps() throws JMSException {
    try (Jedis jedis = server.jedis()) {
      var pipeline = jedis.pipelined();
      for (int i = 0; i < 3_000; i++) {
        String id = String.format("JOB0KHTOWn%04d", i);
        pipeline.hset(
            "emq:{orders}:job:" + id, Map.of("state", "dead", "attempts", "3", "payload", "p" + i));
        pipeline.zadd("emq:{orders}:dead", 0, id);
      }
      pipeline.sync();
    }
    assertEquals(3_000, admin.redrive("orders", Choice.all()).changed());
    assertEquals(3_000, admin.stat("orders").pending());
    assertEquals(3_000, admin.move("orders", Choice.all(), "parked").changed());
    assertEquals(3_000, admin.purge("parked").changed());
    assertEquals(0, admin.stat("parked").pending());
  }
}
