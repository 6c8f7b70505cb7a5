package io.echomq.jms.queues;

import static io.echomq.jms.queues.Stage.text;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.ServerSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Application server facilities for queues (Jakarta Messaging 3.1, §12.1). */
@WithServer
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class ConnectionConsumerIT {
  @AutoClose private final Stage stage;
  private Connection connection;

  ConnectionConsumerIT(TestServer server) throws JMSException {
    stage = new Stage(server);
  }

  @BeforeEach
  void connect() throws JMSException {
    connection = stage.connection("");
  }

  /** What a listener of a pool does. */
  interface Work {
    void on(Session session, Message message) throws JMSException;
  }

  /** A pool of so many sessions, each with a thread while it runs. */
  private final class Pool implements ServerSessionPool {
    private final BlockingQueue<ServerSession> idle = new LinkedBlockingQueue<>();
    private final AtomicInteger refusals = new AtomicInteger();
    private final List<Session> sessions = new ArrayList<>();

    Pool(int size, int mode, Work work) throws JMSException {
      for (int i = 0; i < size; i++) {
        Session session = connection.createSession(mode);
        sessions.add(session);
        session.setMessageListener(
            message -> {
              try {
                work.on(session, message);
              } catch (JMSException failed) {
                throw new IllegalStateException(failed);
              }
            });
        idle.add(new Pooled(session));
      }
    }

    @Override
    public ServerSession getServerSession() throws JMSException {
      if (refusals.getAndDecrement() > 0) {
        throw new JMSException("the pool is not ready");
      }
      try {
        return idle.take();
      } catch (InterruptedException e) {
        throw new JMSException("interrupted");
      }
    }

    private final class Pooled implements ServerSession {
      private final Session session;

      Pooled(Session session) {
        this.session = session;
      }

      @Override
      public Session getSession() {
        return session;
      }

      @Override
      public void start() {
        new Thread(
                () -> {
                  session.run();
                  idle.add(this);
                })
            .start();
      }
    }
  }

  @Test
  void allSessionsOfThePoolTakePart() throws JMSException {
    Set<String> texts = ConcurrentHashMap.newKeySet();
    Set<Session> used = ConcurrentHashMap.newKeySet();
    Pool pool =
        new Pool(
            3,
            Session.AUTO_ACKNOWLEDGE,
            (session, message) -> {
              texts.add(text(message));
              used.add(session);
              await().pollInterval(2, TimeUnit.MILLISECONDS).until(() -> used.size() == 3);
            });
    ConnectionConsumer consumer =
        connection.createConnectionConsumer(stage.queue("q"), null, pool, 1);
    assertEquals(pool, consumer.getServerSessionPool());
    for (int i = 0; i < 50; i++) {
      stage.send("q", null, "m" + i);
    }
    await().until(() -> texts.size() == 50 && stage.jedis.zcard("emq:{q}:active") == 0);
    assertEquals(3, used.size());
    consumer.close();
  }

  @Test
  void aTransactedSessionThatRollsBackGetsItsMessageAgainCounted() throws JMSException {
    List<String> seen = new CopyOnWriteArrayList<>();
    Pool pool =
        new Pool(
            1,
            Session.SESSION_TRANSACTED,
            (session, message) -> {
              seen.add(text(message) + message.getIntProperty("JMSXDeliveryCount"));
              if (message.getJMSRedelivered()) {
                session.commit();
              } else {
                session.rollback();
              }
            });
    ConnectionConsumer consumer =
        connection.createConnectionConsumer(stage.queue("q"), null, pool, 10);
    stage.send("q", null, "a");
    await().untilAsserted(() -> assertEquals(List.of("metrics:completed"), stage.keys("q")));
    assertEquals(List.of("a1", "a2"), seen);
    consumer.close();
  }

  @Test
  void whileThePoolRefusesMessagesStayUncountedAndComeLater() throws JMSException {
    List<Integer> counts = new CopyOnWriteArrayList<>();
    Pool pool =
        new Pool(
            1,
            Session.AUTO_ACKNOWLEDGE,
            (session, message) -> counts.add(message.getIntProperty("JMSXDeliveryCount")));
    pool.refusals.set(3);
    ConnectionConsumer consumer =
        connection.createConnectionConsumer(stage.queue("q"), null, pool, 1);
    stage.send("q", null, "a");
    await().until(() -> counts.size() == 1);
    assertEquals(List.of(1), counts);
    consumer.close();
  }

  @Test
  void aClosedSessionInThePoolLosesNothing() throws JMSException {
    Pool pool = new Pool(1, Session.AUTO_ACKNOWLEDGE, (session, message) -> {});
    pool.sessions.get(0).close();
    ConnectionConsumer consumer =
        connection.createConnectionConsumer(stage.queue("q"), null, pool, 1);
    stage.send("q", null, "a");
    await().until(() -> pool.idle.isEmpty());
    consumer.close();
    await().until(() -> stage.jedis.zcard("emq:{q}:pending") == 1);
    assertEquals(List.of("a"), stage.browseTexts("q"));
  }

  @Test
  void afterCloseNothingIsDeliveredAndWhatWasBufferedIsGivenBack() throws JMSException {
    List<String> seen = new CopyOnWriteArrayList<>();
    Pool pool =
        new Pool(1, Session.AUTO_ACKNOWLEDGE, (session, message) -> seen.add(text(message)));
    ConnectionConsumer consumer =
        connection.createConnectionConsumer(stage.queue("q"), null, pool, 1);
    stage.send("q", null, "a");
    await().until(() -> seen.size() == 1);
    consumer.close();
    consumer.close();
    stage.send("q", null, "b");
    assertEquals(List.of("b"), stage.browseTexts("q"));
    assertThrows(JMSException.class, consumer::getServerSessionPool);
    connection.close();
    assertEquals(List.of("a"), seen);
  }

  @Test
  void aStoppedConnectionDeliversNothing() throws JMSException {
    List<String> seen = new CopyOnWriteArrayList<>();
    connection.stop();
    Pool pool =
        new Pool(1, Session.AUTO_ACKNOWLEDGE, (session, message) -> seen.add(text(message)));
    connection.createConnectionConsumer(stage.queue("q"), null, pool, 1);
    stage.send("q", null, "a");
    assertFalse(stage.browse("q").isEmpty());
    assertTrue(seen.isEmpty());
    connection.start();
    await().until(() -> seen.equals(List.of("a")));
  }

  @Test
  void membersOfAGroupAreServedOneAtATimeHoweverManySessions() throws JMSException {
    AtomicInteger running = new AtomicInteger();
    List<String> seen = new CopyOnWriteArrayList<>();
    Pool pool =
        new Pool(
            3,
            Session.AUTO_ACKNOWLEDGE,
            (session, message) -> {
              assertEquals(1, running.incrementAndGet());
              seen.add(text(message));
              running.decrementAndGet();
            });
    connection.createConnectionConsumer(stage.queue("q"), null, pool, 1);
    stage.send("q", "g", "1", "2", "3", "4", "5", "6");
    await().until(() -> seen.size() == 6);
    assertEquals(List.of("1", "2", "3", "4", "5", "6"), seen);
  }

  @Test
  void aSelectorHoldsAndABadOneIsRefusedAtOnce() throws JMSException {
    List<String> seen = new CopyOnWriteArrayList<>();
    Pool pool =
        new Pool(1, Session.AUTO_ACKNOWLEDGE, (session, message) -> seen.add(text(message)));
    assertThrows(
        InvalidSelectorException.class,
        () -> connection.createConnectionConsumer(stage.queue("q"), "a = ", pool, 1));
    connection.createConnectionConsumer(stage.queue("q"), "JMSXGroupSeq = 2", pool, 1);
    stage.send("q", "g", "1", "2", "3");
    await().until(() -> seen.equals(List.of("2")));
  }
}
