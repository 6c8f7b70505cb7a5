package io.echomq.jms.topics;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.testing.FaultProxy;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.Connection;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** What becomes of a client id whose holder has crashed, or has lost its links (ADR 0012). */
@WithServer
@Timeout(180)
class ClientIdIT {
  private static final String KEY = "emq:{_jms}:jms:client:desk";

  /** A grace of half a second, and places of consumers that do not lapse within the test. */
  private static final String OPTIONS =
      "?clientId=desk&nodeLease=6s&lease=5m&beat=50ms&reconnectMin=5ms&reconnectMax=20ms";

  /** The same with a grace of five seconds. */
  private static final String PATIENT = OPTIONS.replace("nodeLease=6s", "nodeLease=60s");

  private final TestServer server;

  ClientIdIT(TestServer server) {
    this.server = server;
  }

  @BeforeEach
  void clear() {
    try (Jedis jedis = server.jedis()) {
      jedis.flushDB();
    }
  }

  private Connection connect(String uri) throws JMSException {
    Connection connection = new EchoMQConnectionFactory(uri).createConnection();
    connection.start();
    return connection;
  }

  /** So that nothing that happens now is due to the end of a lease. */
  private void letItNeverLapse() {
    try (Jedis jedis = server.jedis()) {
      assertEquals(1, jedis.persist(KEY));
    }
  }

  private static String text(Message message) throws JMSException {
    return ((TextMessage) message).getText();
  }

  @Test
  void whatACrashedProcessHeldIsTakenOverWithItsSubscriptionInOrder() throws Exception {
    try (FaultProxy proxy = FaultProxy.before(server);
        Connection crashed = connect(server.uri(proxy) + OPTIONS)) {
      Session first = crashed.createSession(Session.CLIENT_ACKNOWLEDGE);
      Topic topic = first.createTopic("crashed");
      MessageConsumer before = first.createDurableConsumer(topic, "audit");
      for (int i = 1; i <= 3; i++) {
        first.createProducer(topic).send(first.createTextMessage("m" + i));
      }
      assertEquals("m1", text(before.receive(20_000)));
      proxy.down();
      letItNeverLapse();

      try (Connection next = connect(server.uri(OPTIONS.substring(1)))) {
        Session second = next.createSession();
        MessageConsumer after = second.createDurableConsumer(topic, "audit");
        Message again = after.receive(20_000);
        assertEquals("m1", text(again));
        assertEquals(2, again.getIntProperty("JMSXDeliveryCount"));
        assertEquals("m2", text(after.receive(20_000)));
        assertEquals("m3", text(after.receive(20_000)));
        assertNull(after.receiveNoWait());
      }
    }
  }

  @Test
  void whoMerelyLostItsLinksKeepsIt() throws Exception {
    List<JMSException> told = new CopyOnWriteArrayList<>();
    try (FaultProxy proxy = FaultProxy.before(server);
        Connection holder = connect(server.uri(proxy) + PATIENT)) {
      holder.setExceptionListener(told::add);
      await().until(() -> seenOver("heartbeat"));
      proxy.down();
      await().until(() -> !seenOver("heartbeat"));
      CompletableFuture<Object> other = new CompletableFuture<>();
      Thread asking =
          new Thread(
              () -> {
                try {
                  other.complete(connect(server.uri(PATIENT.substring(1))));
                } catch (JMSException refused) {
                  other.complete(refused);
                }
              });
      asking.start();
      // The other one sees that the link is gone, and waits: it holds a node number by then.
      await().until(() -> seenOver("call"));
      await().pollDelay(300, TimeUnit.MILLISECONDS).until(() -> !other.isDone());
      proxy.up();
      assertInstanceOf(InvalidClientIDException.class, other.get(20, TimeUnit.SECONDS));
      Session session = holder.createSession();
      session
          .createProducer(session.createTopic("kept"))
          .send(session.createTextMessage("still here"));
      assertEquals(List.of(), told);
    }
  }

  private boolean seenOver(String purpose) {
    try (Jedis jedis = server.jedis()) {
      String db = " db=" + server.uri().substring(server.uri().lastIndexOf('/') + 1) + " ";
      String name = " name=echomq-jms-" + purpose + " ";
      return jedis.clientList().lines().anyMatch(one -> one.contains(db) && one.contains(name));
    }
  }

  @Test
  void whoLostItToAnotherHearsOfItAndHasFailed() throws Exception {
    List<JMSException> told = new CopyOnWriteArrayList<>();
    try (FaultProxy proxy = FaultProxy.before(server);
        Connection holder = connect(server.uri(proxy) + OPTIONS)) {
      holder.setExceptionListener(told::add);
      proxy.down();
      letItNeverLapse();
      try (Connection next = connect(server.uri(OPTIONS.substring(1)))) {
        proxy.up();
        await().until(() -> !told.isEmpty());
        assertTrue(told.get(0).getMessage().contains("'desk'"), told.get(0).getMessage());
        assertThrows(JMSException.class, holder::createSession);
        assertEquals("desk", next.getClientID());
      }
    }
  }

  @Test
  void whereClientsMayNotBeListedTheLeaseDecides() throws Exception {
    try (Jedis jedis = server.jedis();
        FaultProxy proxy = FaultProxy.before(server);
        Connection crashed = connect(server.uri(proxy) + OPTIONS)) {
      jedis.aclSetUser(
          "blind",
          "reset",
          "on",
          ">secret",
          "~*",
          "&*",
          "+@all",
          "-client",
          "+client|setname",
          "+client|id",
          "+client|unblock");
      assertEquals("desk", crashed.getClientID());
      proxy.down();
      letItNeverLapse();
      EchoMQConnectionFactory blind = new EchoMQConnectionFactory(server.uri(OPTIONS.substring(1)));
      assertThrows(InvalidClientIDException.class, () -> blind.createConnection("blind", "secret"));
      jedis.del(KEY);
      blind.createConnection("blind", "secret").close();
      jedis.aclDelUser("blind");
    }
  }

  @Test
  void aHolderOfAnEarlierRunOfTheServerIsNotJudged() throws Exception {
    try (Jedis jedis = server.jedis()) {
      jedis.set(KEY, "CON00000000001 " + "0".repeat(40) + " 999999 100");
      assertThrows(InvalidClientIDException.class, () -> connect(server.uri(OPTIONS.substring(1))));
      jedis.set(KEY, "CON00000000001");
      assertThrows(InvalidClientIDException.class, () -> connect(server.uri(OPTIONS.substring(1))));
    }
  }
}
