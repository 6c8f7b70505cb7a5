package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisDataException;

/** A key of a wrong type: what a script refuses it has not begun, and no counter fails anything. */
@WithServer
class WrongTypesScriptTest {
  private static final List<List<Object>> CALLS =
      List.of(
          List.of("fetch-jobs", 5, 30_000, 0, 100, 1_000, "s1"),
          List.of("complete-jobs", "", 0, 0, 0, "$A", 1),
          List.of("complete-jobs", "c", 1, 1, 1_000, "$A", 1, "$D", 1),
          List.of("release-jobs", "$A", 1, "u", 0, 0, ""),
          List.of("release-jobs", "$D", 1, "a", 0, 0, "", "$A", 1, "a", 0, 5_000, "why"),
          List.of("release-jobs", "$A", 1, "d", 0, 0, "poison"),
          List.of("complete", "$A", 1),
          List.of("complete", "$D", 1),
          List.of("retry", "$A", 1, 1_000, 5, "why"),
          List.of("retry", "$D", 1, 1_000, 1, "why"),
          List.of("claim", 1_000),
          List.of("claim-lane", 1_000),
          List.of("promote", 100),
          List.of("reap", 100),
          List.of("tend-queue", 9_000_000_000_000L, 100, 0),
          List.of("remove-job", "$D", ""),
          List.of("remove-jobs", "force", "$A", "$D"),
          List.of("reprocess-job", "$F", 0),
          List.of("redrive-jobs", 0, "$F"),
          List.of("enqueue-lane", "$X", "x", "%A"),
          List.of("schedule-job", "$X", "x", "in", 1_000),
          List.of("drain-queue", 100, "1"));

  private static final List<String> FACTS =
      List.of(
          "pending",
          "active",
          "schedule",
          "dead",
          "ring",
          "paused",
          "glimit",
          "gactive",
          "gweight");

  private static final List<String> ASIDE =
      List.of(
          "wake",
          "metrics:completed",
          "metrics:failed",
          "jms:prio",
          "jms:expiry",
          "jms:died",
          "jms:sizes",
          "jms:dead",
          "jms:holder",
          "jms:lanes",
          "jms:turns",
          "jms:waits");

  @AutoClose private final Rig rig;

  WrongTypesScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  private void seed() {
    rig.jedis().flushDB();
    rig.seed(
        "job:$A hash attempts=1 payload=a state=active",
        "job:$B hash attempts=0 payload=b state=pending",
        "job:$C hash attempts=0 payload=c state=pending group=%A",
        "job:$D hash attempts=1 payload=d state=active group=%B",
        "job:$E hash attempts=0 payload=e state=scheduled",
        "job:$F hash attempts=2 payload=f state=dead",
        "job:$G hash attempts=1 payload=g state=active",
        "active zset $A=now+10s $D=now+10s $G=1",
        "pending zset $B=0",
        "schedule zset $E=1",
        "dead zset $F=0",
        "g:%A:pending zset $C=0",
        "ring list %A",
        "gactive hash %B=1",
        "glimit hash %B=1",
        "jms:lanes set %B");
  }

  private void poison(String key) {
    rig.jedis().del(Keyspace.key(key));
    rig.jedis().set(Keyspace.key(key), "poison");
  }

  /** The refusal; null when the call went through. */
  private String call(List<Object> call) {
    try {
      rig.run((String) call.get(0), call.subList(1, call.size()).toArray());
      return null;
    } catch (JedisDataException refused) {
      return refused.getMessage();
    }
  }

  @Test
  void whatIsRefusedLeavesTheQueueAsItWas() {
    List<String> halfDone = new ArrayList<>();
    List<String> keys = new ArrayList<>(FACTS);
    keys.addAll(ASIDE);
    for (List<Object> call : CALLS) {
      seed();
      assertEquals(null, call(call), call + " fits the queue");
      for (String key : keys) {
        seed();
        poison(key);
        List<String> before = rig.lines();
        if (call(call) != null && !before.equals(rig.lines())) {
          halfDone.add(call + " with " + key);
        }
      }
    }
    assertEquals(List.of(), halfDone);
  }

  @Test
  void aCounterOrAnIndexOfAWrongTypeFailsNoSettlement() {
    List<String> side = ASIDE.subList(0, 7);
    for (List<Object> call : CALLS.subList(1, 10)) {
      for (String key : side) {
        seed();
        poison(key);
        assertEquals(null, call(call), call + " with " + key);
        assertEquals("poison", rig.jedis().get(Keyspace.key(key)));
      }
    }
  }

  @Test
  void whatCannotBeLeasedIsNotTakenOutOfWhereItWaits() {
    rig.seed("job:$B hash attempts=0 payload=b state=pending", "pending zset $B=0");
    poison("active");
    String refusal = rig.refusal("fetch-jobs", 5, 30_000, 0, 100, 1_000, "");
    assertTrue(refusal.contains("WRONGTYPE"), refusal);
  }
}
