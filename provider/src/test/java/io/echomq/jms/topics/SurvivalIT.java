package io.echomq.jms.topics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.testing.PrivateSentinel;
import io.echomq.testing.PrivateServer;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Topic;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;

/** Subscriptions outlive their client, their server's restart, and a failover. */
@Timeout(240)
class SurvivalIT {
  private static final String CLIENT = "desk";
  private static final String NAME = "trail";
  private static final long SOON = 60_000;
  private static final String STREAM = "emq:{prices}:stream:events";
  private static final String[] DURABLE_SERVER = {"appendonly yes", "appendfsync always"};

  private static JMSContext context(String uri) {
    JMSContext context =
        new EchoMQConnectionFactory(uri).createContext(JMSContext.CLIENT_ACKNOWLEDGE);
    context.setClientID(CLIENT);
    return context;
  }

  private static void send(JMSContext context, Topic topic, String... texts) {
    for (String text : texts) {
      context.createProducer().send(topic, text);
    }
  }

  private static void assertNext(JMSConsumer consumer, String text, int count) throws JMSException {
    Message message = consumer.receive(SOON);
    assertNotNull(message, "no message where '" + text + "' was due");
    assertEquals(text, message.getBody(String.class));
    assertEquals(count, message.getIntProperty("JMSXDeliveryCount"), text);
    message.acknowledge();
  }

  @Test
  void aDurableSubscriptionWaitsForItsClientToComeBack() throws JMSException {
    try (PrivateServer server = PrivateServer.start()) {
      try (JMSContext first = context(server.uri())) {
        Topic topic = first.createTopic("prices");
        JMSConsumer consumer = first.createDurableConsumer(topic, NAME);
        send(first, topic, "1", "2", "3");
        assertNext(consumer, "1", 1);
        assertEquals("2", consumer.receive(SOON).getBody(String.class));
      }
      try (JMSContext other = new EchoMQConnectionFactory(server.uri()).createContext()) {
        send(other, other.createTopic("prices"), "4");
      }
      try (JMSContext again = context(server.uri())) {
        JMSConsumer consumer = again.createDurableConsumer(again.createTopic("prices"), NAME);
        assertNext(consumer, "2", 2);
        assertNext(consumer, "3", 1);
        assertNext(consumer, "4", 1);
        assertNull(consumer.receiveNoWait());
      }
    }
  }

  @Test
  void subscriptionsSurviveAKillAndRestartOfTheServerWithTheirConsumersOpenOrClosed()
      throws JMSException {
    try (PrivateServer server = PrivateServer.start(DURABLE_SERVER);
        JMSContext open = context(server.uri())) {
      Topic topic = open.createTopic("prices");
      JMSConsumer durable = open.createDurableConsumer(topic, NAME);
      JMSConsumer plain = open.createConsumer(topic);
      open.createSharedDurableConsumer(topic, "closed").close();
      send(open, topic, "1", "2");
      assertNext(durable, "1", 1);
      assertNext(plain, "1", 1);

      server.kill();
      server.restart();

      send(open, topic, "3");
      assertNext(durable, "2", 1);
      assertNext(durable, "3", 1);
      assertNext(plain, "2", 1);
      assertNext(plain, "3", 1);
      JMSConsumer closed = open.createSharedDurableConsumer(topic, "closed");
      for (String text : new String[] {"1", "2", "3"}) {
        assertNext(closed, text, 1);
      }
      assertNull(closed.receiveNoWait());
    }
  }

  @Test
  void subscriptionsSurviveAFailover() throws JMSException {
    try (PrivateSentinel group = PrivateSentinel.start();
        JMSContext open = context(group.uri() + "&sync=replicas")) {
      Topic topic = open.createTopic("prices");
      JMSConsumer durable = open.createDurableConsumer(topic, NAME);
      JMSConsumer plain = open.createConsumer(topic);
      open.createSharedDurableConsumer(topic, "closed").close();
      send(open, topic, "1", "2");
      assertNext(durable, "1", 1);
      assertNext(plain, "1", 1);

      group.failOver();

      try (JMSContext other = new EchoMQConnectionFactory(group.uri()).createContext()) {
        send(other, other.createTopic("prices"), "3");
      }
      assertNext(durable, "2", 1);
      assertNext(durable, "3", 1);
      assertNext(plain, "2", 1);
      assertNext(plain, "3", 1);
      JMSConsumer closed = open.createSharedDurableConsumer(topic, "closed");
      for (String text : new String[] {"1", "2", "3"}) {
        assertNext(closed, text, 1);
      }
    }
  }

  @Test
  void aReaderGoesOnWhenTheServerHasLostWhatItHadRead() throws JMSException {
    try (PrivateServer server = PrivateServer.start();
        JMSContext context = new EchoMQConnectionFactory(server.uri()).createContext()) {
      Topic topic = context.createTopic("prices");
      JMSConsumer consumer = context.createConsumer(topic);
      assertNull(consumer.receiveNoWait());
      try (Jedis jedis = server.jedis()) {
        // From a publisher whose clock is an hour ahead.
        long ahead = System.currentTimeMillis() + 3_600_000;
        jedis.xadd(STREAM, new StreamEntryID(ahead, 0), Map.of("a", "lost soon"));
        assertNotNull(consumer.receive(SOON));

        // As after a failover to a replica that had not got it.
        jedis.del(STREAM);
        jedis.clientKill(ClientKillParams.clientKillParams().type(ClientType.NORMAL));
      }

      send(context, topic, "after");
      assertEquals("after", consumer.receive(SOON).getBody(String.class));
    }
  }
}
