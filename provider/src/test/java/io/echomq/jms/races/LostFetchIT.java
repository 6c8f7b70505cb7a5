package io.echomq.jms.races;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.lua.ScriptCatalog;
import io.echomq.testing.FaultProxy;
import io.echomq.testing.PrivateServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server leases messages to a consumer, and the consumer never hears of it. */
@Timeout(180)
class LostFetchIT {
  /** A lease is long: nothing here comes back by its end. */
  private static final String OPTIONS =
      "?beat=50ms&reconnectMax=50ms&socketTimeout=500ms&connectTimeout=2s"
          + "&lease=5m&nodeLease=60s";

  private static final long SOON = 60_000;

  private final PrivateServer server = PrivateServer.start();
  private final FaultProxy proxy = FaultProxy.before(server);

  @AfterEach
  void close() {
    proxy.close();
    server.close();
  }

  private static Connection started(String uri) throws JMSException {
    Connection connection = new EchoMQConnectionFactory(uri + OPTIONS).createConnection();
    connection.start();
    return connection;
  }

  private void send(int count) throws JMSException {
    try (Connection connection = started(server.uri())) {
      Session session = connection.createSession();
      // Loads the script: a lost fetch is to be one that was carried out.
      session.createConsumer(session.createQueue("other")).receive(10);
      MessageProducer producer = session.createProducer(session.createQueue("lost"));
      for (int i = 1; i <= count; i++) {
        Message message = session.createTextMessage("m" + i);
        message.setIntProperty("n", i);
        producer.send(message);
      }
    }
  }

  private static List<String> numbers(int from, int to) {
    List<String> all = new ArrayList<>();
    for (int i = from; i <= to; i++) {
      all.add("m" + i + " 1");
    }
    return all;
  }

  private static String receive(MessageConsumer consumer, long timeout) throws JMSException {
    Message message = consumer.receive(timeout);
    return message == null
        ? null
        : message.getBody(String.class) + " " + message.getIntProperty("JMSXDeliveryCount");
  }

  private void loseTheReplyTo(String script) {
    proxy.loseReplyTo(ScriptCatalog.load().get(script).sha1());
  }

  @Test
  void whatALostFetchTookComesFirstAndForTheFirstTime() throws Exception {
    send(40);
    try (Connection connection = started(server.uri(proxy))) {
      Session session = connection.createSession();
      MessageConsumer consumer = session.createConsumer(session.createQueue("lost"));
      List<String> got = new ArrayList<>();
      while (got.size() < 40) {
        if (got.size() % 8 == 1) {
          loseTheReplyTo("fetch-jobs");
        }
        got.add(receive(consumer, SOON));
      }
      assertEquals(numbers(1, 40), got);
    }
  }

  @Test
  void theSameBySelector() throws Exception {
    send(40);
    try (Connection connection = started(server.uri(proxy))) {
      Session session = connection.createSession();
      MessageConsumer consumer = session.createConsumer(session.createQueue("lost"), "n > 0");
      List<String> got = new ArrayList<>();
      while (got.size() < 40) {
        if (got.size() % 8 == 1) {
          loseTheReplyTo("fetch-selected");
        }
        got.add(receive(consumer, SOON));
      }
      assertEquals(numbers(1, 40), got);
    }
  }

  @Test
  void aFetchThatAFrozenServerCarriesOutTooLateLeasesNothing() throws Exception {
    try (Connection connection = started(server.uri())) {
      Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
      MessageConsumer consumer = session.createConsumer(session.createQueue("lost"));
      assertNull(receive(consumer, 10));
      send(6);
      server.pause();
      assertNull(receive(consumer, 1_500), "the server stands still");
      server.resume();
      List<String> got = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        got.add(receive(consumer, SOON));
      }
      assertEquals(numbers(1, 6), got);
    }
  }

  @Test
  void whatTheLostFetchOfAClosedConsumerTookIsThereForOthersAtOnce() throws Exception {
    send(1);
    try (Connection far = started(server.uri(proxy));
        Connection near = started(server.uri())) {
      Session session = far.createSession();
      Queue queue = session.createQueue("lost");
      MessageConsumer consumer = session.createConsumer(queue);
      proxy.dropReplies();
      assertNull(receive(consumer, 700), "no reply comes through");
      awaitFetched();
      proxy.passReplies();
      consumer.close();
      MessageConsumer other = near.createSession().createConsumer(queue);
      assertEquals("m1 1", receive(other, SOON));
    }
  }

  @Test
  void theSameWhenOnlyTheFactoryIsClosed() throws Exception {
    send(1);
    Connection far = started(server.uri(proxy));
    Session session = far.createSession();
    Queue queue = session.createQueue("lost");
    MessageConsumer consumer = session.createConsumer(queue);
    assertNotNull(consumer);
    proxy.dropReplies();
    assertNull(receive(consumer, 700), "no reply comes through");
    awaitFetched();
    proxy.passReplies();
    far.close();
    try (Connection near = started(server.uri())) {
      assertEquals("m1 1", receive(near.createSession().createConsumer(queue), SOON));
    }
  }

  /** It was sent before its caller gave up, and a busy server carries it out later. */
  private void awaitFetched() {
    try (var jedis = server.jedis()) {
      await().until(() -> jedis.zcard("emq:{lost}:pending") == 0);
    }
  }
}
