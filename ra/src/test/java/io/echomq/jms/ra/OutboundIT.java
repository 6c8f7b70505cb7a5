package io.echomq.jms.ra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.LocalTransaction;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.SecurityException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

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
  void aProducerOfAClosedContextSendsNothingInTheTransactionOfAnother() throws Exception {
    JMSContext first = factory.createContext();
    Queue queue = first.createQueue("q");
    JMSProducer stale = first.createProducer();
    first.close();
    try (JMSContext second = factory.createContext()) {
      assertThrows(IllegalStateRuntimeException.class, () -> stale.send(queue, "stale"));
      assertNull(second.createConsumer(queue).receiveBodyNoWait(String.class));
    }
  }

  @Test
  void aProducerGoesWithItsContextAndTakesItsTermsAlong() throws Exception {
    JMSContext context = factory.createContext();
    ManagedConnection before = pool.used.iterator().next();
    Queue queue = context.createQueue("q");
    JMSProducer producer =
        context
            .createProducer()
            .setPriority(7)
            .setTimeToLive(600_000)
            .setJMSType("t")
            .setJMSCorrelationID("c")
            .setJMSReplyTo(queue)
            .setProperty("p", 3L);
    ManagedConnection after = managed.createManagedConnection(null, RaCredentials.OWN);
    after.addConnectionEventListener(pool);
    after.associateConnection(pool.handles.get(before));
    LocalTransaction transaction = after.getLocalTransaction();
    transaction.begin();
    producer.send(queue, "rolled back");
    transaction.rollback();
    transaction.begin();
    producer.send(queue, "committed");
    transaction.commit();
    Message message = context.createConsumer(queue).receive(20_000);
    assertEquals("committed", message.getBody(String.class));
    assertEquals(7, message.getJMSPriority());
    assertTrue(message.getJMSExpiration() > 0);
    assertEquals("t", message.getJMSType());
    assertEquals("c", message.getJMSCorrelationID());
    assertEquals(queue, message.getJMSReplyTo());
    assertEquals(3L, message.getLongProperty("p"));
    context.close();
    before.destroy();
  }

  @Test
  void temporaryDestinationsEndWithTheConnectionThatAsksForThem() throws Exception {
    try (Jedis jedis = server.jedis()) {
      for (int i = 0; i < 3; i++) {
        try (JMSContext context = factory.createContext()) {
          TemporaryQueue queue = context.createTemporaryQueue();
          context.createProducer().send(queue, "x");
          context.createConsumer(queue);
          context.createTemporaryTopic();
          context.createTemporaryQueue().delete();
        }
      }
      try (Connection connection = factory.createConnection()) {
        Session session = connection.createSession();
        session.createTemporaryQueue();
        session.close();
        assertEquals(1, jedis.zcard("emq:{_jms}:jms:temps"));
      }
      assertEquals(0, jedis.zcard("emq:{_jms}:jms:temps"));
    }
    assertEquals(1, pool.made);
  }

  @Test
  void aBrowserOfAClosedContextIsClosed() throws Exception {
    JMSContext context = factory.createContext();
    QueueBrowser browser = context.createBrowser(context.createQueue("q"));
    assertFalse(browser.getEnumeration().hasMoreElements());
    context.close();
    assertThrows(IllegalStateException.class, browser::getEnumeration);
  }

  @Test
  void aLocalTransactionThatIsLeftOpenIsNotThatOfTheNextUser() throws Exception {
    Queue queue;
    try (JMSContext context = factory.createContext()) {
      queue = context.createQueue("q");
      pool.used.iterator().next().getLocalTransaction().begin();
      context.createProducer().send(queue, "left open");
    }
    try (JMSContext next = factory.createContext()) {
      next.createProducer().send(queue, "the next");
      assertEquals("the next", next.createConsumer(queue).receiveBody(String.class, 20_000));
    }
    assertEquals(1, pool.made);
  }

  @Test
  void theConnectionOfOneUserIsNotGivenToAnother() throws Exception {
    ManagedConnection ours = managed.createManagedConnection(null, RaCredentials.OWN);
    assertThrows(
        SecurityException.class,
        () -> ours.getConnection(null, RaCredentials.named("somebody", "secret")));
    ours.destroy();
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
