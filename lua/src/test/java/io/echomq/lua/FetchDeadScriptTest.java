package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@WithServer
class FetchDeadScriptTest {
  private static final String RED = "[1,[\"=\",[\"p\",\"p\",\"c\"],[\"s\",\"red\"]]]";
  private static final String A = "job:$A hash attempts=3 payload=a state=dead";
  private static final String B = "job:$B hash attempts=3 payload=bb state=dead";

  @AutoClose private final Rig rig;

  FetchDeadScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @BeforeEach
  void seed() {
    rig.seed(A, B, "dead zset $A=0 $B=0");
  }

  @Test
  void aDeadLetterIsLeasedWhereItIs() {
    List<?> answer = fetch(1, "");
    assertEquals(List.of("$A", 4L, 0L, "a"), answer.get(5));
    assertEquals(List.of("0", "$A", List.of()), answer.subList(6, 9));
    assertEquals(1L, answer.get(1));
    rig.holds(
        "job:$A hash attempts=4 payload=a state=dead",
        B,
        "dead zset $A=0 $B=0",
        "jms:dead zset $A=now+30s");
  }

  @Test
  void whatAnotherHoldsIsPassedOverUntilItsLeaseEnds() {
    rig.seed("jms:dead zset $A=now+10s $B=now-10s");
    assertEquals(List.of("$B", 4L, 0L, 2L), fetch(5, "").get(5), "above one byte: the length");
  }

  @Test
  void noReapThrowsItBack() {
    fetch(1, "");
    rig.jedis().zadd(Keyspace.key("jms:dead"), 5, Keyspace.expand("$A"));
    rig.run("reap", 100);
    assertEquals(0, rig.jedis().zcard(Keyspace.key("pending")));
  }

  @Test
  void completingTakesItOutForGoodAndCountsNothing() {
    fetch(1, "");
    assertEquals(
        List.of(List.of("$B"), List.of()), rig.run("complete-jobs", "", 0, 0, 0, "$A", 4, "$B", 3));
    rig.holds(B, "dead zset $B=0");
  }

  @Test
  void aTransactionTakesItOutToo() {
    fetch(1, "");
    List<String> keys = List.of("emq:{_jms}:jms:unit:s", "pending");
    rig.runOn("commit-unit", keys, 1, 60_000, 1, 1, 0, "$A", 4);
    rig.holds(B, "dead zset $B=0", "emq:{_jms}:jms:unit:s string~ 1_");
  }

  @Test
  void givingItBackLeavesItDead() {
    fetch(2, "");
    assertEquals(
        List.of(),
        rig.run("release-jobs", "$A", 4, "u", 0, 0, "", "$B", 4, "a", 0, 60_000, "still bad"));
    rig.holds(
        "job:$A hash attempts=4 payload=a returned=1 state=dead",
        "job:$B hash attempts=4 last_error=still_bad payload=bb state=dead",
        "dead zset $A=0 $B=0",
        "jms:dead zset $B=now+60s");
    assertEquals(List.of("$A"), rig.run("release-jobs", "$A", 4, "u", 0, 0, ""));
  }

  @Test
  void itsLeaseIsExtendedLikeAnyOther() {
    fetch(1, "");
    assertEquals(List.of("$B"), rig.run("extend-jobs", 60_000, "$A", 4, "$B", 3));
    rig.holds(
        "job:$A hash attempts=4 payload=a state=dead",
        B,
        "dead zset $A=0 $B=0",
        "jms:dead zset $A=now+60s");
  }

  @Test
  void aSelectorChoosesAndLeavesOpenWhatItCannotDecide() {
    String red = "{\"jms\":1,\"m\":\"n\",\"p\":{\"c\":\"red\"}}\n";
    rig.jedis().hset(Keyspace.key("job:$B"), "payload", red);
    rig.seed("job:$C hash attempts=1 state=dead", "dead zset $C=0 $D=0");
    rig.jedis().hset(Keyspace.key("job:$C"), "payload", "x".repeat(100));
    List<?> answer =
        (List<?>) rig.run("fetch-dead", 5, 30_000, 60, 1_000, RED, "", "", 100, "", 0, 0);
    assertEquals(List.of("$B", 4L, 0L, red), answer.get(5));
    assertEquals(List.of("$C", 100L), answer.get(8));
    answer =
        (List<?>)
            rig.run("fetch-dead", 5, 30_000, 60, 1_000, "", "", "", 100, "", 0, 0, "$C", "$B");
    assertEquals(List.of("$C", 2L, 0L, 100L), answer.get(5), "$B is held already");
  }

  @Test
  void aMemberWithoutADeadRowIsTakenOut() {
    rig.seed("dead zset $C=0", "job:$A hash state=pending");
    assertEquals(List.of("$A", "$C"), fetch(5, "").get(3));
    assertEquals(1, rig.jedis().zcard(Keyspace.key("dead")));
    assertTrue(rig.jedis().exists(Keyspace.key("job:$A")));
  }

  private List<?> fetch(int max, String program) {
    return (List<?>) rig.run("fetch-dead", max, 30_000, 1, 1_000, program, "", "", 100, "", 0, 0);
  }
}
