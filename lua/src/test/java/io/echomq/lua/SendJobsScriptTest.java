package io.echomq.lua;

import static io.echomq.lua.Rig.PENDING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class SendJobsScriptTest {
  @AutoClose private final Rig rig;

  SendJobsScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void storesJobsInOrderWithOneTokenEachAndRemembersTheSequence() {
    assertEquals(0L, send("c", 7, job("$A", "x"), job("$B", "")));
    rig.holds(
        "job:$A hash attempts=0 payload=x state=pending",
        "job:$B hash attempts=0 payload= state=pending",
        "pending zset $A=0 $B=0",
        "wake list 1 1",
        "jms:sent:c string~ 7");
  }

  @Test
  void whatIsToldOfABlockIsNotedWhereItsJobsStandTogether() {
    send("", 0, job("$B", "x"), job("$C", "x"), List.of("$B$C\n{}"));
    rig.holds(
        "job:$B hash attempts=0 payload=x state=pending",
        "job:$C hash attempts=0 payload=x state=pending",
        "pending zset $B=0 $C=0",
        "wake list 1 1",
        "jms:blocks zset~ $B$C2\n{}=0");
  }

  @Test
  void soIsThatOfPlainJobsInTheirShortForm() {
    rig.run("send-jobs", "", 0, 0, "p", "$B", "x", "$C", "x", "$B$C\n{}");
    rig.holds(
        "job:$B hash attempts=0 payload=x state=pending",
        "job:$C hash attempts=0 payload=x state=pending",
        "pending zset $B=0 $C=0",
        "wake list 1 1",
        "jms:blocks zset~ $B$C2\n{}=0");
  }

  @Test
  void andNotWhereAnotherStandsBetweenOrOneIsNotStored() {
    rig.seed("pending zset $C=0", "job:$F hash state=active");
    send("", 0, job("$B", "x"), job("$D", "x"), List.of("$B$D\n{}"));
    send("", 0, job("$E", "x"), job("$F", "x"), List.of("$E$F\n{}"));
    assertEquals(0, rig.jedis().exists(Keyspace.key("jms:blocks")) ? 1 : 0);
    assertEquals(4, rig.jedis().zcard(Keyspace.key("pending")));
  }

  @Test
  void withoutAChannelNothingIsRemembered() {
    send("", 0, job("$A", "x"));
    rig.holds("job:$A hash attempts=0 payload=x state=pending", "pending zset $A=0", "wake list 1");
  }

  @Test
  void aRepeatedOrEarlierSequenceChangesNothing() {
    send("c", 7, job("$A", "x"));
    rig.seed("emq:{_jms}:mark string yes");
    assertEquals(0L, send("c", 7, job("$A", "x")));
    assertEquals(0L, send("c", 6, job("$B", "x")));
    rig.jedis().del("emq:{_jms}:mark");
    rig.holds(
        "job:$A hash attempts=0 payload=x state=pending",
        "pending zset $A=0",
        "wake list 1",
        "jms:sent:c string~ 7");
  }

  @Test
  void withoutTheOneBeforeItNothingIsStored() {
    rig.seed("jms:sent:c string~ 4");
    assertTrue(rig.refusal("send-jobs", "c", "7:6", 1000, "$A", "short").contains("EMQORDER"));
    Object[] general = {"c", "7:6", 1000, "$A", "v", "a", 1, 0, 0, ""};
    assertTrue(rig.refusal("send-jobs", general).contains("EMQORDER"));
    assertEquals(0L, rig.run("send-jobs", "c", 6, 1000, "$B", "before"));
    assertEquals(0L, rig.run("send-jobs", "c", "7:6", 1000, "$A", "short"));
    assertEquals(0L, rig.run("send-jobs", "c", "8:7", 1000, "$C", "v", "c", 1, 0, 0, ""));
    assertEquals(0L, rig.run("send-jobs", "c", "7:6", 1000, "$A", "a repeat"));
    assertEquals("8", rig.jedis().get("emq:{q}:jms:sent:c"));
  }

  @Test
  void aRepeatAfterTheMessageWasConsumedDoesNotBringItBack() {
    send("c", 7, job("$A", "x"));
    rig.run("fetch-jobs", 1, 30_000, 0, 16_384, 1_000_000);
    rig.run("complete-jobs", "", 0, 0, 0, "$A", 1);
    assertEquals(0L, send("c", 7, job("$A", "x")));
    rig.holds("metrics:completed hash count=1", "wake list 1", "jms:sent:c string~ 7");
  }

  @Test
  void foreignIdsAreNamedByIndexAndNamedAgainOnRepeatEvenOfAnEarlierCall() {
    rig.seed("job:$A hash state=dead attempts=3 payload=theirs");
    assertEquals(List.of(1L, 3L), send("c", 1, job("$A", "x"), job("$B", "y"), job("$B", "z")));
    assertEquals(0L, send("c", 2, job("$C", "x")));
    assertEquals(List.of(1L, 3L), send("c", 1, job("$A", "x"), job("$B", "y"), job("$B", "z")));
    rig.holds(
        "job:$A hash attempts=3 payload=theirs state=dead",
        "job:$B hash attempts=0 payload=y state=pending",
        "job:$C hash attempts=0 payload=x state=pending",
        "pending zset $B=0 $C=0",
        "wake list 1 1",
        "jms:sent:c string~ 2;1:1,3");
  }

  @Test
  void prioritiesOfJobsThatOthersCompletedDoNotPileUp() {
    for (int i = 0; i < 1000; i++) {
      rig.jedis().hset("emq:{q}:jms:prio", "gone " + i, "-1");
    }
    String live = String.format("JOB%011d", 0);
    send("", 0, List.of(live, "v", "", -1, 0, 0, ""));
    for (int i = 1; i <= 60; i++) {
      String id = String.format("JOB%011d", i);
      send("", 0, List.of(id, "v", "", -1, 0, 0, ""));
      // As a runtime completes it that knows nothing of priorities.
      rig.jedis().zrem("emq:{q}:pending", id);
      rig.jedis().del("emq:{q}:job:" + id);
    }
    assertTrue(rig.jedis().hlen("emq:{q}:jms:prio") <= 150, "they stay");
    assertTrue(rig.jedis().hexists("emq:{q}:jms:prio", live), "a live one is gone");
  }

  @Test
  void priorityDelayExpiryAndGroupGoWhereTheyBelong() {
    send(
        "",
        0,
        List.of("$A", "v", "high", -5, 0, "now+100s", ""),
        List.of("$B", "v", "later", 1, "now+50s", 0, ""),
        List.of("$C", "v", "past", 0, "now-50s", 0, ""),
        List.of("$D", "v", "lane", -5, 0, 0, "%A"));
    rig.holds(
        "job:$A hash attempts=0 payload=high state=pending",
        "job:$B hash attempts=0 payload=later state=scheduled",
        "job:$C hash attempts=0 payload=past state=pending",
        "job:$D hash attempts=0 group=%A payload=lane state=pending",
        "pending zset $A=-5 $C=0",
        "schedule zset $B=now+50s",
        "g:%A:pending zset $D=0",
        "ring list %A",
        "glimit hash %A=1",
        "jms:lanes set %A",
        "jms:prio hash $A=-5 $B=1",
        "jms:expiry zset $A=now+100s",
        "wake list 1 1 1 1");
  }

  @Test
  void onlyANewEarliestDueTimeWakes() {
    rig.seed("schedule zset $Z=now+50s");
    send("", 0, List.of("$A", "v", "", 0, "now+100s", 0, ""));
    assertEquals(0, rig.jedis().llen("emq:{q}:wake"));
    send("", 0, List.of("$B", "v", "", 0, "now+20s", 0, ""));
    assertEquals(1, rig.jedis().llen("emq:{q}:wake"));
  }

  @Test
  void neverMoreThanSixtyFourTokensWait() {
    List<List<Object>> jobs = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      jobs.add(job(String.format("JOB%011d", i), ""));
    }
    rig.run("send-jobs", arguments("", 0, jobs));
    assertEquals(64, rig.jedis().llen("emq:{q}:wake"));
    assertEquals(100, rig.jedis().zcard("emq:{q}:pending"));
  }

  @Test
  void aStagedBodyBecomesTheRowAndLosesItsExpiry() {
    rig.seed("jms:stage:$A hash~ payload=big");
    send("", 0, List.of("$A", "s", "", 0, 0, 0, ""));
    rig.holds(
        "job:$A hash attempts=0 payload=big state=pending", "pending zset $A=0", "wake list 1");
  }

  @Test
  void aMissingStageRefusesTheWholeCall() {
    String refusal = refused(job("$A", "x"), List.of("$B", "s", "", 0, 0, 0, ""));
    assertTrue(refusal.startsWith("EMQSTATE the staged body of $B"), refusal);
  }

  @Test
  void anIdOfAnotherKindRefusesTheWholeCall() {
    String refusal = refused(job("$A", "x"), job("%B", "x"));
    assertTrue(refusal.startsWith("EMQKIND %B"), refusal);
  }

  @Test
  void aKeyOfAWrongTypeRefusesTheWholeCall() {
    rig.seed("jms:prio string oops");
    String refusal = refused(job("$A", "x"), List.of("$B", "v", "", 1, 0, 0, ""));
    assertTrue(refusal.startsWith("WRONGTYPE emq:{q}:jms:prio"), refusal);
  }

  @Test
  void aTemporaryQueueWithoutOwnerLeavesNoKey() {
    Object[] args = arguments("c", 1, List.of(job("$A", "x")));
    List<String> keys = List.of(PENDING, "emq:{_jms}:jms:temp:q");
    assertTrue(rig.refusalOn("send-jobs", keys, args).startsWith("EMQGONE"));
    rig.holds();
    rig.seed("emq:{_jms}:jms:temp:q string me");
    assertEquals(0L, rig.runOn("send-jobs", keys, args));
  }

  @Test
  void aTemporaryQueueIsKnownByItsNameAndNeedsItsOwner() {
    Object[] args = arguments("", 0, List.of(job("$A", "x")));
    List<String> keys = List.of("emq:{_tmp.x}:pending");
    assertTrue(rig.refusalOn("send-jobs", keys, args).startsWith("EMQGONE"));
    rig.seed("emq:{_tmp.x}:jms:owner string me");
    assertEquals(0L, rig.runOn("send-jobs", keys, args));
  }

  private static List<Object> job(String id, String payload) {
    return List.of(id, "v", payload, 0, 0, 0, "");
  }

  @SafeVarargs
  private Object send(String channel, int sequence, List<Object>... jobs) {
    return rig.run("send-jobs", arguments(channel, sequence, List.of(jobs)));
  }

  @SafeVarargs
  private String refused(List<Object>... jobs) {
    return rig.refusal("send-jobs", arguments("c", 1, List.of(jobs)));
  }

  private static Object[] arguments(String channel, int sequence, List<List<Object>> jobs) {
    List<Object> args = new ArrayList<>(List.of(channel, sequence, 60_000));
    jobs.forEach(args::addAll);
    return args.toArray();
  }
}
