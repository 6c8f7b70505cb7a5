package io.echomq.tck.conformance.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.tck.conformance.Conformance;
import io.echomq.tck.conformance.Demand;
import io.echomq.tck.conformance.Stage;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** What closing waits for, and what it does to work that is not finished. */
@Conformance
class ClosingDemands {
  /** A way to close something while another thread uses it. */
  private interface Close {
    void close(Connection connection, Session session, MessageConsumer consumer) throws Exception;
  }

  private static final List<Close> WAYS =
      List.of(
          (connection, session, consumer) -> connection.close(),
          (connection, session, consumer) -> session.close(),
          (connection, session, consumer) -> consumer.close());

  @Demand(
      section = "6.1.8",
      text = "close of connection, session or consumer ends a pending receive before it returns.")
  void closeEndsPendingReceives(Stage stage) throws Exception {
    for (Close way : WAYS) {
      Connection connection = stage.connection();
      connection.start();
      Session session = connection.createSession();
      MessageConsumer consumer = session.createConsumer(stage.queue());
      CompletableFuture<Optional<Message>> received = new CompletableFuture<>();
      Thread receiver =
          new Thread(
              () -> {
                try {
                  received.complete(Optional.ofNullable(consumer.receive()));
                } catch (Exception e) {
                  received.completeExceptionally(e);
                }
              },
              "waits for a message");
      receiver.start();
      while (receiver.getState() == Thread.State.NEW
          || receiver.getState() == Thread.State.RUNNABLE) {
        Thread.onSpinWait();
      }
      way.close(connection, session, consumer);
      assertEquals(Optional.empty(), received.get(Stage.WAIT, TimeUnit.MILLISECONDS));
    }
  }

  @Demand(
      section = "6.1.8",
      text =
          "close of connection, session or consumer waits for a running listener, which may work.")
  void closeWaitsForRunningListeners(Stage stage) throws Exception {
    for (Close way : WAYS) {
      Queue queue = stage.queue();
      Queue out = stage.queue();
      Connection connection = stage.connection();
      Session session = connection.createSession(Session.SESSION_TRANSACTED);
      MessageConsumer consumer = session.createConsumer(queue);
      CountDownLatch running = new CountDownLatch(1);
      CountDownLatch goOn = new CountDownLatch(1);
      AtomicBoolean done = new AtomicBoolean();
      BlockingQueue<Exception> failures = new LinkedBlockingQueue<>();
      consumer.setMessageListener(
          message -> {
            running.countDown();
            try {
              assertTrue(goOn.await(Stage.WAIT, TimeUnit.MILLISECONDS));
              session.createProducer(out).send(session.createTextMessage("served"));
              session.commit();
            } catch (Exception e) {
              failures.add(e);
            }
            done.set(true);
          });
      connection.start();
      stage.send(queue, "x");
      assertTrue(running.await(Stage.WAIT, TimeUnit.MILLISECONDS));
      new Thread(goOn::countDown, "lets the listener go on").start();
      way.close(connection, session, consumer);
      assertTrue(done.get(), "close returned while the listener ran");
      assertEquals(0, failures.size(), failures::toString);
      stage.holds(out, "served");
      stage.holds(queue);
    }
  }

  /** Closes from a listener; what was thrown, or that nothing was. */
  private static Optional<Exception> closedByListener(
      Stage stage, Queue queue, Connection connection, Function<Session, AutoCloseable> target)
      throws Exception {
    Session session = connection.createSession();
    MessageConsumer consumer = session.createConsumer(queue);
    AutoCloseable closed = target.apply(session);
    CompletableFuture<Optional<Exception>> outcome = new CompletableFuture<>();
    consumer.setMessageListener(
        message -> {
          try {
            closed.close();
            outcome.complete(Optional.empty());
          } catch (Exception e) {
            outcome.complete(Optional.of(e));
          }
        });
    stage.send(queue, "x");
    connection.start();
    Optional<Exception> thrown = outcome.get(Stage.WAIT, TimeUnit.MILLISECONDS);
    connection.close();
    return thrown;
  }

  @Demand(
      section = "6.1.8",
      text =
          "A listener that closes its own connection gets IllegalStateException, or succeeds;"
              + " its message is acknowledged.")
  void listenersMayNotCloseTheirConnection(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Connection connection = stage.connection();
    closedByListener(stage, queue, connection, session -> connection)
        .ifPresent(thrown -> assertEquals(IllegalStateException.class, thrown.getClass()));
    stage.holds(queue);
  }

  @Demand(
      section = "6.2.15",
      text =
          "A listener that closes its own session gets IllegalStateException, or succeeds;"
              + " its message is acknowledged.")
  void listenersMayNotCloseTheirSession(Stage stage) throws Exception {
    Queue queue = stage.queue();
    closedByListener(stage, queue, stage.connection(), session -> session)
        .ifPresent(thrown -> assertEquals(IllegalStateException.class, thrown.getClass()));
    stage.holds(queue);
  }

  @Demand(
      section = "6.1.8",
      text =
          "A listener that closes its own context gets IllegalStateRuntimeException, or succeeds.")
  void listenersMayNotCloseTheirContext(Stage stage) throws Exception {
    Queue queue = stage.queue();
    JMSContext context = stage.context();
    CompletableFuture<Optional<RuntimeException>> outcome = new CompletableFuture<>();
    context
        .createConsumer(queue)
        .setMessageListener(
            message -> {
              try {
                context.close();
                outcome.complete(Optional.empty());
              } catch (RuntimeException e) {
                outcome.complete(Optional.of(e));
              }
            });
    stage.send(queue, "x");
    outcome
        .get(Stage.WAIT, TimeUnit.MILLISECONDS)
        .ifPresent(thrown -> assertEquals(IllegalStateRuntimeException.class, thrown.getClass()));
    context.close();
    stage.holds(queue);
  }

  @Demand(
      section = "6.1.5",
      text = "A listener that stops its own connection gets IllegalStateException, or succeeds.")
  void listenersMayNotStopTheirConnection(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Connection connection = stage.connection();
    closedByListener(stage, queue, connection, session -> connection::stop)
        .ifPresent(thrown -> assertEquals(IllegalStateException.class, thrown.getClass()));
  }

  @Demand(section = "6.1.8", text = "Closing a connection rolls its transactions back.")
  void closingAConnectionRollsBack(Stage stage) throws Exception {
    Queue in = stage.queue();
    Queue out = stage.queue();
    stage.send(in, "x");
    Connection connection = stage.connection();
    connection.start();
    Session session = connection.createSession(Session.SESSION_TRANSACTED);
    session.createProducer(out).send(session.createTextMessage("never"));
    Stage.expect(session.createConsumer(in), "x");
    connection.close();
    stage.holds(out);
    stage.holds(in, "x");
  }

  @Demand(section = "6.2.15", text = "Closing a transacted session rolls its transaction back.")
  void closingASessionRollsBack(Stage stage) throws Exception {
    Queue in = stage.queue();
    Queue out = stage.queue();
    stage.send(in, "x");
    Session session = stage.session(Session.SESSION_TRANSACTED);
    session.createProducer(out).send(session.createTextMessage("never"));
    Stage.expect(session.createConsumer(in), "x");
    session.close();
    stage.holds(out);
    stage.holds(in, "x");
  }

  @Demand(
      section = "6.2.15",
      text = "Closing acknowledges nothing of CLIENT_ACKNOWLEDGE; it comes again, redelivered.")
  void closingAcknowledgesNothing(Stage stage) throws Exception {
    for (boolean wholeConnection : new boolean[] {true, false}) {
      Queue queue = stage.queue();
      stage.send(queue, "x");
      Connection connection = stage.connection();
      connection.start();
      Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
      Stage.expect(session.createConsumer(queue), "x");
      if (wholeConnection) {
        connection.close();
      } else {
        session.close();
      }
      Message again = Stage.take(stage.session().createConsumer(queue));
      assertNotNull(again.getJMSMessageID());
      assertTrue(again.getJMSRedelivered());
      assertEquals(2, again.getIntProperty("JMSXDeliveryCount"));
    }
  }
}
