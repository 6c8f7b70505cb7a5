package io.echomq.jms.topics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.jms.EchoMQXAConnectionFactory;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.Topic;
import jakarta.jms.XAJMSContext;
import java.nio.charset.StandardCharsets;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A shared durable subscription is used by one connection and deleted by another (§8.3.4). */
@WithServer
@Timeout(180)
class UnsubscribeIT {
  private static final String NAME = "shared";
  private static final long SOON = 60_000;

  private final EchoMQConnectionFactory factory;
  private final TestServer server;

  UnsubscribeIT(TestServer server) {
    this.server = server;
    this.factory = new EchoMQConnectionFactory(server.uri());
  }

  record Branch(String name) implements Xid {
    @Override
    public int getFormatId() {
      return 7;
    }

    @Override
    public byte[] getGlobalTransactionId() {
      return name.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] getBranchQualifier() {
      return new byte[] {1};
    }
  }

  /** One message is received, and the consumer is closed before it is settled. */
  private static Message receiveAndClose(JMSContext context, Topic topic) {
    try (JMSConsumer consumer = context.createSharedDurableConsumer(topic, NAME)) {
      context.createProducer().send(topic, "held");
      if (context.getTransacted()) {
        context.commit();
      }
      Message message = consumer.receive(SOON);
      assertNotNull(message);
      return message;
    }
  }

  private static String refusal(JMSContext other) {
    JMSRuntimeException refused =
        assertThrows(JMSRuntimeException.class, () -> other.unsubscribe(NAME));
    assertEquals("EMQ-SUBSCRIPTION-IN-USE", refused.getErrorCode());
    return refused.getMessage();
  }

  @Test
  void refusedWhileAnotherConnectionHasAConsumer() {
    try (JMSContext user = factory.createContext();
        JMSContext other = factory.createContext()) {
      JMSConsumer consumer = user.createSharedDurableConsumer(user.createTopic("consumed"), NAME);
      assertTrue(refusal(other).contains("has a consumer"), "not told why");

      consumer.close();

      other.unsubscribe(NAME);
      assertThrows(InvalidDestinationRuntimeException.class, () -> user.unsubscribe(NAME));
    }
  }

  @Test
  void refusedWhileAClosedConsumerOfAnotherConnectionHasNotAcknowledgedAndAllowedRightAfter()
      throws Exception {
    try (JMSContext user = factory.createContext(JMSContext.CLIENT_ACKNOWLEDGE);
        JMSContext other = factory.createContext()) {
      Message held = receiveAndClose(user, user.createTopic("unacknowledged"));
      assertTrue(refusal(other).contains("not acknowledged"), "not told why");

      held.acknowledge();

      other.unsubscribe(NAME);
    }
  }

  @Test
  void refusedWhileAnotherConnectionsTransactionIsOpenAndAllowedRightAfterItsRollback() {
    try (JMSContext user = factory.createContext(JMSContext.SESSION_TRANSACTED);
        JMSContext other = factory.createContext()) {
      Topic topic = user.createTopic("transacted");
      receiveAndClose(user, topic);
      refusal(other);

      user.rollback();

      other.unsubscribe(NAME);
    }
  }

  @Test
  void refusedWhileAPreparedBranchHasAMessageOfIt() throws Exception {
    try (XAJMSContext user = new EchoMQXAConnectionFactory(server.uri()).createXAContext();
        JMSContext other = factory.createContext()) {
      XAResource resource = user.getXAResource();
      Topic topic = user.createTopic("prepared");
      other.createSharedDurableConsumer(topic, NAME).close();
      other.createProducer().send(topic, "held");
      Xid branch = new Branch("prepared");
      resource.start(branch, XAResource.TMNOFLAGS);
      try (JMSConsumer consumer = user.createSharedDurableConsumer(topic, NAME)) {
        assertEquals("held", consumer.receiveBody(String.class, SOON));
      }
      resource.end(branch, XAResource.TMSUCCESS);
      assertEquals(XAResource.XA_OK, resource.prepare(branch));
      assertTrue(refusal(other).contains("prepared transaction"), "not told why");

      resource.commit(branch, false);

      other.unsubscribe(NAME);
    }
  }
}
