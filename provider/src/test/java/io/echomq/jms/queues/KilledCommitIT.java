package io.echomq.jms.queues;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.lua.ScriptCatalog;
import io.echomq.testing.FaultProxy;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.JMSException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/**
 * Transactions of a thousand acknowledgements and a thousand sends over twenty queues whose JVM is
 * killed when so many bytes of the commit have reached the server: evenly spread over the whole
 * request, and when it was carried out and nobody was told. The system property {@code
 * echomq.kills} says how often.
 */
@WithServer
@Timeout(value = 1200, unit = TimeUnit.SECONDS)
@Tag("long")
class KilledCommitIT {
  private static final int KILLS = Integer.getInteger("echomq.kills", 50);
  private static final int EACH = 100;
  private static final int MESSAGES = EACH * TransferWorker.QUEUES;

  /** Where a commit is when its process dies. */
  private enum Point {
    /** A part of the request has reached the server. */
    WITHIN,
    /** It was carried out; the answer was lost. */
    UNTOLD,
    /** The process knew. */
    TOLD
  }

  private final TestServer server;
  @AutoClose private final Stage stage;
  @AutoClose private final FaultProxy proxy;
  private final ScriptCatalog scripts = ScriptCatalog.load();
  private String from = "in";
  private String to = "out";

  KilledCommitIT(TestServer server) throws JMSException {
    this.server = server;
    stage = new Stage(server);
    proxy = FaultProxy.before(server);
  }

  @Test
  void theWholeOfACommitIsDoneOrNothingWhereverItIsKilled() throws Exception {
    for (int i = 0; i < MESSAGES; i++) {
      stage.send("in" + i % TransferWorker.QUEUES, null, "m" + i);
    }
    long size = Long.MAX_VALUE;
    // The least of two: on a slow machine leases may be extended meanwhile.
    for (int i = 0; i < 2; i++) {
      size = Math.min(size, runAndKill(Point.TOLD, 0));
      swap();
    }
    assertTrue(size > 50 * MESSAGES, "a commit took no more than " + size + " bytes");
    Map<Point, Integer> points = new EnumMap<>(Point.class);
    for (int kill = 0; kill < KILLS; kill++) {
      Point point = kill % 5 == 4 ? Point.UNTOLD : Point.WITHIN;
      // commits have about the size of the first, so that even the last of these is cut off
      runAndKill(point, 1 + size * 9 / 10 * kill / KILLS);
      points.merge(point, 1, Integer::sum);
      if (point == Point.UNTOLD) {
        swap();
      }
      assertAllAre(from, point + " at kill " + kill);
      giveBack();
    }
    assertEquals(KILLS, points.values().stream().mapToInt(Integer::intValue).sum());
  }

  /** What a reap does when the leases of the killed process have ended. */
  private void giveBack() {
    for (int i = 0; i < TransferWorker.QUEUES; i++) {
      String base = "emq:{" + from + i + "}:";
      for (String id : stage.jedis.zrange(base + "active", 0, -1)) {
        stage.jedis.zadd(base + "active", 1, id);
      }
      stage.jedis.eval(scripts.get("reap").source(), List.of(base + "pending"), List.of("1000"));
    }
  }

  private void swap() {
    String was = from;
    from = to;
    to = was;
  }

  /**
   * Lets a worker receive and send everything, and kills it in its commit.
   *
   * @return bytes that went to the server meanwhile
   */
  private long runAndKill(Point point, long afterBytes) throws Exception {
    proxy.up();
    Process jvm = start();
    try (BufferedReader said = jvm.inputReader(StandardCharsets.UTF_8);
        Writer orders = jvm.outputWriter(StandardCharsets.UTF_8)) {
      assertEquals(TransferWorker.READY, said.readLine());
      long before = proxy.requestBytes();
      CompletableFuture<Void> there =
          switch (point) {
            case WITHIN -> proxy.stopRequestsAfter(afterBytes);
            case UNTOLD -> proxy.loseReplyTo("jms:unit:");
            case TOLD -> CompletableFuture.completedFuture(null);
          };
      orders.write("commit\n");
      orders.flush();
      if (point == Point.TOLD) {
        assertEquals(TransferWorker.MOVED, said.readLine());
      }
      there.get(60, TimeUnit.SECONDS);
      return proxy.requestBytes() - before;
    } finally {
      jvm.destroyForcibly(); // SIGKILL
      jvm.waitFor();
    }
  }

  private Process start() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            TransferWorker.class.getName(),
            server.uri(proxy) + "?maxDeliveries=100000",
            Integer.toString(EACH),
            from,
            to)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Every message is there once, in a set, and in queues of this kind. */
  private void assertAllAre(String kind, String when) {
    await().untilAsserted(() -> assertEquals(List.of(), strays(kind), when));
    Map<String, Integer> seen = new TreeMap<>();
    for (int i = 0; i < TransferWorker.QUEUES; i++) {
      count(kind + i, seen);
    }
    assertEquals(MESSAGES, seen.size(), "lost, " + when);
    seen.forEach((text, times) -> assertEquals(1, times, text + " is doubled, " + when));
  }

  private List<String> strays(String kind) {
    List<String> rows = new ArrayList<>(stage.jedis.keys("emq:*:job:*"));
    rows.removeIf(key -> key.startsWith("emq:{" + kind));
    return rows;
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
