package io.echomq.jms.topics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.jms.EchoMQXAConnectionFactory;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code noLocal} however a message was sent (§8.3.1, §8.3.3). */
@WithServer
@Timeout(180)
class NoLocalIT {
  private static final String CLIENT = "desk";
  private static final long SOON = 60_000;

  private final EchoMQConnectionFactory factory;
  private final TestServer server;

  NoLocalIT(TestServer server) {
    this.server = server;
    this.factory = new EchoMQConnectionFactory(server.uri());
  }

  private Connection connection(String clientId) throws JMSException {
    Connection connection = factory.createConnection();
    connection.setClientID(clientId);
    connection.start();
    return connection;
  }

  private static void send(Session session, Topic topic, String text) throws JMSException {
    try (MessageProducer producer = session.createProducer(topic)) {
      producer.send(session.createTextMessage(text));
    }
  }

  /** A raw record comes back as a map with the one field {@code data}. */
  private static void assertNextIs(String text, MessageConsumer consumer) throws JMSException {
    Message message = consumer.receive(SOON);
    assertNotNull(message, "no message where '" + text + "' was due");
    String got =
        message instanceof jakarta.jms.MapMessage map
            ? map.getString("data")
            : message.getBody(String.class);
    assertEquals(text, got);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cooked", "raw?payload=raw"})
  void whatTheOwnConnectionSendsIsSkippedInTransactionsTooAndWhateverItsPayload(String name)
      throws JMSException {
    try (Connection mine = connection(CLIENT);
        Connection other = connection("other")) {
      Session plain = mine.createSession();
      Session transacted = mine.createSession(Session.SESSION_TRANSACTED);
      Session theirs = other.createSession();
      Topic topic = plain.createTopic(name);
      MessageConsumer consumer = plain.createConsumer(topic, null, true);
      MessageConsumer durable = plain.createDurableConsumer(topic, "trail", null, true);

      send(plain, topic, "mine");
      send(transacted, topic, "mine, in a transaction");
      transacted.commit();
      send(theirs, topic, "theirs");

      for (MessageConsumer each : new MessageConsumer[] {consumer, durable}) {
        assertNextIs("theirs", each);
        assertNull(each.receiveNoWait());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"cooked-later", "raw-later?payload=raw"})
  void aDurableSubscriptionSkipsWhatItsClientSentOverAnEarlierConnection(String name)
      throws JMSException {
    try (Connection first = connection(CLIENT)) {
      Session session = first.createSession();
      Topic topic = session.createTopic(name);
      session.createDurableConsumer(topic, "trail", null, true).close();
      send(session, topic, "mine");
    }
    try (Connection again = connection(CLIENT);
        Connection other = connection("other")) {
      Session session = again.createSession();
      Topic topic = session.createTopic(name);
      send(other.createSession(), topic, "theirs");
      MessageConsumer durable = session.createDurableConsumer(topic, "trail", null, true);
      assertNextIs("theirs", durable);
      assertNull(durable.receiveNoWait());
    }
  }

  @Test
  void whatABranchOfTheOwnConnectionSendsIsSkipped() throws Exception {
    try (XAConnection mine = new EchoMQXAConnectionFactory(server.uri()).createXAConnection();
        Connection other = connection("other")) {
      mine.start();
      Session session = mine.createSession();
      Topic topic = session.createTopic("branched");
      Topic raw = session.createTopic("branched?payload=raw");
      MessageConsumer consumer = session.createConsumer(topic, null, true);
      MessageConsumer everything = session.createConsumer(topic);
      XASession branch = mine.createXASession();
      XAResource resource = branch.getXAResource();
      for (boolean onePhase : new boolean[] {true, false}) {
        UnsubscribeIT.Branch xid = new UnsubscribeIT.Branch("branch " + onePhase);
        resource.start(xid, XAResource.TMNOFLAGS);
        send(branch, topic, "mine");
        send(branch, raw, "mine");
        resource.end(xid, XAResource.TMSUCCESS);
        if (!onePhase) {
          resource.prepare(xid);
        }
        resource.commit(xid, onePhase);
      }
      send(other.createSession(), topic, "theirs");

      assertNextIs("theirs", consumer);
      assertNull(consumer.receiveNoWait());
      for (int i = 0; i < 4; i++) {
        assertNextIs("mine", everything);
      }
    }
  }
}
