package io.echomq.jms;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Administration.Hold;
import io.echomq.jms.wire.ConsumerInfo;
import io.echomq.jms.wire.InFlight;
import io.echomq.jms.wire.Outcome;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
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

/** Who consumes a queue, who holds its messages, and what the administration leaves alone. */
@WithServer
@Timeout(180)
class AdminHoldersIT {
  private final TestServer server;
  private EchoMQConnectionFactory factory;
  private EchoMQAdmin admin;
  private JMSContext context;
  private Queue orders;

  AdminHoldersIT(TestServer server) {
    this.server = server;
  }

  @BeforeEach
  void connect() throws JMSException {
    factory = new EchoMQConnectionFactory(server.uri("beat=50&lease=3s&nodeLease=6s"));
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
    Message message = context.createTextMessage(text);
    context.createProducer().send(orders, message);
    return message.getJMSMessageID();
  }

  @Test
  void aPurgeLeavesAloneWhatIsHeldUnlessItIsForced() throws JMSException {
    for (int i = 0; i < 5; i++) {
      send("m" + i);
    }
    context.createProducer().setDeliveryDelay(60_000).send(orders, "later");
    try (JMSContext holder = factory.createContext(JMSContext.CLIENT_ACKNOWLEDGE);
        JMSConsumer consumer = holder.createConsumer(orders)) {
      String held = consumer.receive(20_000).getJMSMessageID();
      Outcome outcome = admin.purge("orders");
      assertEquals(6, outcome.changed() + outcome.refused());
      assertTrue(
          outcome.refusals().stream().anyMatch(each -> held.equals("ID:" + each.id())),
          outcome.toString());
      assertEquals(0, admin.stat("orders").pending());
      assertEquals(0, admin.stat("orders").scheduled());
      admin.purge("orders", Hold.LEASED);
      assertEquals(0, admin.stat("orders").active());
    }
  }

  @Test
  void consumersAndWhatTheyHoldAreTold() throws Exception {
    send("a");
    try (Holder first = new Holder()) {
      first.receive();
      await().until(() -> admin.consumers("orders").size() == 1);
      assertEquals(List.of("orders"), admin.queues());
      ConsumerInfo consumer = admin.consumers("orders").get(0);
      assertEquals(1, consumer.consumers());
      assertEquals("till-7", consumer.clientId());
      assertEquals(ProcessHandle.current().pid(), consumer.pid());
      InFlight held = admin.inFlight("orders", 10).get(0);
      assertEquals(consumer.connectionId(), held.owner());
      long left = held.leasedUntil() - admin.now().toEpochMilli();
      assertTrue(left > 0 && left <= 3_000, "lease of " + left);
      try (JMSConsumer second = context.createConsumer(orders)) {
        assertNull(second.receive(100));
        await().until(() -> admin.consumers("orders").size() == 2);
        assertEquals(2, admin.stat("orders").consumers());
        // With two that may hold it, the owner is known once the lease was extended.
        await()
            .untilAsserted(
                () ->
                    assertEquals(
                        consumer.connectionId(), admin.inFlight("orders", 10).get(0).owner()));
      }
      assertEquals(1, admin.consumers("orders").size());
    }
    assertEquals(List.of(), admin.consumers("orders"));
  }

  /** A connection of its own that receives and does not acknowledge. */
  private final class Holder implements AutoCloseable {
    private final JMSContext holder =
        new EchoMQConnectionFactory(server.uri("clientId=till-7&lease=3s&beat=50"))
            .createContext(JMSContext.CLIENT_ACKNOWLEDGE);
    private final JMSConsumer consumer = holder.createConsumer(orders);

    void receive() {
      assertNotNull(consumer.receive(20_000));
    }

    @Override
    public void close() {
      holder.close();
    }
  }

  @Test
  void whatAPreparedTransactionHoldsIsToldAndLeftAloneUnlessItIsForced() throws JMSException {
    String id = send("a").substring("ID:".length());
    try (Jedis jedis = server.jedis()) {
      jedis.zrem("emq:{orders}:pending", id);
      jedis.zadd("emq:{orders}:active", Double.POSITIVE_INFINITY, id);
      jedis.hset("emq:{orders}:job:" + id, Map.of("state", "active", "attempts", "1"));
    }
    InFlight held = admin.inFlight("orders", 10).get(0);
    assertTrue(held.prepared(), held.toString());
    for (Outcome outcome :
        List.of(
            admin.purge("orders", Hold.LEASED),
            admin.delete("orders", Choice.ids(id), Hold.LEASED),
            admin.move("orders", Choice.ids(id), "parked"))) {
      assertEquals(0, outcome.changed());
      assertEquals("prepared", outcome.refusals().get(0).why());
    }
    assertEquals(1, admin.purge("orders", Hold.PREPARED).changed());
    assertEquals(List.of(), admin.inFlight("orders", 10));
  }

  @Test
  void aCrashedConnectionIsForgottenWithItsLease() throws JMSException {
    String registered = "CON0KHTOWnGLuC queue orders";
    try (Jedis jedis = server.jedis();
        JMSConsumer consumer = context.createConsumer(orders)) {
      jedis.zadd("emq:{orders}:jms:consumers", 1, registered);
      assertNull(consumer.receive(100));
      await().until(() -> admin.consumers("orders").size() == 1);
      // The beat of whoever lives sweeps it: a third of the node lease.
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> jedis.zscore("emq:{orders}:jms:consumers", registered) == null);
    }
  }

  @Test
  void aQueueIsListedForBeingConsumed() throws JMSException {
    try (JMSConsumer waiting = context.createConsumer(orders)) {
      assertNull(waiting.receiveNoWait());
      await().until(() -> admin.queues().equals(List.of("orders")));
      assertEquals(1, admin.stat("orders").consumers());
    }
    assertEquals(List.of(), admin.queues());
  }
}
