package io.echomq.jms.races;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.testing.FaultProxy;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes that all live shorter than a lease find what a dead one has left (ADR 0013). */
@WithServer
@Timeout(300)
class ShortLivedIT {
  /** A pause of more than 500 ms counts as one. */
  private static final String OPTIONS = "lease=1500ms&beat=50ms&nodeLease=60s";

  private static final long LIFE_MILLIS = 300;

  private static Message oneLife(String uri) throws JMSException {
    // Each with what a process of its own would have: nothing is shared with those before.
    try (Connection connection = new EchoMQConnectionFactory(uri).createConnection()) {
      connection.start();
      Session session = connection.createSession();
      MessageConsumer consumer = session.createConsumer(session.createQueue("short"));
      return consumer.receive(LIFE_MILLIS);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 700})
  void theyFindTogetherWhatADeadOneHasLeft(long pauseMillis, TestServer server) throws Exception {
    String uri = server.uri(OPTIONS);
    try (FaultProxy proxy = FaultProxy.before(server);
        Connection dead =
            new EchoMQConnectionFactory(server.uri(proxy) + "?" + OPTIONS).createConnection()) {
      dead.start();
      Session session = dead.createSession(Session.CLIENT_ACKNOWLEDGE);
      Queue queue = session.createQueue("short");
      session.createProducer(queue).send(session.createTextMessage("left"));
      assertNotNull(session.createConsumer(queue).receive(20_000));
      proxy.down();
      Message found = null;
      for (int lives = 0; found == null && lives < 60; lives++) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pauseMillis));
        found = oneLife(uri);
      }
      assertNotNull(found, "nobody gives it out");
      assertEquals(2, found.getIntProperty("JMSXDeliveryCount"));
    }
  }
}
