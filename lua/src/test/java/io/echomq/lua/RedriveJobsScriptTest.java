package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class RedriveJobsScriptTest {
  @AutoClose private final Rig rig;

  RedriveJobsScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void deadJobsAreReadyAgainInTheirOrderAtTheirPriorityAndWake() {
    rig.seed(
        "job:$A hash state=dead attempts=3 payload=a last_error=x",
        "job:$B hash state=dead attempts=2 payload=b",
        "job:$C hash state=dead attempts=1 payload=c group=%A",
        "jms:prio hash $B=-5",
        "dead zset $A=0 $B=0 $C=0");
    assertEquals(List.of(), rig.run("redrive-jobs", 0, "$A", "$B", "$C"));
    rig.holds(
        "job:$A hash attempts=3 last_error=x payload=a state=pending",
        "job:$B hash attempts=2 payload=b state=pending",
        "job:$C hash attempts=1 group=%A payload=c state=pending",
        "jms:prio hash $B=-5",
        "pending zset $B=-5 $A=0",
        "g:%A:pending zset $C=0",
        "ring list %A",
        "wake list 1 1 1");
  }

  @Test
  void countsBeginAnewWhileAttemptsStays() {
    rig.seed("job:$A hash state=dead attempts=3 payload=a returned=1", "dead zset $A=0");
    assertEquals(List.of(), rig.run("redrive-jobs", 1, "$A"));
    rig.holds(
        "job:$A hash attempts=3 payload=a returned=3 state=pending",
        "pending zset $A=0",
        "wake list 1");
  }

  @Test
  void whatIsHeldOrNotDeadStaysAndIsNamed() {
    rig.seed(
        "job:$A hash state=dead attempts=3 payload=a",
        "job:$B hash state=active attempts=1 payload=b",
        "job:$D hash state=dead attempts=3 payload=d",
        "dead zset $A=0 $C=0 $D=0",
        "jms:dead zset $A=now+30s $D=inf",
        "active zset $B=now+30s");
    assertEquals(
        List.of("$A", "held", "$B", "active", "$C", "gone", "$D", "prepared"),
        rig.run("redrive-jobs", 1, "$A", "$B", "$C", "$D"));
    rig.holds(
        "job:$A hash attempts=3 payload=a state=dead",
        "job:$B hash attempts=1 payload=b state=active",
        "job:$D hash attempts=3 payload=d state=dead",
        "dead zset $A=0 $D=0",
        "jms:dead zset $A=now+30s $D=inf",
        "active zset $B=now+30s");
  }
}
