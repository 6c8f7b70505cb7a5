package io.echomq.jms.races;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.testing.FaultProxy;
import io.echomq.testing.PrivateServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of held messages when nobody can reach the server for longer than a lease. */
@Timeout(300)
class OutageIT {
  private static final String OPTIONS =
      "?beat=50ms&reconnectMax=50ms&socketTimeout=1s&nodeLease=60s";
  private static final long SOON = 60_000;

  private static Connection started(String uri) throws JMSException {
    return started(uri, "&lease=1500ms");
  }

  private static Connection started(String uri, String lease) throws JMSException {
    Connection connection = new EchoMQConnectionFactory(uri + OPTIONS + lease).createConnection();
    connection.start();
    return connection;
  }

  @Test
  void aRestartLongerThanALeaseTakesNothingFromTheHoldersWhoComeBack() throws Exception {
    String lease = "&lease=5s";
    try (PrivateServer server = PrivateServer.start("appendonly yes", "appendfsync always");
        FaultProxy proxy = FaultProxy.before(server);
        Connection holding = started(server.uri(proxy), lease);
        Connection waiting = started(server.uri(), lease)) {
      Session holder = holding.createSession(Session.CLIENT_ACKNOWLEDGE);
      Queue queue = holder.createQueue("outage");
      holder.createProducer(queue).send(holder.createTextMessage("held"));
      Message held = holder.createConsumer(queue).receive(SOON);
      MessageConsumer other = waiting.createSession(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
      proxy.down();
      server.kill();
      assertNull(other.receive(5_700), "the server is away");
      server.restart();
      assertNull(other.receive(700), "its holder has not come back yet");
      proxy.up();
      assertNull(other.receive(6_500), "its holder is back");
      held.acknowledge();
      assertNull(other.receive(500));
    }
  }

  @Test
  void anAcknowledgeOfWhatOthersHadMeanwhileIsToldAsLost() throws Exception {
    try (PrivateServer server = PrivateServer.start();
        FaultProxy proxy = FaultProxy.before(server);
        Connection cutOff = started(server.uri(proxy));
        Connection near = started(server.uri())) {
      Session holder = cutOff.createSession(Session.CLIENT_ACKNOWLEDGE);
      Queue queue = holder.createQueue("taken");
      Session other = near.createSession(Session.AUTO_ACKNOWLEDGE);
      other.createProducer(queue).send(other.createTextMessage("taken"));
      Message held = holder.createConsumer(queue).receive(SOON);
      MessageConsumer consumer = other.createConsumer(queue);
      proxy.down();
      Message again = consumer.receive(SOON);
      assertTrue(again.getJMSRedelivered());
      assertNull(consumer.receive(200), "its row is gone by now");
      proxy.up();
      JMSException lost = assertThrows(JMSException.class, held::acknowledge);
      assertTrue(lost.getMessage().contains(held.getJMSMessageID()), lost.getMessage());
    }
  }

  @Test
  void anAcknowledgeWhoseReplyIsLostIsNoLoss() throws Exception {
    try (PrivateServer server = PrivateServer.start();
        FaultProxy proxy = FaultProxy.before(server);
        Connection connection = started(server.uri(proxy))) {
      Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
      Queue queue = session.createQueue("reply");
      session.createProducer(queue).send(session.createTextMessage("once"));
      MessageConsumer consumer = session.createConsumer(queue);
      Message message = consumer.receive(SOON);
      assertFalse(message.getJMSRedelivered());
      var cut = proxy.loseReplyTo(message.getJMSMessageID().substring(3));
      message.acknowledge();
      cut.get();
      assertEquals(null, consumer.receive(300));
    }
  }

  @Test
  void aReceiveWithATimeoutDoesNotWaitForAConnectionThatIsNotMade() throws Exception {
    // Would it wait for connectTimeout, this test would end by its own timeout.
    try (PrivateServer server = PrivateServer.start();
        FaultProxy proxy = FaultProxy.before(server);
        Connection connection = started(server.uri(proxy), "&connectTimeout=10m")) {
      Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
      Queue queue = session.createQueue("silent");
      MessageConsumer consumer = session.createConsumer(queue);
      assertNull(consumer.receive(100));
      proxy.hold();
      proxy.cut();
      for (int i = 0; i < 2; i++) {
        assertNull(consumer.receive(100));
        assertNull(consumer.receiveNoWait());
      }
      proxy.release();
      session.createProducer(queue).send(session.createTextMessage("again"));
      assertEquals("again", consumer.receive(SOON).getBody(String.class));
    }
  }
}
