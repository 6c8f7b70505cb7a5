package io.echomq.jms.topics;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Topic;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** The hard limits of a topic's log trim what a durable subscription needs too. */
@WithServer
@Timeout(180)
class HardLimitsIT {
  private static final String QUICK = "clientId=desk&lease=600ms&beat=50ms&";

  private final TestServer server;

  HardLimitsIT(TestServer server) {
    this.server = server;
  }

  @Test
  void recordsOlderThanRetainAgeGoAlsoWhenNothingElseHappens() {
    try (JMSContext context =
            new EchoMQConnectionFactory(server.uri(QUICK + "retainAge=2s")).createContext();
        Jedis jedis = server.jedis()) {
      Topic topic = context.createTopic("aged");
      context.createDurableConsumer(topic, "trail").close();
      context.createProducer().send(topic, "1").send(topic, "2");

      await().atMost(30, TimeUnit.SECONDS).until(() -> jedis.xlen("emq:{aged}:stream:events") == 0);

      try (JMSConsumer again = context.createDurableConsumer(topic, "trail")) {
        assertNull(again.receiveNoWait());
      }
    }
  }

  @Test
  void aLogLargerThanRetainBytesLosesItsOldest() {
    long most = 200_000;
    try (JMSContext context =
            new EchoMQConnectionFactory(server.uri(QUICK + "retainBytes=" + most)).createContext();
        Jedis jedis = server.jedis()) {
      Topic topic = context.createTopic("large");
      context.createDurableConsumer(topic, "trail").close();
      String body = "x".repeat(1_000);
      for (int i = 0; i < 1_000; i++) {
        context.createProducer().send(topic, body);
      }
      String stream = "emq:{large}:stream:events";

      await().atMost(30, TimeUnit.SECONDS).until(() -> jedis.memoryUsage(stream) <= most);

      // What fits is kept.
      await()
          .atMost(30, TimeUnit.SECONDS)
          .until(() -> jedis.xlen(stream) >= 100 && jedis.xlen(stream) <= 200);
    }
  }
}
