package io.echomq.jms.ra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.LocalTransaction;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pooled connections over a real server, in a fake container. */
@WithServer
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class OutboundIT {
  private final TestServer server;
  private final FakeContainer container = new FakeContainer();
  private final FakePool pool = new FakePool();
  private final EchoMQResourceAdapter adapter = new EchoMQResourceAdapter();
  private final EchoMQManagedConnectionFactory managed = new EchoMQManagedConnectionFactory();
  private ConnectionFactory factory;

  OutboundIT(TestServer server) {
    this.server = server;
  }

  @BeforeEach
  void open() throws ResourceException {
    adapter.setUri(server.uri());
    adapter.start(container);
    managed.setResourceAdapter(adapter);
    factory = (ConnectionFactory) managed.createConnectionFactory(pool);
  }

  @AfterEach
  void close() throws ResourceException {
    pool.destroy();
    adapter.stop();
    container.close();
  }

  @Test
  void tenThousandConnectionsAreOnePooledOne() throws Exception {
    for (int i = 0; i < 10_000; i++) {
      try (var connection = factory.createConnection()) {
        connection.createSession().createProducer(null).close();
      }
    }
    assertEquals(1, pool.made);
    assertEquals(0, pool.used.size());
  }

  @Test
  void aMessageGoesOutAndComesInWithoutTransaction() throws Exception {
    try (var connection = factory.createConnection();
        Session session = connection.createSession()) {
      Queue queue = session.createQueue("q");
      session.createProducer(queue).send(session.createTextMessage("hello"));
      try (MessageConsumer consumer = session.createConsumer(queue)) {
        assertEquals("hello", consumer.receive(20_000).getBody(String.class));
      }
      assertFalse(session.getTransacted());
    }
    try (JMSContext context = factory.createContext()) {
      assertNull(context.createConsumer(context.createQueue("q")).receiveNoWait());
    }
  }

  @Test
  void aLocalTransactionOfTheContainerCommitsAndRollsBack() throws Exception {
    try (JMSContext context = factory.createContext()) {
      Queue queue = context.createQueue("q");
      LocalTransaction transaction = pool.used.iterator().next().getLocalTransaction();
      transaction.begin();
      context.createProducer().send(queue, "never");
      assertTrue(context.getTransacted());
      transaction.rollback();
      transaction.begin();
      context.createProducer().send(queue, "kept");
      transaction.commit();
      JMSConsumer consumer = context.createConsumer(queue);
      assertEquals("kept", consumer.receiveBody(String.class, 20_000));
      assertNull(consumer.receiveNoWait());
    }
  }

  @Test
  void whatJakartaEeForbidsIsRefusedAndNothingElse() throws Exception {
    try (var connection = factory.createConnection()) {
      assertThrows(IllegalStateException.class, () -> connection.setClientID("c"));
      assertThrows(IllegalStateException.class, connection::stop);
      assertThrows(IllegalStateException.class, () -> connection.setExceptionListener(e -> {}));
      Session session = connection.createSession();
      assertThrows(IllegalStateException.class, connection::createSession);
      MessageConsumer consumer = session.createConsumer(session.createQueue("q"));
      assertThrows(IllegalStateException.class, () -> consumer.setMessageListener(m -> {}));
      assertThrows(IllegalStateException.class, session::commit);
      assertEquals(null, consumer.getMessageSelector());
      assertTrue(connection.getMetaData().getJMSMajorVersion() >= 3);
    }
    try (JMSContext context = factory.createContext()) {
      assertThrows(IllegalStateRuntimeException.class, () -> context.createContext(1));
      assertThrows(
          IllegalStateRuntimeException.class, () -> context.createProducer().setAsync(null));
    }
  }

  @Test
  void theAcknowledgeModeIsIgnoredInATransactionAndClientAcknowledgeRefusedOutside()
      throws Exception {
    assertThrows(
        IllegalStateRuntimeException.class,
        () -> factory.createContext(JMSContext.CLIENT_ACKNOWLEDGE));
    assertEquals(0, pool.used.size());
    pool.transacted = true;
    try (JMSContext context = factory.createContext(JMSContext.CLIENT_ACKNOWLEDGE)) {
      assertEquals(JMSContext.SESSION_TRANSACTED, context.getSessionMode());
      pool.used.iterator().next().getLocalTransaction().rollback();
    }
  }

  @Test
  void aClosedHandleIsClosedAndWhatItMadeIsToo() throws Exception {
    var connection = factory.createConnection();
    Session session = connection.createSession();
    MessageProducer producer = session.createProducer(session.createQueue("q"));
    connection.close();
    assertThrows(IllegalStateException.class, session::createTextMessage);
    assertThrows(JMSException.class, () -> producer.send(null));
    assertThrows(IllegalStateException.class, connection::createSession);
    assertEquals(0, pool.used.size());
  }

  @Test
  void aReplyComesToATemporaryQueue() throws Exception {
    try (JMSContext client = factory.createContext()) {
      TemporaryQueue replies = client.createTemporaryQueue();
      TextMessage question = client.createTextMessage("?");
      question.setJMSReplyTo(replies);
      client.createProducer().send(client.createQueue("questions"), question);
      try (JMSContext service = factory.createContext()) {
        var asked = service.createConsumer(service.createQueue("questions")).receive(20_000);
        service.createProducer().send(asked.getJMSReplyTo(), "!");
      }
      assertEquals("!", client.createConsumer(replies).receiveBody(String.class, 20_000));
    }
  }

  @Test
  void aWrongPasswordIsASecurityException() {
    assertThrows(
        JMSSecurityException.class,
        () -> factory.createConnection("nobody", "wrong").createSession());
  }

  @Test
  void anEmptyUserIsTheConfiguredOne() throws Exception {
    try (var connection = factory.createConnection("", "")) {
      connection.createSession();
    }
  }
}
