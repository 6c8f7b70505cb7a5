package io.echomq.tck.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

@WithServer
@Timeout(300)
class GateIT {
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  private int judge(String url) {
    return GateMain.judge(url, new PrintStream(printed, true, StandardCharsets.UTF_8));
  }

  private String record() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  @Test
  void everyScenarioPassesAndNothingIsLeftBehind(TestServer server) {
    assertEquals(0, judge(server.uri()), this::record);
    String record = record();
    assertTrue(record.startsWith("engine " + server.row() + "\n"), record);
    assertTrue(record.contains("\nfence claimed echomq:2.0.0\n"), record);
    assertTrue(Pattern.compile("\npipelined EVALSHA \\d+ ops/s\n").matcher(record).find(), record);
    assertTrue(record.contains("\nscript_loads 1\n"), record);
    assertTrue(Pattern.compile("\ngate record PASS (\\d+)/\\1\n").matcher(record).find(), record);
    try (Jedis jedis = server.jedis()) {
      Set<String> left =
          jedis.keys("*").stream()
              .filter(key -> !key.startsWith("emq:{_jms}:"))
              .collect(Collectors.toSet());
      assertEquals(Set.of(Wire.VERSION_KEY), left);
    }
  }

  @Test
  void aServerOfThisVersionIsJoined(TestServer server) {
    try (Jedis jedis = server.jedis()) {
      jedis.set(Wire.VERSION_KEY, Wire.VERSION);
    }
    assertEquals(0, judge(server.uri()), this::record);
    assertTrue(record().contains("\nfence joined echomq:2.0.0\n"), this::record);
  }

  @Test
  void aServerOfAnotherVersionIsRefusedAndUntouched(TestServer server) {
    try (Jedis jedis = server.jedis()) {
      jedis.set(Wire.VERSION_KEY, "echomq:3.0.0");
      assertEquals(2, judge(server.uri()));
      assertTrue(record().contains("gate record REFUSED fence: the server holds echomq:3.0.0"));
      assertEquals("echomq:3.0.0", jedis.get(Wire.VERSION_KEY));
      assertEquals(Set.of(Wire.VERSION_KEY), jedis.keys("*"));
    }
  }

  @Test
  void aServerThatDoesNotAnswerIsRefused() {
    assertEquals(2, judge("valkey://127.0.0.1:1"));
    assertTrue(record().contains("gate record REFUSED valkey://127.0.0.1:1"), this::record);
    assertEquals(2, judge("valkey+cluster://127.0.0.1:1"));
    assertFalse(record().contains("gate record PASS"));
  }

  @Test
  void aScenarioThatDoesNotHoldFailsTheGate() {
    GateRecord gate = new GateRecord(new PrintStream(printed, true, StandardCharsets.UTF_8));
    gate.pass("one");
    gate.fail("two", "because");
    assertFalse(gate.end());
    assertEquals("PASS one\nFAIL two: because\ngate record FAIL 1/2\n", record());
    assertFalse(new GateRecord(System.out).end(), "nothing was judged");
  }
}
