package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class SetPriorityScriptTest {
  @AutoClose private final Rig rig;

  SetPriorityScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void orderAndRowChangeTogether() {
    rig.seed(
        "job:$A hash state=pending attempts=0 payload=a",
        "job:$B hash state=pending attempts=0 payload=b",
        "pending zset $A=0 $B=0");
    assertEquals("", rig.run("set-priority", "$B", -5, 0, "new"));
    rig.holds(
        "job:$A hash attempts=0 payload=a state=pending",
        "job:$B hash attempts=0 payload=new state=pending",
        "jms:prio hash $B=-5",
        "pending zset $B=-5 $A=0");
    assertEquals("", rig.run("set-priority", "$B", 0, 0, ""));
    rig.holds(
        "job:$A hash attempts=0 payload=a state=pending",
        "job:$B hash attempts=0 payload=new state=pending",
        "pending zset $A=0 $B=0");
  }

  @Test
  void aDeadOrScheduledJobGetsItWhenItIsReady() {
    rig.seed("job:$A hash state=dead attempts=2 payload=a", "dead zset $A=0");
    assertEquals("", rig.run("set-priority", "$A", 3, 2, ""));
    rig.holds(
        "job:$A hash attempts=2 payload=a state=dead", "jms:prio hash $A=3", "dead zset $A=0");
  }

  @Test
  void nothingChangesForWhatIsHeldGoneInALaneOrWasDeliveredMeanwhile() {
    String[] before = {
      "job:$A hash attempts=1 payload=a state=active",
      "job:$B hash attempts=0 group=%A payload=b state=pending",
      "job:$C hash attempts=2 payload=c state=pending",
      "active zset $A=now+30s",
      "g:%A:pending zset $B=0",
      "pending zset $C=0"
    };
    rig.seed(before);
    assertEquals("active", rig.run("set-priority", "$A", -5, 1, "x"));
    assertEquals("lane", rig.run("set-priority", "$B", -5, 0, "x"));
    assertEquals("changed", rig.run("set-priority", "$C", -5, 1, "x"));
    assertEquals("gone", rig.run("set-priority", "$D", -5, 0, "x"));
    rig.holds(before);
  }
}
