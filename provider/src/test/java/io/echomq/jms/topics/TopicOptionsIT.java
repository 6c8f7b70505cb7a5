package io.echomq.jms.topics;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.EchoMQAdmin;
import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Topic;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.params.XReadGroupParams;

/** Options behind a topic's name override the factory's. */
@WithServer
@Timeout(180)
class TopicOptionsIT {
  private static final long SOON = 60_000;
  private static final String NAME = "audit";

  private final TestServer server;

  TopicOptionsIT(TestServer server) {
    this.server = server;
  }

  private long dead(EchoMQAdmin admin, String queue) throws JMSException {
    return admin.stat(queue).dead();
  }

  @Test
  void maxDeliveriesOfTheTopicBuriesWhatARollbackReturns() throws JMSException {
    EchoMQConnectionFactory factory = new EchoMQConnectionFactory(server.uri());
    try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED);
        EchoMQAdmin admin = factory.createAdmin()) {
      Topic topic = context.createTopic("twice?maxDeliveries=2");
      JMSConsumer shared = context.createSharedDurableConsumer(topic, NAME);
      JMSConsumer plain = context.createConsumer(topic);
      context.createProducer().send(topic, "poison").send(topic, "good");
      context.commit();
      for (int i = 0; i < 2; i++) {
        assertEquals("poison", shared.receiveBody(String.class, SOON));
        assertEquals("poison", plain.receiveBody(String.class, SOON));
        context.rollback();
      }
      assertEquals("good", shared.receiveBody(String.class, SOON));
      assertEquals("good", plain.receiveBody(String.class, SOON));
      assertEquals(2, dead(admin, "twice"));
    }
  }

  @Test
  void maxDeliveriesOfTheTopicBuriesWhatKilledItsConsumers() throws JMSException {
    EchoMQConnectionFactory factory = new EchoMQConnectionFactory(server.uri("lease=600ms"));
    try (JMSContext context = factory.createContext();
        EchoMQAdmin admin = factory.createAdmin();
        Jedis jedis = server.jedis()) {
      Topic topic = context.createTopic("killer?maxDeliveries=1");
      context.createSharedDurableConsumer(topic, NAME).close();
      context.createProducer().send(topic, "poison").send(topic, "good");
      // As a JVM leaves it that was killed with the message in its hands.
      String stream = "emq:{killer}:stream:events";
      jedis.xreadGroup(
          jedis.xinfoGroups(stream).get(0).getName(),
          "jms:CON0000000000:7",
          XReadGroupParams.xReadGroupParams().count(1),
          Map.of(stream, StreamEntryID.XREADGROUP_UNDELIVERED_ENTRY));

      try (JMSConsumer consumer = context.createSharedDurableConsumer(topic, NAME)) {
        assertEquals("good", consumer.receiveBody(String.class, SOON));
        await()
            .atMost(30, TimeUnit.SECONDS)
            .until(() -> consumer.receive(100) == null && dead(admin, "killer") == 1);
      }
    }
  }

  @Test
  void redeliveryDelayOfTheTopicHoldsWithAndWithoutAGroup() throws JMSException {
    EchoMQConnectionFactory factory = new EchoMQConnectionFactory(server.uri());
    try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
      Topic topic = context.createTopic("later?redeliveryDelay=400ms");
      JMSConsumer shared = context.createSharedDurableConsumer(topic, NAME);
      JMSConsumer plain = context.createConsumer(topic);
      context.createProducer().send(topic, "a");
      context.commit();
      assertEquals("a", shared.receiveBody(String.class, SOON));
      assertEquals("a", plain.receiveBody(String.class, SOON));
      long rolledBack = System.nanoTime();
      context.rollback();
      for (JMSConsumer consumer : new JMSConsumer[] {shared, plain}) {
        Message again = consumer.receive(SOON);
        assertEquals(2, again.getIntProperty("JMSXDeliveryCount"));
        assertTrue(System.nanoTime() - rolledBack >= 395_000_000L, "it came too early");
      }
    }
  }

  @Test
  void deadLettersOfATopicGoWhereItSays() throws JMSException {
    EchoMQConnectionFactory factory = new EchoMQConnectionFactory(server.uri());
    try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED);
        JMSContext reader = factory.createContext();
        EchoMQAdmin admin = factory.createAdmin()) {
      Topic topic = context.createTopic("moved?maxDeliveries=1&deadLetterQueue=graveyard");
      JMSConsumer shared = context.createSharedDurableConsumer(topic, NAME);
      JMSConsumer plain = context.createConsumer(topic);
      context.createProducer().send(topic, "poison");
      context.commit();
      assertEquals("poison", shared.receiveBody(String.class, SOON));
      assertEquals("poison", plain.receiveBody(String.class, SOON));

      context.rollback();

      JMSConsumer graves = reader.createConsumer(reader.createQueue("graveyard"));
      for (int i = 0; i < 2; i++) {
        Message letter = graves.receive(SOON);
        assertEquals("poison", letter.getBody(String.class));
        assertEquals("moved", letter.getStringProperty("JMS_EchoMQ_OriginalDestination"));
      }
      assertEquals(0, dead(admin, "moved"));
    }
  }

  @Test
  void whatWasBuriedAndNotMovedIsMovedByWhoReadsTheTopic() throws JMSException {
    EchoMQConnectionFactory factory = new EchoMQConnectionFactory(server.uri("lease=600ms"));
    for (boolean durable : new boolean[] {true, false}) {
      String base = durable ? "left" : "left2";
      try (JMSContext context = factory.createContext();
          Jedis jedis = server.jedis()) {
        Topic topic = context.createTopic(base + "?deadLetterQueue=graveyard");
        JMSConsumer reader =
            durable
                ? context.createSharedDurableConsumer(topic, NAME)
                : context.createConsumer(topic);
        // As whoever died between the two steps has left it.
        String id = durable ? "JOB0STF4r0SSpz" : "JOB0STF4r0SSq0";
        jedis.hset(
            "emq:{" + base + "}:job:" + id,
            Map.of("state", "dead", "attempts", "1", "payload", "poison"));
        jedis.zadd("emq:{" + base + "}:dead", 0, id);
        JMSConsumer graves = context.createConsumer(context.createQueue("graveyard"));
        assertEquals("poison", graves.receiveBody(String.class, SOON));
        reader.close();
      }
    }
  }
}
