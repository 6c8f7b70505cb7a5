package io.echomq.jms.races;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.params.XClaimParams;

/** Whoever loses a lease is told of the message by the name its sender gave it (hard cases, 9). */
@WithServer
@Timeout(180)
class LostLeasesIT {
  private static final long SOON = 60_000;

  private final TestServer server;
  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  private Connection connection;
  private Session session;

  LostLeasesIT(TestServer server) {
    this.server = server;
  }

  @BeforeEach
  void connect() throws JMSException {
    EchoMQConnectionFactory factory = new EchoMQConnectionFactory(server.uri("lease=3s"));
    factory.setLostLeaseListener((from, messageId) -> told.add(from + " " + messageId));
    connection = factory.createConnection();
    connection.start();
    session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
  }

  @AfterEach
  void close() throws JMSException {
    connection.close();
  }

  private void assertToldAndNamed(String from, Message held) throws Exception {
    assertEquals(from + " " + held.getJMSMessageID(), told.poll(SOON, TimeUnit.MILLISECONDS));
    JMSException refused = assertThrows(JMSException.class, held::acknowledge);
    assertTrue(refused.getMessage().contains(held.getJMSMessageID()), refused.getMessage());
    assertTrue(told.isEmpty(), "told twice");
  }

  @Test
  void aJobThatAnotherConsumerHasTaken() throws Exception {
    MessageConsumer consumer = session.createConsumer(session.createQueue("stolen"));
    session.createProducer(session.createQueue("stolen")).send(session.createTextMessage("a"));
    Message held = consumer.receive(SOON);
    try (Jedis jedis = server.jedis()) {
      String id = held.getJMSMessageID().substring("ID:".length());
      jedis.hincrBy("emq:{stolen}:job:" + id, "attempts", 1);
    }
    assertToldAndNamed("stolen", held);
  }

  @Test
  void aRecordOfATopicWhosePositionIsNotItsName() throws Exception {
    Topic topic = session.createTopic("taken");
    MessageConsumer consumer = session.createSharedConsumer(topic, "team");
    String stream = "emq:{taken}:stream:events";
    try (Jedis jedis = server.jedis()) {
      // From a publisher whose clock is ahead: what is sent now is put above it, elsewhere.
      StreamEntryID ahead = new StreamEntryID(System.currentTimeMillis() + 60_000, 0);
      jedis.xadd(stream, ahead, Map.of("a", "from the future"));
      consumer.receive(SOON).acknowledge();
      session.createProducer(topic).send(session.createTextMessage("a"));
      Message held = consumer.receive(SOON);
      StreamEntryID position = jedis.xrevrange(stream, "+", "-", 1).get(0).getID();
      String field = jedis.xrange(stream, position, position).get(0).getFields().get("id");
      assertNotEquals("ID:" + field, held.getJMSMessageID());
      String group = jedis.xinfoGroups(stream).get(0).getName();
      jedis.xclaim(stream, group, "thief", 0, XClaimParams.xClaimParams(), position);
      assertToldAndNamed("taken", held);
    }
  }
}
