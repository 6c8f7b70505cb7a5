package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class ClaimLaneScriptTest {
  @AutoClose private final Rig rig;

  ClaimLaneScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void theRingTurnsOneStepForEachClaim() {
    rig.seed(
        "job:$A hash state=pending attempts=0 payload=a group=%A",
        "job:$B hash state=pending attempts=0 payload=b group=%A",
        "job:$C hash state=pending attempts=0 payload=c group=%B",
        "g:%A:pending zset $A=0 $B=0",
        "g:%B:pending zset $C=0",
        "ring list %A %B");
    assertEquals(List.of("$A", "a", 1L), rig.run("claim-lane", 30_000));
    assertEquals(List.of("$C", "c", 1L), rig.run("claim-lane", 30_000));
    rig.holds(
        "job:$A hash attempts=1 group=%A payload=a state=active",
        "job:$B hash attempts=0 group=%A payload=b state=pending",
        "job:$C hash attempts=1 group=%B payload=c state=active",
        "g:%A:pending zset $B=0",
        "ring list %A",
        "gactive hash %A=1 %B=1",
        "active zset $A=now+30s $C=now+30s");
  }

  @Test
  void atItsLimitALaneLeavesTheRing() {
    rig.seed(
        "job:$A hash state=pending attempts=0 payload=a group=%A",
        "job:$B hash state=pending attempts=0 payload=b group=%A",
        "g:%A:pending zset $A=0 $B=0",
        "glimit hash %A=1",
        "ring list %A");
    rig.run("claim-lane", 30_000);
    assertEquals(List.of(), rig.run("claim-lane", 30_000));
    assertEquals(0, rig.jedis().llen("emq:{q}:ring"));
  }

  @Test
  void emptyLanesAndGhostsAreClearedAway() {
    rig.seed("g:%A:pending zset $A=0", "ring list %B %A");
    assertEquals(List.of(), rig.run("claim-lane", 30_000));
    rig.holds();
  }

  @Test
  void aPausedQueueAnswersNothing() {
    rig.seed("g:%A:pending zset $A=0", "ring list %A", "meta hash paused=1");
    assertEquals(List.of(), rig.run("claim-lane", 30_000));
    rig.holds("g:%A:pending zset $A=0", "ring list %A", "meta hash paused=1");
  }
}
