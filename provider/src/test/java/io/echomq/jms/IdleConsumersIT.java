package io.echomq.jms;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.PrivateServer;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** What consumers that wait cost the server: commands for each beat, whatever the machine does. */
@Timeout(180)
class IdleConsumersIT {
  private static final int MANY = 200;
  private static final int BEATS = 12;
  private static final long BEAT_MILLIS = 100;

  private final PrivateServer server = PrivateServer.start();
  private final Jedis jedis = server.jedis();
  private final LinkedBlockingQueue<String> got = new LinkedBlockingQueue<>();

  @AfterEach
  void close() {
    jedis.close();
    server.close();
  }

  @Test
  void twoHundredOnAsManyQueuesCostFewCommandsABeat() throws JMSException {
    try (JMSContext context = waiting(i -> "idle-" + i)) {
      Idle idle = idle();
      // One for each queue and beat would be 200 a beat; what beats on other links is a few.
      assertTrue(idle.calls("evalsha") <= 5 * idle.beats(), idle::toString);
      // 8 for the queues; 8 more with each sweep.
      assertTrue(idle.calls("exists") <= 8 * (idle.beats() + 3), idle::toString);
      assertTrue(connections() <= 8, () -> "connections: " + connections());
    }
  }

  @Test
  void twoHundredOnOneQueueCostFewScriptsABeat() throws JMSException {
    try (JMSContext context = waiting(i -> "idle")) {
      Idle idle = idle();
      assertTrue(idle.calls("evalsha") <= 5 * idle.beats(), idle::toString);
      assertTrue(connections() <= 8, () -> "connections: " + connections());
    }
  }

  @Test
  void whatOthersPutIntoOneOfManyQuietQueuesUnannouncedIsFound() throws JMSException {
    try (JMSContext context = waiting(i -> "idle-" + i)) {
      idle();
      for (Map.Entry<String, Integer> each :
          Map.of("pending", 0, "schedule", 1, "active", 1).entrySet()) {
        String queue = "emq:{idle-" + (100 + got.size()) + "}:";
        String id = "JOB0STF4r0SSp" + "abc".charAt(got.size());
        String state = each.getKey().equals("schedule") ? "scheduled" : each.getKey();
        jedis.hset(
            queue + "job:" + id, Map.of("state", state, "attempts", "1", "payload", each.getKey()));
        jedis.zadd(queue + each.getKey(), each.getValue(), id);
        int before = got.size();
        await().atMost(Duration.ofSeconds(60)).until(() -> got.size() > before);
      }
      assertEquals(3, got.size());
    }
  }

  /** A context with waiting consumers. A short lease, so that reaping begins soon. */
  private JMSContext waiting(IntFunction<String> queue) throws JMSException {
    JMSContext context =
        new EchoMQConnectionFactory(server.uri() + "?lease=2s&beat=" + BEAT_MILLIS + "ms")
            .createContext();
    List<JMSConsumer> consumers = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      JMSConsumer consumer = context.createConsumer(context.createQueue(queue.apply(i)));
      consumer.setMessageListener(message -> got.add(String.valueOf(message)));
      consumers.add(consumer);
    }
    assertEquals(MANY, consumers.size());
    // Each queue is tended once before it is known to be quiet.
    await()
        .atMost(Duration.ofSeconds(40))
        .until(
            () -> {
              jedis.configResetStat();
              beats(3);
              return calls("evalsha") < MANY / 10;
            });
    return context;
  }

  /**
   * What was called in some beats: of a consumer, or as many as there was time for, when its thread
   * had to wait for a processor.
   */
  private record Idle(Map<String, Long> calls, long millis) {
    long calls(String command) {
      return calls.getOrDefault(command, 0L);
    }

    long beats() {
      return Math.max(calls("blpop"), millis / BEAT_MILLIS);
    }
  }

  /** Counts from nothing for some beats, and all at one moment. */
  private Idle idle() {
    long begun = System.nanoTime();
    jedis.configResetStat();
    beats(BEATS);
    Map<String, Long> calls = CommandCounts.all(jedis);
    return new Idle(calls, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
  }

  /** Each beat ends one wait for tokens and begins the next. */
  private void beats(int count) {
    long from = calls("blpop");
    await().atMost(Duration.ofSeconds(30)).until(() -> calls("blpop") >= from + count);
  }

  private long connections() {
    return jedis.clientList().lines().count();
  }

  private long calls(String command) {
    return CommandCounts.calls(jedis, command);
  }
}
