package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class CompleteJobsScriptTest {
  @AutoClose private final Rig rig;

  CompleteJobsScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void completesAllThatAreHeldAndNamesTheStaleAndTheGone() {
    rig.seed(
        "job:$A hash state=active attempts=1 payload=a",
        "job:$B hash state=active attempts=2 payload=b",
        "job:$C hash state=scheduled attempts=1 payload=c",
        "schedule zset $C=now+60s",
        "jms:prio hash $A=-5 $B=1",
        "jms:expiry zset $A=now+60s",
        "active zset $A=now+30s $B=now+30s $D=now+30s");
    assertEquals(
        List.of(List.of("$B", "$C"), List.of("$D")),
        rig.run("complete-jobs", "", 0, 0, 0, "$A", 1, "$B", 1, "$C", 1, "$D", 1));
    rig.holds(
        "job:$B hash attempts=2 payload=b state=active",
        "job:$C hash attempts=1 payload=c state=scheduled",
        "schedule zset $C=now+60s",
        "jms:prio hash $B=1",
        "active zset $B=now+30s",
        "metrics:completed hash count=1");
  }

  @Test
  void aReapedAndUnclaimedJobIsCompletedByItsOldHolder() {
    rig.seed("job:$A hash state=pending attempts=1 payload=a", "pending zset $A=0");
    assertEquals(0L, rig.run("complete-jobs", "", 0, 0, 0, "$A", 1));
    rig.holds("metrics:completed hash count=1");
  }

  @Test
  void aRepeatFindsTheRowsGoneAndCountsNothing() {
    rig.seed("job:$A hash state=active attempts=1 payload=a", "active zset $A=now+30s");
    rig.run("complete-jobs", "", 0, 0, 0, "$A", 1, "$A", 1);
    assertEquals(List.of(List.of(), List.of("$A")), rig.run("complete-jobs", "", 0, 0, 0, "$A", 1));
    rig.holds("metrics:completed hash count=1");
  }

  @Test
  void aRepeatAnswersWhatTheFirstTimeAnswered() {
    rig.seed(
        "job:$A hash state=active attempts=1 payload=a",
        "job:$B hash state=active attempts=2 payload=b",
        "active zset $A=now+30s $B=now+30s");
    List<?> first = List.of(List.of("$B"), List.of("$C"));
    assertEquals(
        first, rig.run("complete-jobs", "c", 7, 7, 60_000, "$A", 1, "$B", 1, "$C", 1), "applied");
    assertEquals(
        first, rig.run("complete-jobs", "c", 7, 7, 60_000, "$A", 1, "$B", 1, "$C", 1), "repeated");
    rig.holds(
        "job:$B hash attempts=2 payload=b state=active",
        "active zset $B=now+30s",
        "jms:acked:c string~ 7;7:$B/$C",
        "metrics:completed hash count=1");
  }

  @Test
  void aRepeatWhoseFirstTimeNeverArrivedFindsWhatOthersSettledMeanwhile() {
    rig.seed("jms:acked:c string 6");
    assertEquals(
        List.of(List.of(), List.of("$A")), rig.run("complete-jobs", "c", 7, 7, 60_000, "$A", 1));
    rig.holds("jms:acked:c string~ 7;7:/$A");
  }

  @Test
  void answersThatMayBeAskedForAgainAreKeptAndOthersForgotten() {
    rig.run("complete-jobs", "c", 6, 6, 60_000, "$A", 1);
    rig.run("complete-jobs", "c", 7, 7, 60_000, "$B", 1);
    rig.run("complete-jobs", "c", 8, 7, 60_000, "$C", 1);
    rig.holds("jms:acked:c string~ 8;8:/$C;7:/$B");
    assertEquals(
        List.of(List.of(), List.of("$B")), rig.run("complete-jobs", "c", 7, 7, 60_000, "$B", 1));
    assertEquals(
        List.of(List.of(), List.of("$C")), rig.run("complete-jobs", "c", 8, 7, 60_000, "$C", 1));
    rig.holds("jms:acked:c string~ 8;8:/$C;7:/$B");
  }

  @Test
  void anAnswerThatComesLateTakesNothingFromTheMemory() {
    rig.seed("job:$A hash state=active attempts=1 payload=a", "active zset $A=now+30s");
    rig.run("complete-jobs", "c", 8, 8, 60_000, "$A", 1);
    rig.run("complete-jobs", "c", 7, 7, 60_000, "$B", 1);
    assertEquals(0L, rig.run("complete-jobs", "c", 8, 8, 60_000, "$A", 1));
  }

  @Test
  void aLaneReturnsToTheRingWithATokenAndLeavesNoCount() {
    rig.seed(
        "job:$A hash state=active attempts=1 payload=a group=%A",
        "job:$B hash state=pending attempts=0 payload=b group=%A",
        "g:%A:pending zset $B=0",
        "active zset $A=now+30s",
        "glimit hash %A=1",
        "gactive hash %A=1");
    rig.run("complete-jobs", "", 0, 0, 0, "$A", 1);
    rig.holds(
        "job:$B hash attempts=0 group=%A payload=b state=pending",
        "g:%A:pending zset $B=0",
        "glimit hash %A=1",
        "ring list %A",
        "wake list 1",
        "metrics:completed hash count=1");
  }

  @Test
  void moreThanATableOfAThousandIsTakenInChunks() {
    List<Object> args = new ArrayList<>(List.of("", 0, 0, 0));
    for (int i = 0; i < 2_500; i++) {
      String id = String.format("JOB%011d", i);
      rig.jedis().hset("emq:{q}:job:" + id, "attempts", "1");
      rig.jedis().hset("emq:{q}:job:" + id, "state", "active");
      rig.jedis().zadd("emq:{q}:active", 5, id);
      args.addAll(List.of(id, 1));
    }
    assertEquals(0L, rig.run("complete-jobs", args.toArray()));
    rig.holds("metrics:completed hash count=2500");
  }
}
