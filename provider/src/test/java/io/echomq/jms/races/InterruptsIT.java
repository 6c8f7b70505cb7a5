package io.echomq.jms.races;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.testing.FaultProxy;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TransactionRolledBackException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** A thread that is interrupted before or inside a call: the truth is told, and nothing is lost. */
@WithServer
@Timeout(180)
class InterruptsIT {
  private static final long SOON = 60_000;

  @AfterEach
  void clear() {
    Thread.interrupted();
  }

  private static Connection started(String uri) throws JMSException {
    Connection connection = new EchoMQConnectionFactory(uri).createConnection();
    connection.start();
    return connection;
  }

  @Test
  void anInterruptedThreadSendsAcknowledgesAndCommitsAllTheSame(TestServer server)
      throws JMSException {
    try (Connection connection = started(server.uri());
        Jedis jedis = server.jedis()) {
      Session session = connection.createSession(Session.SESSION_TRANSACTED);
      Queue queue = session.createQueue("interrupted");
      MessageConsumer consumer = session.createConsumer(queue);
      Session other = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
      MessageConsumer otherConsumer = other.createConsumer(session.createQueue("other"));
      Thread.currentThread().interrupt();
      other.createProducer(queue).send(other.createTextMessage("a"));
      other.createProducer(other.createQueue("other")).send(other.createTextMessage("b"));
      assertTrue(Thread.interrupted(), "the interrupt is kept");
      assertEquals("a", consumer.receive(SOON).getBody(String.class));
      Message b = otherConsumer.receive(SOON);
      Thread.currentThread().interrupt();
      session.createProducer(queue).send(session.createTextMessage("c"));
      session.commit();
      b.acknowledge();
      assertTrue(Thread.interrupted(), "the interrupt is kept");
      assertEquals("c", consumer.receive(SOON).getBody(String.class));
      assertFalse(jedis.exists("emq:{other}:active"), "b is acknowledged");
    }
  }

  @Test
  void closeInAnInterruptedThreadPutsEverythingBackAtOnce(TestServer server) throws JMSException {
    try (Connection connection = started(server.uri("lease=30s"))) {
      Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
      Queue queue = session.createQueue("closed");
      for (String text : new String[] {"1", "2", "3"}) {
        session.createProducer(queue).send(session.createTextMessage(text));
      }
      MessageConsumer consumer = session.createConsumer(queue);
      assertEquals("1", consumer.receive(SOON).getBody(String.class));
      Thread.currentThread().interrupt();
      session.close();
      assertTrue(Thread.interrupted(), "the interrupt is kept");
      Session next = connection.createSession(Session.AUTO_ACKNOWLEDGE);
      MessageConsumer again = next.createConsumer(queue);
      for (int i = 1; i <= 3; i++) {
        Message message = again.receive(SOON);
        assertNotNull(message, i + " was due");
        assertEquals(Integer.toString(i), message.getBody(String.class));
        assertEquals(i == 1, message.getJMSRedelivered());
      }
    }
  }

  @Test
  void receiveThatIsInterruptedTakesNothingAndGoesOnAfterwards(TestServer server) throws Exception {
    try (Connection connection = started(server.uri())) {
      Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
      Queue queue = session.createQueue("receive");
      MessageConsumer consumer = session.createConsumer(queue);
      CountDownLatch there = new CountDownLatch(1);
      CompletableFuture<String> ended = new CompletableFuture<>();
      Thread receiver =
          new Thread(
              () -> {
                there.countDown();
                JMSException told = assertThrows(JMSException.class, consumer::receive);
                ended.complete(told.getErrorCode() + " " + Thread.currentThread().isInterrupted());
              });
      receiver.start();
      there.await();
      receiver.interrupt();
      assertEquals("EMQ-INTERRUPTED true", ended.get(SOON, TimeUnit.MILLISECONDS));
      receiver.join();
      session.createProducer(queue).send(session.createTextMessage("later"));
      Message message = consumer.receive(SOON);
      assertEquals("later", message.getBody(String.class));
      assertFalse(message.getJMSRedelivered());
    }
  }

  @Test
  void aCommitThatIsInterruptedWithoutAnAnswerIsNotToldAsRolledBack(TestServer server)
      throws Exception {
    try (FaultProxy proxy = FaultProxy.before(server);
        Connection connection = started(server.uri(proxy) + "?sendTimeout=50s&socketTimeout=1s");
        Connection looking = started(server.uri())) {
      Session session = connection.createSession(Session.SESSION_TRANSACTED);
      Queue queue = session.createQueue("doubt");
      MessageProducer producer = session.createProducer(queue);
      MessageConsumer consumer =
          looking.createSession(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
      producer.send(session.createTextMessage("before"));
      session.commit();
      assertEquals("before", consumer.receive(SOON).getBody(String.class));
      producer.send(session.createTextMessage("sent"));
      proxy.dropReplies();
      CompletableFuture<Void> committed = new CompletableFuture<>();
      Thread committer =
          new Thread(
              () -> {
                try {
                  session.commit();
                  committed.complete(null);
                } catch (JMSException told) {
                  committed.completeExceptionally(told);
                }
              });
      committer.start();
      assertEquals("sent", consumer.receive(SOON).getBody(String.class));
      committer.interrupt();
      ExecutionException ended =
          assertThrows(ExecutionException.class, () -> committed.get(SOON, TimeUnit.MILLISECONDS));
      assertFalse(
          ended.getCause() instanceof TransactionRolledBackException,
          "it was applied: " + ended.getCause());
      proxy.passReplies();
      assertNull(consumer.receiveNoWait());
    }
  }
}
