package io.echomq.jms.queues;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.JMSException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/**
 * Transactions over twenty queues whose JVM is killed at random points, as often as the system
 * property {@code echomq.kills} says.
 */
@WithServer
@Timeout(value = 300, unit = TimeUnit.SECONDS)
@Tag("long")
class KilledCommitIT {
  private static final int KILLS = Integer.getInteger("echomq.kills", 50);
  private static final int MESSAGES = 2_000;
  private static final int EACH = 100;

  private final TestServer server;
  @AutoClose private final Stage stage;

  KilledCommitIT(TestServer server) throws JMSException {
    this.server = server;
    stage = new Stage(server);
  }

  @Test
  void noMessageIsLostAndNoneIsDoubled() throws Exception {
    for (int i = 0; i < MESSAGES; i++) {
      stage.send("in" + i % TransferWorker.QUEUES, null, "m" + i);
    }
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int kill = 0; kill < KILLS; kill++) {
      // Every other one is killed at any point of its life, the rest some time after a commit.
      runAndKill(kill % 2 == 0, random.nextInt(400));
    }
    Map<String, Integer> seen = new TreeMap<>();
    long moved = 0;
    for (int i = 0; i < TransferWorker.QUEUES; i++) {
      count("in" + i, seen);
      count("out" + i, seen);
      String completed = stage.jedis.hget("emq:{in" + i + "}:metrics:completed", "count");
      moved += completed == null ? 0 : Long.parseLong(completed);
    }
    assertTrue(moved >= KILLS / 2, "transactions moved no more than " + moved + " messages");
    assertEquals(MESSAGES, seen.size(), "lost, seed " + seed);
    seen.forEach((text, times) -> assertEquals(1, times, text + " is doubled, seed " + seed));
  }

  private void runAndKill(boolean afterCommit, int afterMillis)
      throws IOException, InterruptedException {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                TransferWorker.class.getName(),
                server.uri("lease=1s&maxDeliveries=100000"),
                Integer.toString(EACH))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader said = jvm.inputReader(StandardCharsets.UTF_8)) {
      assertEquals("READY", said.readLine());
      if (afterCommit) {
        assertEquals(TransferWorker.MOVED, said.readLine());
      }
      jvm.waitFor(afterMillis, TimeUnit.MILLISECONDS);
    } finally {
      jvm.destroyForcibly(); // SIGKILL
      jvm.waitFor();
    }
  }

  /** Counts rows, whatever state they are in, and holds the sets against them. */
  private void count(String queue, Map<String, Integer> seen) {
    Jedis jedis = stage.jedis;
    String base = "emq:{" + queue + "}:";
    int rows = 0;
    for (String key : jedis.keys("emq:?" + queue + "?:job:*")) {
      String payload = jedis.hget(key, "payload");
      seen.merge(payload.substring(payload.indexOf('\n') + 1), 1, Integer::sum);
      rows++;
    }
    assertEquals(
        rows, jedis.zcard(base + "pending") + jedis.zcard(base + "active"), "sets of " + queue);
  }
}
