package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class PromoteScriptTest {
  @AutoClose private final Rig rig;

  PromoteScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void dueJobsBecomeReadyAtTheScoreOfTheirPriority() {
    rig.seed(
        "job:$A hash state=scheduled attempts=0 payload=a",
        "job:$B hash state=scheduled attempts=0 payload=b",
        "job:$C hash state=scheduled attempts=0 payload=c",
        "jms:prio hash $B=-5",
        "schedule zset $A=now-20s $B=now-10s $C=now+60s $D=now-10s");
    assertEquals(2L, rig.run("promote", 100));
    rig.holds(
        "job:$A hash attempts=0 payload=a state=pending",
        "job:$B hash attempts=0 payload=b state=pending",
        "job:$C hash attempts=0 payload=c state=scheduled",
        "jms:prio hash $B=-5",
        "pending zset $B=-5 $A=0",
        "schedule zset $C=now+60s");
  }

  @Test
  void theBatchBoundsTheCall() {
    rig.seed(
        "job:$A hash state=scheduled attempts=0 payload=a",
        "job:$B hash state=scheduled attempts=0 payload=b",
        "schedule zset $A=now-20s $B=now-10s");
    assertEquals(1L, rig.run("promote", 1));
    assertEquals(1L, rig.run("promote", 1));
    assertEquals(0L, rig.run("promote", 1));
  }

  @Test
  void aLaneJobGoesIntoItsLane() {
    rig.seed(
        "job:$A hash state=scheduled attempts=0 payload=a group=%A", "schedule zset $A=now-20s");
    assertEquals(1L, rig.run("promote", 100));
    rig.holds(
        "job:$A hash attempts=0 group=%A payload=a state=pending",
        "g:%A:pending zset $A=0", "ring list %A", "wake list 1");
  }
}
