package io.echomq.jms.races;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

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

/** A server that stands still for longer than a lease, and goes on as the same run. */
@Timeout(300)
class FrozenServerIT {
  private static final String OPTIONS =
      "?beat=50ms&reconnectMax=50ms&socketTimeout=500ms&connectTimeout=2s"
          + "&nodeLease=60s&lease=";

  /** Everything between the thaw and the holder's return has to happen within it. */
  private static final String LEASE = "5s";

  private static Connection started(String uri, String lease) throws JMSException {
    Connection connection = new EchoMQConnectionFactory(uri + OPTIONS + lease).createConnection();
    connection.start();
    return connection;
  }

  private static MessageConsumer consumer(Connection connection) throws JMSException {
    Session session = connection.createSession();
    return session.createConsumer(session.createQueue("frozen"));
  }

  @Test
  void nobodyReapsBeforeTheHoldersHadTimeToExtend() throws Exception {
    try (PrivateServer server = PrivateServer.start();
        FaultProxy proxy = FaultProxy.before(server);
        Connection holding = started(server.uri(proxy), LEASE);
        Connection waiting = started(server.uri(), LEASE)) {
      Session holder = holding.createSession(Session.CLIENT_ACKNOWLEDGE);
      Queue queue = holder.createQueue("frozen");
      holder.createProducer(queue).send(holder.createTextMessage("held"));
      Message held = holder.createConsumer(queue).receive(60_000);
      MessageConsumer other = consumer(waiting);
      assertNull(other.receive(5_300), "it has seen the server for longer than a lease");
      proxy.hold();
      server.pause();
      assertNull(other.receive(5_300), "the server stands still");
      server.resume();
      assertNull(other.receive(200), "the holder has not come through yet");
      try (Connection fresh = started(server.uri(), LEASE)) {
        assertNull(consumer(fresh).receive(200), "nor does one reap that has just come");
      }
      proxy.release();
      assertNull(other.receive(5_300), "the holder has extended");
      held.acknowledge();
      assertNull(other.receive(200));
    }
  }

  @Test
  void whatAHolderThatIsGoneHeldComesOneLeaseLater() throws Exception {
    try (PrivateServer server = PrivateServer.start();
        FaultProxy proxy = FaultProxy.before(server);
        Connection holding = started(server.uri(proxy), LEASE);
        Connection waiting = started(server.uri(), LEASE)) {
      Session holder = holding.createSession(Session.CLIENT_ACKNOWLEDGE);
      Queue queue = holder.createQueue("frozen");
      holder.createProducer(queue).send(holder.createTextMessage("held"));
      holder.createConsumer(queue).receive(60_000);
      MessageConsumer other = consumer(waiting);
      assertNull(other.receive(300));
      proxy.down();
      server.pause();
      assertNull(other.receive(5_300), "the server stands still");
      server.resume();
      Message again = other.receive(60_000);
      assertEquals(2, again.getIntProperty("JMSXDeliveryCount"));
      proxy.up();
    }
  }
}
