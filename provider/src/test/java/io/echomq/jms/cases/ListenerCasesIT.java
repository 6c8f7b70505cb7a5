package io.echomq.jms.cases;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/** What becomes of a message whose listener throws. */
@WithServer
class ListenerCasesIT {
  private static final Duration SOON = Duration.ofSeconds(30);

  @ParameterizedTest
  @ValueSource(ints = {Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE})
  void aMessageWhoseListenerThrewOnceComesAgainAtOnceAndTheListenerLives(
      int mode, TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("throws-once-" + mode);
      scene.send(queue, "1", "2", "3");
      List<String> seen = new CopyOnWriteArrayList<>();
      scene
          .session(mode)
          .createConsumer(queue)
          .setMessageListener(
              message -> {
                String said = describe(message);
                seen.add(said);
                if (said.equals("1 x1")) {
                  throw new IllegalStateException("boom");
                }
              });
      await().atMost(SOON).until(() -> seen.size() >= 4);
      assertEquals(List.of("1 x1", "1 x2 redelivered", "2 x1", "3 x1"), seen);
      scene.send(queue, "4");
      await().atMost(SOON).until(() -> seen.contains("4 x1"));
      await().atMost(SOON).until(() -> scene.browse(queue).isEmpty());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE})
  void aMessageWhoseListenerAlwaysThrowsIsDeadWithTheErrorsTextAndTheRestFlow(
      int mode, TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri("maxDeliveries=3"));
        Jedis jedis = server.jedis()) {
      String name = "throws-always-" + mode;
      Queue queue = scene.queue(name);
      scene.send(queue, "poison", "2", "3");
      List<String> seen = new CopyOnWriteArrayList<>();
      listen(
          scene.session(mode),
          queue,
          message -> {
            String said = describe(message);
            seen.add(said);
            if (said.startsWith("poison")) {
              throw new IllegalStateException("boom: no such customer");
            }
          });
      await().atMost(SOON).until(() -> jedis.zcard("emq:{" + name + "}:dead") == 1);
      await().atMost(SOON).until(() -> seen.contains("3 x1"));
      assertEquals(3, seen.stream().filter(said -> said.startsWith("poison")).count());
      Message dead = scene.browse(scene.queue(name + "/dead")).get(0);
      assertEquals("poison", dead.getBody(String.class));
      String id = dead.getJMSMessageID().substring("ID:".length());
      String error = jedis.hget("emq:{" + name + "}:job:" + id, "last_error");
      assertTrue(error != null && error.contains("boom: no such customer"), () -> "" + error);
      assertEquals("dead", jedis.hget("emq:{" + name + "}:job:" + id, "state"));
      await().atMost(SOON).until(() -> scene.browse(queue).isEmpty());
    }
  }

  @Test
  void aListenerThatAlwaysRollsBackEndsInTheDeadLettersToo(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri("maxDeliveries=3"));
        Jedis jedis = server.jedis()) {
      Queue queue = scene.queue("rolls-back");
      scene.send(queue, "poison", "2");
      List<String> seen = new CopyOnWriteArrayList<>();
      Session session = scene.session(Session.SESSION_TRANSACTED);
      listen(
          session,
          queue,
          message -> {
            String said = describe(message);
            seen.add(said);
            if (said.startsWith("poison")) {
              session.rollback();
            } else {
              session.commit();
            }
          });
      await().atMost(SOON).until(() -> jedis.zcard("emq:{rolls-back}:dead") == 1);
      await().atMost(SOON).until(() -> seen.contains("2 x1"));
      assertEquals(3, seen.stream().filter(said -> said.startsWith("poison")).count());
    }
  }

  @Test
  void aListenerOfAClientAckSessionThatThrowsDoesNotLoseTheMessage(TestServer server)
      throws JMSException {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("client-ack-throws");
      scene.send(queue, "1", "2");
      List<String> seen = new CopyOnWriteArrayList<>();
      Session session = scene.session(Session.CLIENT_ACKNOWLEDGE);
      listen(
          session,
          queue,
          message -> {
            seen.add(describe(message));
            throw new IllegalStateException("boom");
          });
      await().atMost(SOON).until(() -> seen.contains("2 x1"));
      session.close();
      Session next = scene.session(Session.AUTO_ACKNOWLEDGE);
      assertEquals("1", next.createConsumer(queue).receive(20_000).getBody(String.class));
    }
  }

  @Test
  void deadLettersCanBeConsumedLikeAnyMessage(TestServer server) throws JMSException {
    try (Scene scene = new Scene(server.uri("maxDeliveries=1"));
        Jedis jedis = server.jedis()) {
      Queue queue = scene.queue("consumed-dead");
      scene.send(queue, "poison");
      listen(
          scene.session(Session.AUTO_ACKNOWLEDGE),
          queue,
          message -> {
            throw new IllegalStateException("boom");
          });
      await().atMost(SOON).until(() -> jedis.zcard("emq:{consumed-dead}:dead") == 1);
      Session session = scene.session(Session.AUTO_ACKNOWLEDGE);
      Message dead = session.createConsumer(scene.queue("consumed-dead/dead")).receive(20_000);
      assertEquals("poison", dead.getBody(String.class));
      await().atMost(SOON).until(() -> jedis.keys("emq:{consumed-dead}:job:*").isEmpty());
      assertEquals(0, jedis.zcard("emq:{consumed-dead}:dead"));
    }
  }

  /** A listener that may throw JMS exceptions. */
  private interface Work {
    void on(Message message) throws JMSException;
  }

  private static void listen(Session session, Queue queue, Work work) throws JMSException {
    MessageListener listener =
        message -> {
          try {
            work.on(message);
          } catch (JMSException e) {
            throw new AssertionError(e);
          }
        };
    session.createConsumer(queue).setMessageListener(listener);
  }

  private static String describe(Message message) {
    try {
      return message.getBody(String.class)
          + " x"
          + Deliveries.count(message)
          + (message.getJMSRedelivered() ? " redelivered" : "");
    } catch (JMSException e) {
      throw new AssertionError(e);
    }
  }
}
