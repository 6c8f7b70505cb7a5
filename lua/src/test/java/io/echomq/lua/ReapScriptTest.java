package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class ReapScriptTest {
  @AutoClose private final Rig rig;

  ReapScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void lapsedLeasesBecomeReadyAndAttemptsStay() {
    rig.seed(
        "job:$A hash state=active attempts=2 payload=a",
        "job:$B hash state=active attempts=1 payload=b",
        "job:$C hash state=active attempts=1 payload=c",
        "active zset $A=now-10s $B=now+30s $C=inf $D=now-10s");
    assertEquals(1L, rig.run("reap", 100));
    rig.holds(
        "job:$A hash attempts=2 payload=a state=pending",
        "job:$B hash attempts=1 payload=b state=active",
        "job:$C hash attempts=1 payload=c state=active",
        "pending zset $A=0",
        "active zset $B=now+30s $C=inf");
  }

  @Test
  void aMemberThatIsDeadIsNotThrownBack() {
    rig.seed(
        "job:$A hash state=dead attempts=2 payload=a", "dead zset $A=0", "active zset $A=now-10s");
    assertEquals(0L, rig.run("reap", 100));
    rig.holds("job:$A hash attempts=2 payload=a state=dead", "dead zset $A=0");
  }

  @Test
  void aLaneJobReturnsToItsLaneAndIsNoLongerCounted() {
    rig.seed(
        "job:$A hash state=active attempts=1 payload=a group=%A",
        "active zset $A=now-10s", "gactive hash %A=1");
    assertEquals(1L, rig.run("reap", 100));
    rig.holds(
        "job:$A hash attempts=1 group=%A payload=a state=pending",
        "g:%A:pending zset $A=0", "ring list %A", "wake list 1");
  }
}
