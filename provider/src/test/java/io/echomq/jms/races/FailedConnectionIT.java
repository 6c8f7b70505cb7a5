package io.echomq.jms.races;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.testing.FaultProxy;
import io.echomq.testing.PrivateServer;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.Connection;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import redis.clients.jedis.Jedis;

/** A connection that was cut off for longer than its node lease has failed (hard cases, 11, 29). */
@WithServer
@Timeout(300)
class FailedConnectionIT {
  private static final String OPTIONS =
      "?nodeLease=4s&sendTimeout=1m&lease=4s&reconnectMax=100ms&connectTimeout=2s";

  /** Without waiting for anything: a call that waits does so for the sendTimeout. */
  private static final Duration AT_ONCE = Duration.ofSeconds(10);

  /** Cuts the connection off until it has told its listener, and lets it through again. */
  private static List<JMSException> fail(FaultProxy proxy, Connection connection)
      throws JMSException {
    List<JMSException> told = new CopyOnWriteArrayList<>();
    connection.setExceptionListener(told::add);
    proxy.down();
    await().atMost(Duration.ofSeconds(30)).until(() -> !told.isEmpty());
    proxy.up();
    return told;
  }

  @Test
  void everyCallIsRefusedAtOnceAndSaysWhyAndCloseIsOrderly(TestServer server) throws Exception {
    try (FaultProxy proxy = FaultProxy.before(server)) {
      Connection connection =
          new EchoMQConnectionFactory(server.uri(proxy) + OPTIONS).createConnection();
      connection.start();
      Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
      Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
      Queue queue = session.createQueue("failed");
      MessageProducer producer = session.createProducer(queue);
      MessageConsumer consumer = session.createConsumer(session.createQueue("empty"));
      QueueBrowser browser = session.createBrowser(queue);
      producer.send(session.createTextMessage("there"));
      transacted.createProducer(queue).send(transacted.createTextMessage("never"));
      var held = transacted.createConsumer(queue).receive(20_000);
      CompletableFuture<Object> blocked = new CompletableFuture<>();
      Thread receiver =
          new Thread(
              () -> {
                try {
                  blocked.complete(String.valueOf(consumer.receive()));
                } catch (JMSException ended) {
                  blocked.complete(ended);
                }
              });
      receiver.start();
      List<JMSException> told = fail(proxy, connection);
      blocked.get(30, TimeUnit.SECONDS);
      assertTrue(told.get(0).getMessage().contains("close this connection and make another"));

      Map<String, Executable> calls = new LinkedHashMap<>();
      calls.put("createSession", () -> connection.createSession(Session.AUTO_ACKNOWLEDGE));
      calls.put("start", connection::start);
      calls.put("stop", connection::stop);
      calls.put("getClientID", connection::getClientID);
      calls.put("createProducer", () -> session.createProducer(queue));
      calls.put("createConsumer", () -> session.createConsumer(queue));
      calls.put("createBrowser", () -> session.createBrowser(queue));
      calls.put("createTemporaryQueue", session::createTemporaryQueue);
      calls.put("createTextMessage", () -> session.createTextMessage("x"));
      calls.put("send", () -> producer.send(held));
      calls.put("receive", consumer::receive);
      calls.put("receive(1)", () -> consumer.receive(1));
      calls.put("receiveNoWait", consumer::receiveNoWait);
      calls.put("setMessageListener", () -> consumer.setMessageListener(message -> {}));
      calls.put("browse", browser::getEnumeration);
      calls.put("acknowledge", held::acknowledge);
      calls.put("recover", session::recover);
      calls.put("commit", transacted::commit);
      calls.put("rollback", transacted::rollback);
      List<String> wrong = new ArrayList<>();
      calls.forEach((name, call) -> outcome(call).ifPresent(odd -> wrong.add(name + ": " + odd)));
      assertEquals(List.of(), wrong);

      assertTimeoutPreemptively(AT_ONCE, consumer::close);
      assertTimeoutPreemptively(AT_ONCE, transacted::close);
      assertTimeoutPreemptively(AT_ONCE, connection::close);
      assertEquals(1, told.size(), "told once");
      await().until(() -> proxy.open() == 0);
    }
  }

  /** Empty when the call was refused at once, with the reason. */
  private static java.util.Optional<String> outcome(Executable call) {
    try {
      assertTimeoutPreemptively(AT_ONCE, call);
      return java.util.Optional.of("nothing was thrown");
    } catch (Throwable thrown) {
      boolean right =
          thrown instanceof jakarta.jms.IllegalStateException typed
              && "EMQ-FAILED".equals(typed.getErrorCode());
      return right ? java.util.Optional.empty() : java.util.Optional.of(thrown.toString());
    }
  }

  @Test
  void theExceptionListenerHearsWhileAListenerIsAtWorkForLong(TestServer server) throws Exception {
    try (FaultProxy proxy = FaultProxy.before(server)) {
      Connection connection =
          new EchoMQConnectionFactory(server.uri(proxy) + OPTIONS).createConnection();
      Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
      Queue queue = session.createQueue("busy");
      CountDownLatch working = new CountDownLatch(1);
      CountDownLatch done = new CountDownLatch(1);
      session
          .createConsumer(queue)
          .setMessageListener(
              message -> {
                working.countDown();
                try {
                  done.await();
                } catch (InterruptedException ended) {
                  Thread.currentThread().interrupt();
                }
              });
      session.createProducer(queue).send(session.createMessage());
      connection.start();
      working.await();
      assertEquals(1, fail(proxy, connection).size());
      done.countDown();
      connection.close();
    }
  }

  @Test
  void anExceptionListenerMayCloseItsConnectionAndMakeAnother(TestServer server) throws Exception {
    try (FaultProxy proxy = FaultProxy.before(server)) {
      EchoMQConnectionFactory factory = new EchoMQConnectionFactory(server.uri(proxy) + OPTIONS);
      Connection connection = factory.createConnection();
      CompletableFuture<Connection> next = new CompletableFuture<>();
      ExceptionListener listener =
          failure -> {
            try {
              connection.close();
              proxy.up();
              next.complete(factory.createConnection());
            } catch (JMSException bad) {
              next.completeExceptionally(bad);
            }
          };
      connection.setExceptionListener(listener);
      proxy.down();
      try (Connection second = next.get(30, TimeUnit.SECONDS)) {
        Session session = second.createSession(Session.AUTO_ACKNOWLEDGE);
        session
            .createProducer(session.createQueue("again"))
            .send(session.createTextMessage("works"));
      }
    }
  }

  @Test
  void aReconnectIsNotTold(TestServer server) throws Exception {
    try (FaultProxy proxy = FaultProxy.before(server);
        Connection connection =
            new EchoMQConnectionFactory(server.uri(proxy) + "?reconnectMax=100ms")
                .createConnection()) {
      List<JMSException> told = new CopyOnWriteArrayList<>();
      connection.setExceptionListener(told::add);
      connection.start();
      Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
      Queue queue = session.createQueue("cut");
      MessageConsumer consumer = session.createConsumer(queue);
      assertNull(consumer.receive(50));
      proxy.cut();
      session.createProducer(queue).send(session.createTextMessage("over a cut"));
      assertEquals("over a cut", consumer.receive(20_000).getBody(String.class));
      assertEquals(List.of(), told);
    }
  }

  @Test
  void aServerThatLostItsDataIsToldAndTheSameFactoryConnectsAnew() throws Exception {
    try (PrivateServer server = PrivateServer.start()) {
      EchoMQConnectionFactory factory =
          new EchoMQConnectionFactory(server.uri("clientId=desk&nodeLease=6s&reconnectMax=100ms"));
      List<JMSException> told = new CopyOnWriteArrayList<>();
      try (Connection before = factory.createConnection()) {
        before.setExceptionListener(told::add);
        try (Jedis jedis = server.jedis()) {
          jedis.flushAll();
        }
        await().until(() -> !told.isEmpty());
        // The failed one is not closed yet: its client id went with the data.
        try (Connection anew = factory.createConnection()) {
          anew.start();
          Session session = anew.createSession(Session.AUTO_ACKNOWLEDGE);
          Queue queue = session.createQueue("anew");
          session.createProducer(queue).send(session.createTextMessage("works"));
          Message received = session.createConsumer(queue).receive(20_000);
          assertEquals("works", received.getBody(String.class));
        }
      }
      assertEquals(1, told.size());
    }
  }
}
