package io.echomq.jms.cases;

import static io.echomq.jms.cases.Deliveries.SOON;
import static io.echomq.jms.cases.Deliveries.assertFresh;
import static io.echomq.jms.cases.Deliveries.assertNothingComes;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Close and stop, from inside and outside of a listener. */
@WithServer
class ClosingCasesIT {
  private static final String DONE = "returned";

  @Test
  void aConsumerMayCloseItselfInItsListenerAndTheMessageIsAcknowledged(TestServer server)
      throws Exception {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("closes-itself");
      scene.send(queue, "1", "2");
      Session session = scene.session(Session.AUTO_ACKNOWLEDGE);
      MessageConsumer consumer = session.createConsumer(queue);
      BlockingQueue<Object> outcome = new LinkedBlockingQueue<>();
      consumer.setMessageListener(message -> outcome.add(attempt(consumer::close)));
      assertEquals(DONE, outcome.poll(SOON, TimeUnit.MILLISECONDS));
      session.close();
      MessageConsumer next = scene.session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
      assertFresh("2", next.receive(SOON));
      assertNothingComes(next);
      assertTrue(outcome.isEmpty());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"close", "stop"})
  void aConnectionRefusesToBeClosedOrStoppedByItsOwnListener(String what, TestServer server)
      throws Exception {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("own-connection-" + what);
      scene.send(queue, "1", "2");
      Connection connection = scene.connection();
      BlockingQueue<Object> outcome = new LinkedBlockingQueue<>();
      Attempt attempt = what.equals("close") ? connection::close : connection::stop;
      connection
          .createSession()
          .createConsumer(queue)
          .setMessageListener(message -> outcome.add(attempt(attempt)));
      assertEquals(IllegalStateException.class, outcome.poll(SOON, TimeUnit.MILLISECONDS));
      assertEquals(IllegalStateException.class, outcome.poll(SOON, TimeUnit.MILLISECONDS));
      await().until(() -> scene.browse(queue).isEmpty());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"close", "stop"})
  void aContextRefusesToBeClosedOrStoppedByItsOwnListener(String what, TestServer server)
      throws Exception {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("own-context-" + what);
      scene.send(queue, "1");
      JMSContext context = scene.context(JMSContext.AUTO_ACKNOWLEDGE);
      BlockingQueue<Object> outcome = new LinkedBlockingQueue<>();
      Attempt attempt = what.equals("close") ? context::close : context::stop;
      context.createConsumer(queue).setMessageListener(message -> outcome.add(attempt(attempt)));
      assertEquals(IllegalStateRuntimeException.class, outcome.poll(SOON, TimeUnit.MILLISECONDS));
      await().until(() -> scene.browse(queue).isEmpty());
    }
  }

  @Test
  void aCompletionListenerMayStopItsContextAndMayNotCloseIt(TestServer server) throws Exception {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("completes");
      JMSContext context = scene.context(JMSContext.AUTO_ACKNOWLEDGE);
      BlockingQueue<Object> outcome = new LinkedBlockingQueue<>();
      context
          .createProducer()
          .setAsync(
              new CompletionListener() {
                @Override
                public void onCompletion(Message message) {
                  outcome.add(attempt(context::stop));
                  outcome.add(attempt(context::close));
                }

                @Override
                public void onException(Message message, Exception failed) {
                  outcome.add(failed);
                }
              })
          .send(queue, "m");
      assertEquals(DONE, outcome.poll(SOON, TimeUnit.MILLISECONDS));
      assertEquals(IllegalStateRuntimeException.class, outcome.poll(SOON, TimeUnit.MILLISECONDS));
    }
  }

  @Test
  void aClientIdMayBeSetOnAFreshContextAndNotOnAUsedOne(TestServer server) throws Exception {
    try (Scene scene = new Scene(server.uri())) {
      JMSContext fresh = scene.context(JMSContext.AUTO_ACKNOWLEDGE);
      fresh.setClientID("fresh");
      assertEquals("fresh", fresh.getClientID());
      JMSContext used = scene.context(JMSContext.AUTO_ACKNOWLEDGE);
      used.createConsumer(scene.queue("used"));
      assertEquals(IllegalStateRuntimeException.class, attempt(() -> used.setClientID("too late")));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"connection", "session", "consumer"})
  void closeWaitsForTheListenerWhoseCommitHolds(String closed, TestServer server) throws Exception {
    try (Scene scene = new Scene(server.uri())) {
      Queue in = scene.queue("commits-in-" + closed);
      Queue out = scene.queue("commits-out-" + closed);
      scene.send(in, "work");
      Connection connection = scene.connection();
      Session session = connection.createSession(Session.SESSION_TRANSACTED);
      MessageConsumer consumer = session.createConsumer(in);
      CountDownLatch working = new CountDownLatch(1);
      AtomicBoolean committed = new AtomicBoolean();
      consumer.setMessageListener(
          message -> {
            working.countDown();
            passOnAfterASecond(session, out);
            committed.set(true);
          });
      assertTrue(working.await(SOON, TimeUnit.MILLISECONDS));
      switch (closed) {
        case "connection" -> connection.close();
        case "session" -> session.close();
        default -> consumer.close();
      }
      assertTrue(committed.get(), "close returned before the listener");
      Session other = scene.session(Session.AUTO_ACKNOWLEDGE);
      assertFresh("done", other.createConsumer(out).receive(SOON));
      assertNothingComes(other.createConsumer(in));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"connection", "session", "consumer"})
  void aBlockedReceiveReturnsNullWhenAnotherThreadCloses(String closed, TestServer server)
      throws Exception {
    try (Scene scene = new Scene(server.uri())) {
      Connection connection = scene.connection();
      Session session = connection.createSession();
      MessageConsumer consumer = session.createConsumer(scene.queue("blocked-" + closed));
      BlockedReceive blocked = BlockedReceive.in(() -> consumer.receive());
      switch (closed) {
        case "connection" -> connection.close();
        case "session" -> session.close();
        default -> consumer.close();
      }
      blocked.assertReturnsNull(SOON);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aBlockedContextReceiveReturnsNullWhenAnotherThreadCloses(boolean whole, TestServer server)
      throws Exception {
    try (Scene scene = new Scene(server.uri())) {
      JMSContext context = scene.context(JMSContext.AUTO_ACKNOWLEDGE);
      var consumer = context.createConsumer(scene.queue("blocked-context-" + whole));
      BlockedReceive blocked = BlockedReceive.in(() -> consumer.receive());
      if (whole) {
        context.close();
      } else {
        consumer.close();
      }
      blocked.assertReturnsNull(SOON);
    }
  }

  @Test
  void stopWaitsForTheListenerAndStartGoesOnWithTheNextMessage(TestServer server) throws Exception {
    try (Scene scene = new Scene(server.uri())) {
      Queue queue = scene.queue("stopped");
      Connection connection = scene.connection();
      BlockingQueue<Message> seen = new LinkedBlockingQueue<>();
      MessageListener listener = seen::add;
      connection.createSession().createConsumer(queue).setMessageListener(listener);
      scene.send(queue, "1");
      assertFresh("1", seen.poll(SOON, TimeUnit.MILLISECONDS));
      connection.stop();
      scene.send(queue, "2");
      assertEquals(null, seen.poll(400, TimeUnit.MILLISECONDS));
      connection.start();
      assertFresh("2", seen.poll(SOON, TimeUnit.MILLISECONDS));
    }
  }

  /** Something that may fail. */
  private interface Attempt {
    void run() throws JMSException;
  }

  /** A receive. */
  private static Object attempt(Attempt attempt) {
    try {
      attempt.run();
      return DONE;
    } catch (JMSException | RuntimeException e) {
      return e.getClass();
    }
  }

  private static void passOnAfterASecond(Session session, Queue out) {
    try {
      if (new CountDownLatch(1).await(1, TimeUnit.SECONDS)) {
        throw new AssertionError("nobody counts it down");
      }
      session.createProducer(out).send(session.createTextMessage("done"));
      session.commit();
    } catch (JMSException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      throw new AssertionError("close interrupted the listener", e);
    }
  }
}
