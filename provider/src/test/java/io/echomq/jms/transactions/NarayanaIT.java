package io.echomq.jms.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.jms.EchoMQXAConnectionFactory;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import jakarta.jms.XAConnection;
import jakarta.jms.XAJMSContext;
import jakarta.jms.XASession;
import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Transactions of a real transaction manager, without crashes. */
@WithServer
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class NarayanaIT {
  @TempDir static Path data;

  private final TestServer server;
  private TransactionManager manager;

  NarayanaIT(TestServer server) {
    this.server = server;
  }

  @BeforeEach
  void startManager() {
    manager = Narayana.start(Narayana.log());
  }

  private void send(String queue, String text) {
    try (JMSContext context = new EchoMQConnectionFactory(server.uri()).createContext()) {
      context.createProducer().send(context.createQueue(queue), text);
    }
  }

  private String next(String queue) throws Exception {
    try (JMSContext context = new EchoMQConnectionFactory(server.uri()).createContext()) {
      Message message = context.createConsumer(context.createQueue(queue)).receiveNoWait();
      return message == null ? null : message.getBody(String.class);
    }
  }

  @Test
  void aMessageMovesFromQueueToQueueOrNotAtAll() throws Exception {
    send("in", "order");
    try (XAJMSContext context = new EchoMQXAConnectionFactory(server.uri()).createXAContext()) {
      Queue in = context.createQueue("in");
      Queue out = context.createQueue("out");
      manager.begin();
      manager.getTransaction().enlistResource(context.getXAResource());
      context.createProducer().send(out, context.createConsumer(in).receive(20_000));
      manager.rollback();
      assertNull(next("out"));

      manager.begin();
      manager.getTransaction().enlistResource(context.getXAResource());
      Message again = context.createConsumer(in).receive(20_000);
      assertEquals(2, again.getIntProperty("JMSXDeliveryCount"));
      context.createProducer().send(out, again);
      manager.commit();
    }
    assertNull(next("in"));
    assertEquals("order", next("out"));
  }

  @Test
  void twoFactoriesAreTwoBranchesThatCommitTogether() throws Exception {
    try (XAConnection one = new EchoMQXAConnectionFactory(server.uri()).createXAConnection();
        XAConnection two = new EchoMQXAConnectionFactory(server.uri()).createXAConnection()) {
      manager.begin();
      for (XAConnection each : new XAConnection[] {one, two}) {
        XASession session = each.createXASession();
        manager.getTransaction().enlistResource(session.getXAResource());
        session.createProducer(session.createQueue("both")).send(session.createTextMessage("x"));
      }
      assertNull(next("both"));
      manager.commit();
    }
    assertEquals("x", next("both"));
    assertEquals("x", next("both"));
  }

  @Test
  void aConnectionClosedBeforeTheCommitDoesNotMatter() throws Exception {
    send("in", "order");
    manager.begin();
    try (XAConnection connection =
        new EchoMQXAConnectionFactory(server.uri("lease=1s")).createXAConnection()) {
      connection.start();
      XASession session = connection.createXASession();
      manager.getTransaction().enlistResource(session.getXAResource());
      Message order = session.createConsumer(session.createQueue("in")).receive(20_000);
      session.createProducer(session.createQueue("out")).send(order);
    }
    assertNull(next("out"));
    manager.commit();
    assertNull(next("in"));
    assertEquals("order", next("out"));
  }

  @Test
  void queueAndDatabaseCommitAndRollBackTogether() throws Exception {
    try (JMSContext context = new EchoMQConnectionFactory(server.uri()).createContext()) {
      context.createProducer().setProperty("amount", 5).send(context.createQueue("in"), "order");
    }
    try (Bank bank = new Bank(server.uri(), data)) {
      bank.createAccount();
      manager.begin();
      bank.book(manager, null);
      manager.getTransaction().enlistResource(new NoVote());
      assertThrows(RollbackException.class, manager::commit);
      assertEquals(0, bank.balance());
      assertNull(next("out"));

      manager.begin();
      bank.book(manager, null);
      manager.commit();
      assertEquals(5, bank.balance());
    }
    assertEquals("5", next("out"));
    assertNull(next("in"));
  }

  @Test
  void aTransactionThatTakesTooLongIsRolledBack() throws Exception {
    send("in", "order");
    try (XAJMSContext context = new EchoMQXAConnectionFactory(server.uri()).createXAContext()) {
      manager.setTransactionTimeout(4);
      manager.begin();
      manager.setTransactionTimeout(0);
      manager.getTransaction().enlistResource(context.getXAResource());
      context.createConsumer(context.createQueue("in")).receive(20_000);
      org.awaitility.Awaitility.await().until(() -> next("in") != null);
      assertThrows(RollbackException.class, manager::commit);
    }
  }

  @Test
  void aMessageMovesFromQueueToTopicOrNotAtAll() throws Exception {
    send("in", "order");
    try (JMSContext listener = new EchoMQConnectionFactory(server.uri()).createContext();
        XAJMSContext context = new EchoMQXAConnectionFactory(server.uri()).createXAContext()) {
      Topic topic = listener.createTopic("prices");
      JMSConsumer plain = listener.createConsumer(topic);
      Queue in = context.createQueue("in");
      for (boolean commit : new boolean[] {false, true}) {
        manager.begin();
        manager.getTransaction().enlistResource(context.getXAResource());
        manager.getTransaction().enlistResource(new YesVote());
        context.createProducer().send(topic, context.createConsumer(in).receive(20_000));
        assertNull(plain.receiveNoWait());
        if (commit) {
          manager.commit();
        } else {
          manager.getTransaction().enlistResource(new NoVote());
          assertThrows(RollbackException.class, manager::commit);
        }
      }
      assertEquals("order", plain.receiveBody(String.class, 20_000));
      assertNull(plain.receiveNoWait());
    }
    assertNull(next("in"));
  }

  @Test
  void aDurableSubscriptionIsAcknowledgedByTheCommitAndRedeliveredByARollback() throws Exception {
    EchoMQXAConnectionFactory factory = new EchoMQXAConnectionFactory(server.uri("clientId=books"));
    try (XAJMSContext context = factory.createXAContext()) {
      Topic topic = context.createTopic("prices");
      context.createDurableConsumer(topic, "audit").close();
      context.createProducer().send(topic, "one");
      for (int round = 1; round <= 2; round++) {
        manager.begin();
        manager.getTransaction().enlistResource(context.getXAResource());
        manager.getTransaction().enlistResource(new YesVote());
        JMSConsumer consumer = context.createDurableConsumer(topic, "audit");
        Message message = consumer.receive(20_000);
        assertEquals("one", message.getBody(String.class));
        assertEquals(round, message.getIntProperty("JMSXDeliveryCount"));
        consumer.close();
        if (round == 1) {
          manager.getTransaction().enlistResource(new NoVote());
          assertThrows(RollbackException.class, manager::commit);
        } else {
          manager.commit();
        }
      }
      assertNull(context.createDurableConsumer(topic, "audit").receiveNoWait());
    }
  }

  @Test
  void aPlainSubscriptionIsRedeliveredByARollbackAfterPrepare() throws Exception {
    try (XAJMSContext context = new EchoMQXAConnectionFactory(server.uri()).createXAContext()) {
      Topic topic = context.createTopic("prices");
      JMSConsumer consumer = context.createConsumer(topic);
      context.createProducer().send(topic, "one");
      manager.begin();
      manager.getTransaction().enlistResource(context.getXAResource());
      manager.getTransaction().enlistResource(new YesVote());
      assertEquals("one", consumer.receiveBody(String.class, 20_000));
      manager.getTransaction().enlistResource(new NoVote());
      assertThrows(RollbackException.class, manager::commit);
      assertEquals("one", consumer.receiveBody(String.class, 20_000));
      assertNull(consumer.receiveNoWait());
    }
  }
}
