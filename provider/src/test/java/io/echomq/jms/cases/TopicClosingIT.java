package io.echomq.jms.cases;

import static io.echomq.jms.cases.Deliveries.SOON;
import static io.echomq.jms.cases.Deliveries.assertFresh;
import static io.echomq.jms.cases.Deliveries.assertNothingComes;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.cases.TopicScene.Kind;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What closes a topic's consumer waits for its listener and ends its receive. */
@WithServer
@Timeout(180)
class TopicClosingIT {

  /** Each kind, closed by each of the three that hold it. */
  static Stream<Arguments> kindsAndWhatIsClosed() {
    return Stream.of(Kind.values())
        .flatMap(
            kind ->
                Stream.of("connection", "session", "consumer")
                    .map(closed -> Arguments.of(kind, closed)));
  }

  private static void close(
      String what, Connection connection, Session session, MessageConsumer consumer)
      throws JMSException {
    switch (what) {
      case "connection" -> connection.close();
      case "session" -> session.close();
      default -> consumer.close();
    }
  }

  @ParameterizedTest
  @MethodSource("kindsAndWhatIsClosed")
  void closeWaitsForTheListenerWhoseCommitHolds(Kind kind, String closed, TestServer server)
      throws Exception {
    try (TopicScene scene = new TopicScene(server.uri())) {
      Topic in = scene.topic("in-" + kind + "-" + closed);
      Topic out = scene.topic("out-" + kind + "-" + closed);
      Connection connection = scene.connection("me");
      Session session = connection.createSession(Session.SESSION_TRANSACTED);
      MessageConsumer consumer = kind.open(session, in);
      MessageConsumer done = scene.session(null, Session.AUTO_ACKNOWLEDGE).createConsumer(out);
      CountDownLatch working = new CountDownLatch(1);
      AtomicBoolean committed = new AtomicBoolean();
      consumer.setMessageListener(
          message -> {
            working.countDown();
            passOnAfterAWhile(session, out);
            committed.set(true);
          });
      scene.publish(in, "work");
      assertTrue(working.await(SOON, TimeUnit.MILLISECONDS));

      close(closed, connection, session, consumer);

      assertTrue(committed.get(), "close returned before the listener");
      assertFresh("done", done.receive(SOON));
      connection.close();
      if (kind == Kind.DURABLE || kind == Kind.SHARED_DURABLE) {
        assertNothingComes(kind.open(scene.session("me", Session.AUTO_ACKNOWLEDGE), in));
      }
    }
  }

  private static void passOnAfterAWhile(Session session, Topic out) {
    try {
      if (new CountDownLatch(1).await(500, TimeUnit.MILLISECONDS)) {
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

  @ParameterizedTest
  @MethodSource("kindsAndWhatIsClosed")
  void aBlockedReceiveReturnsNullWhenAnotherThreadCloses(
      Kind kind, String closed, TestServer server) throws Exception {
    try (TopicScene scene = new TopicScene(server.uri())) {
      Topic topic = scene.topic("blocked-" + kind + "-" + closed);
      Connection connection = scene.connection("me");
      Session session = connection.createSession();
      MessageConsumer consumer = kind.open(session, topic);
      BlockedReceive blocked = BlockedReceive.in(() -> consumer.receive());

      close(closed, connection, session, consumer);

      blocked.assertReturnsNull(SOON);
    }
  }
}
