package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class TuneLaneScriptTest {
  @AutoClose private final Rig rig;

  TuneLaneScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  private static final String ROW = "job:$A hash attempts=0 group=%A payload=a state=pending";
  private static final String LANE = "g:%A:pending zset $A=0";

  @Test
  void aPausedLaneLeavesTheRingAndComesBackWithAToken() {
    rig.seed(ROW, LANE, "ring list %A");
    assertEquals(1L, rig.run("tune-lane", "%A", "pause", ""));
    assertEquals(0L, rig.run("tune-lane", "%A", "pause", ""));
    rig.holds(ROW, LANE, "paused set %A");
    assertEquals(1L, rig.run("tune-lane", "%A", "resume", ""));
    rig.holds(ROW, LANE, "ring list %A", "wake list 1");
  }

  @Test
  void aLimitThatIsReachedTakesTheLaneOutAndZeroTakesTheLimitAway() {
    rig.seed(ROW, LANE, "ring list %A", "gactive hash %A=2");
    assertEquals(1L, rig.run("tune-lane", "%A", "limit", 2));
    rig.holds(ROW, LANE, "gactive hash %A=2", "glimit hash %A=2");
    assertEquals(1L, rig.run("tune-lane", "%A", "limit", 0));
    rig.holds(ROW, LANE, "gactive hash %A=2", "ring list %A", "wake list 1");
  }

  @Test
  void anOperatorsLimitOfALaneOfOursOutlivesItsJobsAndGivesWayToOurs() {
    String group = "GRP0000000000A";
    rig.seed(
        "job:$A hash attempts=0 group=" + group + " payload=a state=pending",
        "g:" + group + ":pending zset $A=0",
        "ring list " + group,
        "glimit hash " + group + "=1",
        "jms:lanes set " + group);
    assertEquals(0L, rig.run("tune-lane", group, "limit", 0));
    assertEquals(1L, rig.run("tune-lane", group, "limit", 1));
    assertEquals(0L, rig.run("tune-lane", group, "limit", 1));
    rig.holds(
        "job:$A hash attempts=0 group=" + group + " payload=a state=pending",
        "g:" + group + ":pending zset $A=0",
        "ring list " + group,
        "glimit hash " + group + "=1");
    assertEquals(1L, rig.run("tune-lane", group, "limit", 0));
    rig.holds(
        "job:$A hash attempts=0 group=" + group + " payload=a state=pending",
        "g:" + group + ":pending zset $A=0",
        "ring list " + group,
        "glimit hash " + group + "=1",
        "jms:lanes set " + group);
  }

  @Test
  void aWeightIsKeptUntilItIsTakenAway() {
    assertEquals(1L, rig.run("tune-lane", "%A", "weight", 3));
    assertEquals(0L, rig.run("tune-lane", "%A", "weight", 3));
    rig.holds("gweight hash %A=3");
    assertEquals(1L, rig.run("tune-lane", "%A", "weight", 0));
    rig.holds();
  }

  @Test
  void anUnknownVerbIsRefused() {
    assertTrue(rig.refusal("tune-lane", "%A", "stop", "").startsWith("EMQSTATE stop"));
  }
}
