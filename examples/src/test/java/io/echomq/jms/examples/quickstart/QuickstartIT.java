package io.echomq.jms.examples.quickstart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

@WithServer
class QuickstartIT {
  private static final String GOOD = "A1,eva.lind3,MUG-001,3,4.50,EUR,2026-11-27T00:00:02Z\n";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void theBundledOrdersAreAllAccountedFor(TestServer server) {
    assertEquals(0, run("--url", server.uri()), this::said);
    assertRow("sent", 5_000);
    assertRow("processed", 4_999);
    assertRow("redelivered", 101);
    assertRow("dead letters", 1);
    assertTrue(said().contains("dead letter: line 3217: A103217,"), this::said);
  }

  @Test
  void aSecondRunOnTheSameServerIsNotConfusedByTheFirst(TestServer server, @TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("orders.csv");
    Files.writeString(file, "order_id,rest\n" + GOOD.repeat(60) + "bad\n\n" + GOOD);
    for (int i = 0; i < 2; i++) {
      out.reset();
      int status = run("--url", server.uri(), "--file", file.toString(), "--listeners", "3");
      assertEquals(0, status, this::said);
      assertRow("sent", 62);
      assertRow("processed", 61);
      assertRow("redelivered", 2);
      assertRow("dead letters", 1);
    }
  }

  @Test
  void aQueueThatHoldsMessagesIsLeftAlone(TestServer server) {
    try (Jedis jedis = server.jedis()) {
      jedis.hset("emq:{taken}:job:JOB00000000001", "payload", "somebody's");
      jedis.hset("emq:{taken}:job:JOB00000000001", "state", "pending");
      jedis.hset("emq:{taken}:job:JOB00000000001", "attempts", "0");
      jedis.zadd("emq:{taken}:pending", 0, "JOB00000000001");
      assertEquals(2, run("--url", server.uri(), "--queue", "taken"), this::said);
      assertTrue(said().contains("already holds messages"), this::said);
      assertEquals(1, jedis.zcard("emq:{taken}:pending"));
    }
  }

  @Test
  void whatCannotBeRunEndsWithStatusTwoAndAServerThatIsAwayWithOne() {
    assertEquals(2, run("--file", "/no/such/file.csv"));
    assertTrue(said().contains("/no/such/file.csv does not exist"), this::said);
    assertEquals(2, run("--url", "nonsense://x"));
    assertTrue(said().contains("nonsense"), this::said);
    assertEquals(1, run("--url", "valkey://127.0.0.1:1?connectTimeout=200ms"));
    assertTrue(said().contains("127.0.0.1:1"), this::said);
  }

  private int run(String... words) {
    return Quickstart.run(
        List.of(words),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private void assertRow(String name, int count) {
    String row = String.format("%-16s %,9d %,9d%n", name, count, count);
    assertTrue(said().contains(row), () -> row + " is not in\n" + said());
  }

  private String said() {
    return out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
  }
}
