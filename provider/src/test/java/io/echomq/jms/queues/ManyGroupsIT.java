package io.echomq.jms.queues;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.testing.PrivateServer;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/**
 * A million groups that come and go, each with one message, twenty thousand of them there at a
 * time. The system property {@code echomq.groups} says how many.
 */
@Tag("long")
@Timeout(value = 25, unit = TimeUnit.MINUTES)
class ManyGroupsIT {
  private static final int GROUPS = Integer.getInteger("echomq.groups", 1_000_000);
  private static final int WAVE = Math.min(GROUPS, 20_000);

  /** What a server's own upkeep and buffers may differ by. */
  private static final long SLACK = 2L << 20;

  /** What stays of a queue whose messages are all consumed, however many groups there were. */
  private static final Set<String> LASTING = Set.of("{emq}:version", "emq:{q}:metrics:completed");

  @AutoClose private final PrivateServer server = PrivateServer.start();

  @Test
  void leaveNoKeyAndNoMemoryOnTheServer() throws JMSException {
    try (Jedis jedis = server.jedis();
        Connection connection = new EchoMQConnectionFactory(server.uri()).createConnection()) {
      connection.start();
      Session session = connection.createSession();
      Queue queue = session.createQueue("q");
      AtomicInteger received = new AtomicInteger();
      AtomicInteger failed = new AtomicInteger();
      Session listening = connection.createSession();
      listening.createConsumer(queue).setMessageListener(m -> received.incrementAndGet());
      wave(session, queue, 0, failed);
      awaitAll(received, WAVE);
      awaitNothingLeft(jedis);
      long memory = memory(jedis);

      for (int sent = WAVE; sent < GROUPS; sent += WAVE) {
        wave(session, queue, sent, failed);
        awaitAll(received, sent + WAVE);
      }
      assertEquals(0, failed.get());
      awaitNothingLeft(jedis);
      await()
          .untilAsserted(
              () -> {
                long after = memory(jedis);
                assertTrue(
                    after < memory + SLACK, "grew from " + memory + " to " + after + " bytes");
              });
      assertEquals(
          Integer.toString(received.get()), jedis.hget("emq:{q}:metrics:completed", "count"));
    }
  }

  /** Waits as long as some come: how many in a second is the machine's affair. */
  private static void awaitAll(AtomicInteger received, int all) {
    for (int seen = received.get(); seen < all; seen = received.get()) {
      int before = seen;
      await()
          .atMost(30, TimeUnit.SECONDS)
          .pollInterval(5, TimeUnit.MILLISECONDS)
          .until(() -> received.get() > before);
    }
    assertEquals(all, received.get());
  }

  /** The last acknowledgements are still under way when the last message has been received. */
  private static void awaitNothingLeft(Jedis jedis) {
    await()
        .atMost(30, TimeUnit.SECONDS)
        .untilAsserted(() -> assertEquals(LASTING, lastingKeys(jedis)));
  }

  private static void wave(Session session, Queue queue, int from, AtomicInteger failed)
      throws JMSException {
    CompletionListener listener =
        new CompletionListener() {
          @Override
          public void onCompletion(Message message) {
            // counted by its receiver
          }

          @Override
          public void onException(Message message, Exception exception) {
            failed.incrementAndGet();
          }
        };
    try (MessageProducer producer = session.createProducer(queue)) {
      for (int i = from; i < from + WAVE; i++) {
        TextMessage message = session.createTextMessage("x");
        message.setStringProperty("JMSXGroupID", "group " + i);
        producer.send(message, listener);
      }
    }
  }

  /** All keys but the wake list, and those that go by themselves. */
  private static Set<String> lastingKeys(Jedis jedis) {
    Set<String> keys = jedis.keys("*");
    keys.removeIf(key -> key.endsWith(":wake") || jedis.pttl(key) != -1);
    return keys;
  }

  private static long memory(Jedis jedis) {
    Matcher used = Pattern.compile("used_memory:(\\d+)").matcher(jedis.info("memory"));
    assertTrue(used.find());
    return Long.parseLong(used.group(1));
  }
}
