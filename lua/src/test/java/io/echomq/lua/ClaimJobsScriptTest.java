package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class ClaimJobsScriptTest {
  @AutoClose private final Rig rig;

  ClaimJobsScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void leasesTheNamedJobsInTheOrderOfTheNamesAndKeepsTheTokens() {
    rig.seed(
        "job:$A hash state=pending attempts=0 payload=a",
        "job:$B hash state=pending attempts=2 returned=1 payload=b",
        "job:$C hash state=pending attempts=0 payload=c",
        "pending zset $A=0 $B=-5 $C=0",
        "wake list 1");
    List<?> answer = (List<?>) rig.run("claim-jobs", 30_000, 10, 100, "s1", "", 0, 0, "$C", "$B");
    assertEquals(List.of("$C", 1L, 0L, "c", "$B", 3L, 1L, "b"), answer.get(5));
    rig.holds(
        "job:$A hash attempts=0 payload=a state=pending",
        "job:$B hash attempts=3 payload=b returned=1 state=active",
        "job:$C hash attempts=1 payload=c state=active",
        "active zset $B=now+30s $C=now+30s",
        "pending zset $A=0",
        "wake list 1");
  }

  @Test
  void leavesOutWhatDoesNotWaitAnyMoreAndRemovesGhosts() {
    rig.seed(
        "job:$A hash state=active attempts=1 payload=a",
        "active zset $A=now+100s",
        "pending zset $B=0");
    List<?> answer = (List<?>) rig.run("claim-jobs", 30_000, 10, 100, "s1", "", 0, 0, "$A", "$B");
    assertEquals(List.of("$B"), answer.get(3));
    assertEquals(List.of(), answer.get(5));
    rig.holds("job:$A hash attempts=1 payload=a state=active", "active zset $A=now+100s");
  }

  @Test
  void aPausedQueueGivesNothing() {
    rig.seed(
        "job:$A hash state=pending attempts=0 payload=a",
        "pending zset $A=0",
        "meta hash paused=1");
    assertEquals(
        List.of(), ((List<?>) rig.run("claim-jobs", 30_000, 10, 100, "s1", "", 0, 0, "$A")).get(5));
    rig.holds(
        "job:$A hash attempts=0 payload=a state=pending",
        "pending zset $A=0",
        "meta hash paused=1");
  }

  @Test
  void takesOutOfALaneUnlessAnotherSessionHoldsIt() {
    rig.seed(
        "job:$A hash state=pending attempts=0 payload=a group=%A",
        "job:$B hash state=pending attempts=0 payload=b group=%A",
        "g:%A:pending zset $A=0 $B=0",
        "glimit hash %A=1",
        "ring list %A");
    List<?> mine = (List<?>) rig.run("claim-jobs", 30_000, 10, 100, "s1", "", 0, 0, "$A");
    assertEquals(List.of("$A", 1L, 0L, "a"), mine.get(5));
    List<?> theirs = (List<?>) rig.run("claim-jobs", 30_000, 10, 100, "s2", "", 0, 0, "$B");
    assertEquals(List.of(), theirs.get(5));
    mine = (List<?>) rig.run("claim-jobs", 30_000, 10, 100, "s1", "", 0, 0, "$B");
    assertEquals(List.of("$B", 1L, 0L, "b"), mine.get(5));
    assertEquals(0, rig.jedis().llen("emq:{q}:ring"));
  }
}
