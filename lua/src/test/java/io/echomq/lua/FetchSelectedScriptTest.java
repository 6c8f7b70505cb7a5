package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class FetchSelectedScriptTest {
  private static final String RED = "[1,[\"=\",[\"p\",\"p\",\"c\"],[\"s\",\"red\"]]]";
  private static final String BIG = "[1,[\">\",[\"p\",\"p\",\"n\"],[\"l\",\"9007199254740993\"]]]";

  @AutoClose private final Rig rig;

  FetchSelectedScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void leasesOnlyWhatMatchesInOrderAndLeavesTheTokens() {
    rig.seed("pending zset $A=0 $B=-5 $C=0 $D=0", "wake list 1");
    row("$A", "red");
    row("$B", "red");
    row("$C", "blue");
    payload("$D", "hello");
    List<?> answer = select(RED, 5, "", "", 100);
    assertEquals(List.of("$B", "$A"), ids(answer));
    assertEquals(List.of("0", "$D", List.of()), answer.subList(6, 9));
    assertEquals(0L, answer.get(1));
    assertEquals(
        List.of("$C", "$D"),
        rig.jedis().zrange(Keyspace.key("pending"), 0, -1).stream()
            .map(Keyspace::shorten)
            .toList());
    assertEquals(1, rig.jedis().llen(Keyspace.key("wake")));
    assertEquals("active", rig.jedis().hget(Keyspace.key("job:$A"), "state"));
    assertEquals("pending", rig.jedis().hget(Keyspace.key("job:$C"), "state"));
    assertEquals(2, rig.jedis().zcard(Keyspace.key("active")));
  }

  @Test
  void theScanEndsByRowsOrMatchesOrBytesAndGoesOnAtTheCursor() {
    rig.seed("pending zset $A=0 $B=0 $C=0");
    row("$A", "blue");
    row("$B", "red");
    row("$C", "red");
    List<?> answer = select(RED, 5, "", "", 1);
    assertEquals(List.of(), ids(answer));
    assertEquals(1L, answer.get(1));
    assertEquals(List.of("0", "$A"), answer.subList(6, 8));
    answer = select(RED, 1, "0", "$A", 100);
    assertEquals(List.of("$B"), ids(answer));
    assertEquals(1L, answer.get(1));
    answer = select(RED, 1, "0", "$B", 100);
    assertEquals(List.of("$C"), ids(answer));
    assertEquals(0L, answer.get(1));
    rig.seed("pending zset $A=0 $D=0");
    row("$D", "red");
    answer = (List<?>) rig.run("fetch-selected", 5, 30_000, 0, 16_384, 10, RED, "", "", 100);
    assertEquals(List.of("0", "$A"), answer.subList(6, 8), "the byte budget is used up by $A");
    assertEquals(1L, answer.get(1));
  }

  @Test
  void textsRuleOutMostRowsAtSightAndFourTimesAsManyAreLookedAt() {
    String telling = RED.substring(0, RED.length() - 1) + ",[\"red\"]]";
    rig.seed("pending zset $A=0 $B=0 $C=0 $D=0 $E=0 $F=0");
    row("$A", "blue");
    payload("$B", "{\"jms\":1,\"m\":\"n\",\"p\":{\"c\":\"blue\"}}\n the body is red");
    payload("$C", "{\"jms\":1,\"m\":\"n\",\"p\":{\"c\":\"\\u0072ed\"}}\n");
    payload("$D", "{\"jms\":1,\"m\":\"n\",\"p\":{\"c\":\"blue\"}}\n \\ in the body");
    payload("$E", "foreign");
    row("$F", "red");
    List<?> answer = select(telling, 5, "", "", 2);
    assertEquals(List.of("$C"), ids(answer), "two were looked at closely: B and C");
    assertEquals(List.of("0", "$C"), answer.subList(6, 8));
    assertEquals(List.of("$F"), ids(select(telling, 5, "0", "$C", 1)));
    rig.seed("pending zset $A=0 $B=0 $D=0 $E=0 $G=0 $H=0");
    row("$G", "blue");
    row("$H", "blue");
    answer = select(telling, 5, "0", "$B", 1);
    assertEquals(List.of("0", "$H"), answer.subList(6, 8));
    assertEquals(0L, answer.get(1));
  }

  @Test
  void whatCannotBeDecidedHereIsAnsweredAndLeftWhereItIs() {
    rig.seed("pending zset $A=0 $B=0 $C=0");
    String exact = "{\"jms\":1,\"m\":\"n\",\"p\":{\"n\":{\"l\":\"9007199254740993\"}}}\n";
    payload("$A", exact);
    payload("$B", "x".repeat(200));
    payload("$C", "{\"jms\":1,oops\n");
    List<?> answer =
        (List<?>) rig.run("fetch-selected", 5, 30_000, 0, 100, 10_000, BIG, "", "", 100);
    assertEquals(List.of(), ids(answer));
    assertEquals(List.of("$B", 200L, "$C", "{\"jms\":1,oops\n"), answer.get(8));
    assertEquals(3, rig.jedis().zcard(Keyspace.key("pending")));
  }

  @Test
  void ghostsAreRemovedAndDeadLettersBuried() {
    rig.seed("pending zset $A=0 $B=0 $C=0", "job:$B string oops");
    row("$C", "red");
    rig.jedis().hset(Keyspace.key("job:$C"), "attempts", "2");
    List<?> answer =
        (List<?>) rig.run("fetch-selected", 5, 30_000, 2, 100, 10_000, RED, "", "", 100);
    assertEquals(List.of("$A", "$B"), answer.get(3));
    assertEquals(List.of("$C"), answer.get(4));
    assertEquals("dead", rig.jedis().hget(Keyspace.key("job:$C"), "state"));
    assertEquals(0, rig.jedis().zcard(Keyspace.key("pending")));
  }

  @Test
  void thePayloadOfAMatchIsReadOnceAndAnswered() {
    String red = "{\"jms\":1,\"m\":\"n\",\"p\":{\"c\":\"red\"}}\nbody";
    rig.seed("pending zset $A=0 $B=0");
    payload("$A", red);
    payload("$B", red);
    rig.jedis().hdel(Keyspace.key("job:$B"), "attempts", "state");
    rig.jedis().configResetStat();
    List<?> jobs = (List<?>) select(RED, 5, "", "", 100).get(5);
    assertEquals(List.of("$A", 1L, 0L, red, "$B", 1L, 0L, red), jobs);
    String calls = rig.jedis().info("commandstats");
    assertTrue(calls.contains("cmdstat_hstrlen:calls=2,"), calls);
  }

  @Test
  void aPausedQueueAnswersNothing() {
    rig.seed("pending zset $A=0", "meta hash paused=1");
    row("$A", "red");
    assertEquals(List.of(), ids(select(RED, 5, "", "", 100)));
  }

  @Test
  void aProgramOfAnotherVersionIsRefusedAndChangesNothing() {
    rig.seed("pending zset $A=0");
    row("$A", "red");
    String refusal =
        rig.refusal("fetch-selected", 5, 30_000, 0, 100, 10_000, "[2,[\"b\",true]]", "", "", 100);
    assertTrue(refusal.contains("selector program of version 2"), refusal);
  }

  private List<?> select(String program, int max, String score, String id, int rows) {
    return (List<?>)
        rig.run("fetch-selected", max, 30_000, 0, 16_384, 1_000_000, program, score, id, rows);
  }

  private static List<?> ids(List<?> answer) {
    List<?> jobs = (List<?>) answer.get(5);
    return IntStream.range(0, jobs.size() / 4).mapToObj(i -> jobs.get(4 * i)).toList();
  }

  private void row(String id, String colour) {
    payload(id, "{\"jms\":1,\"m\":\"n\",\"p\":{\"c\":\"" + colour + "\"}}\n");
  }

  private void payload(String id, String payload) {
    String key = Keyspace.key("job:" + id);
    rig.jedis().hset(key, "state", "pending");
    rig.jedis().hset(key, "attempts", "0");
    rig.jedis().hset(key, "payload", payload);
  }
}
