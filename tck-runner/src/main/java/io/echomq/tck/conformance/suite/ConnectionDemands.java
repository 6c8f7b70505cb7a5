package io.echomq.tck.conformance.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.tck.conformance.Conformance;
import io.echomq.tck.conformance.Demand;
import io.echomq.tck.conformance.Stage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

@Conformance
class ConnectionDemands {
  @Demand(
      section = "6.1.1",
      text = "Credentials that are refused throw JMSSecurityException where a connection is made.")
  void wrongCredentialsAreRefused(Stage stage) throws Exception {
    assertThrows(
        JMSSecurityException.class, () -> stage.factory().createConnection("nobody", "wrong"));
    assertThrows(
        JMSSecurityRuntimeException.class, () -> stage.factory().createContext("nobody", "wrong"));
    assertThrows(
        JMSSecurityException.class,
        () -> stage.provider().queues().createQueueConnection("nobody", "wrong"));
    assertThrows(
        JMSSecurityException.class,
        () -> stage.provider().topics().createTopicConnection("nobody", "wrong"));
  }

  @Demand(section = "6.1.4", text = "A new connection is stopped: it delivers nothing, but sends.")
  void newConnectionsAreStopped(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Connection connection = stage.connection();
    Session session = connection.createSession();
    session.createProducer(queue).send(session.createTextMessage("x"));
    MessageConsumer consumer = session.createConsumer(queue);
    Stage.expectNothing(consumer);
    assertNull(consumer.receiveNoWait());
    connection.start();
    Stage.expect(consumer, "x");
  }

  @Demand(section = "6.1.4", text = "A context starts with its first consumer.")
  void contextsStartWithTheirFirstConsumer(Stage stage) throws Exception {
    Queue queue = stage.queue();
    stage.send(queue, "x");
    JMSContext context = stage.context();
    assertTrue(context.getAutoStart());
    assertEquals("x", context.createConsumer(queue).receiveBody(String.class, Stage.WAIT));
  }

  @Demand(
      section = "6.1.4",
      text = "With setAutoStart(false), a context starts when it is told to.")
  void contextsWaitWhenToldTo(Stage stage) throws Exception {
    Queue queue = stage.queue();
    stage.send(queue, "x");
    JMSContext context = stage.context();
    context.setAutoStart(false);
    assertFalse(context.getAutoStart());
    JMSConsumer consumer = context.createConsumer(queue);
    assertNull(consumer.receive(Stage.QUIET));
    context.start();
    assertEquals("x", consumer.receiveBody(String.class, Stage.WAIT));
  }

  @Demand(
      section = "6.1.5",
      text = "A stopped connection delivers nothing, its timers go on, and start resumes it.")
  void stopInhibitsDelivery(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Connection connection = stage.connection();
    Session session = connection.createSession();
    MessageConsumer consumer = session.createConsumer(queue);
    connection.start();
    stage.send(queue, "1", "2");
    Stage.expect(consumer, "1");
    connection.stop();
    Stage.expectNothing(consumer);
    session.createProducer(queue).send(session.createTextMessage("3"));
    connection.start();
    Stage.expect(consumer, "2", "3");
  }

  @Demand(section = "6.1.5", text = "Stopping twice and starting twice are ignored.")
  void repeatedStopsAndStartsAreIgnored(Stage stage) throws Exception {
    Queue queue = stage.queue();
    stage.send(queue, "x");
    Connection connection = stage.connection();
    connection.stop();
    connection.stop();
    connection.start();
    connection.start();
    Stage.expect(connection.createSession().createConsumer(queue), "x");
  }

  @Demand(
      section = "6.1.5",
      text = "stop returns after running listeners, which have all services until then.")
  void stopWaitsForListeners(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Queue out = stage.queue();
    Connection connection = stage.connection();
    Session session = connection.createSession();
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicBoolean done = new AtomicBoolean();
    BlockingQueue<Exception> failures = new LinkedBlockingQueue<>();
    session
        .createConsumer(queue)
        .setMessageListener(
            message -> {
              running.countDown();
              try {
                assertTrue(goOn.await(Stage.WAIT, TimeUnit.MILLISECONDS));
                session.createProducer(out).send(session.createTextMessage("served"));
              } catch (Exception e) {
                failures.add(e);
              }
              done.set(true);
            });
    connection.start();
    stage.send(queue, "x", "y");
    assertTrue(running.await(Stage.WAIT, TimeUnit.MILLISECONDS));
    Thread later = new Thread(goOn::countDown, "lets the listener go on");
    later.start();
    connection.stop();
    assertTrue(done.get(), "stop returned while the listener ran");
    assertEquals(0, failures.size(), failures::toString);
    stage.holds(out, "served");
  }

  @Demand(section = "6.1.5", text = "No listener is called between stop and start.")
  void listenersRestWhileStopped(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Connection connection = stage.connection();
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    connection
        .createSession()
        .createConsumer(queue)
        .setMessageListener(message -> heard.add(message.toString()));
    connection.start();
    connection.stop();
    stage.send(queue, "x");
    assertNull(heard.poll(Stage.QUIET, TimeUnit.MILLISECONDS));
    connection.start();
    Stage.take(heard);
  }

  @Demand(section = "6.1.6", text = "The meta data name version 3.1 and the provider.")
  void metaDataAreTold(Stage stage) throws Exception {
    for (ConnectionMetaData data :
        new ConnectionMetaData[] {
          stage.connection().getMetaData(), stage.context().getMetaData()
        }) {
      assertEquals("3.1", data.getJMSVersion());
      assertEquals(3, data.getJMSMajorVersion());
      assertEquals(1, data.getJMSMinorVersion());
      assertFalse(data.getJMSProviderName().isBlank());
      assertNotNull(data.getProviderVersion());
      assertTrue(data.getProviderMajorVersion() >= 0 && data.getProviderMinorVersion() >= 0);
      assertTrue(data.getJMSXPropertyNames().hasMoreElements());
    }
  }

  @Demand(
      section = "6.1.7",
      text = "The ExceptionListener is the one that was set, and null when there is none.")
  void exceptionListenersAreKept(Stage stage) throws Exception {
    ExceptionListener listener = exception -> {};
    Connection connection = stage.connection();
    assertNull(connection.getExceptionListener());
    connection.setExceptionListener(listener);
    assertSame(listener, connection.getExceptionListener());
    JMSContext context = stage.context();
    assertNull(context.getExceptionListener());
    context.setExceptionListener(listener);
    assertSame(listener, context.getExceptionListener());
  }

  @Demand(
      section = "6.1.7",
      text = "What a call throws is not told to the ExceptionListener as well.")
  void thrownExceptionsAreNotTold(Stage stage) throws Exception {
    BlockingQueue<Exception> heard = new LinkedBlockingQueue<>();
    Connection connection = stage.connection();
    connection.setExceptionListener(heard::add);
    Session session = connection.createSession();
    Queue queue = stage.queue();
    assertThrows(Exception.class, () -> session.createConsumer(queue, "= wrong"));
    assertThrows(Exception.class, session::commit);
    connection.close();
    assertEquals(0, heard.size(), heard::toString);
  }
}
