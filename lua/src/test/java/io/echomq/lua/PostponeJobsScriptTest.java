package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class PostponeJobsScriptTest {
  @AutoClose private final Rig rig;

  PostponeJobsScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void whatWaitsIsScheduledAndTheRestIsNamed() {
    rig.seed(
        "job:$A hash state=pending attempts=0 payload=a",
        "job:$B hash state=scheduled attempts=0 payload=b",
        "job:$C hash state=active attempts=1 payload=c",
        "job:$D hash state=dead attempts=1 payload=d",
        "pending zset $A=-5",
        "jms:prio hash $A=-5",
        "schedule zset $B=now+60s",
        "active zset $C=now+30s",
        "dead zset $D=0");
    assertEquals(
        List.of("$C", "active", "$D", "dead", "$E", "gone"),
        rig.run("postpone-jobs", "now+300s", "$A", "$B", "$C", "$D", "$E"));
    rig.holds(
        "job:$A hash attempts=0 payload=a state=scheduled",
        "job:$B hash attempts=0 payload=b state=scheduled",
        "job:$C hash attempts=1 payload=c state=active",
        "job:$D hash attempts=1 payload=d state=dead",
        "jms:prio hash $A=-5",
        "schedule zset $A=now+300s $B=now+300s",
        "active zset $C=now+30s",
        "dead zset $D=0",
        "wake list 1");
  }

  @Test
  void aTimeThatHasComeMakesScheduledJobsReadyAtTheirPriority() {
    rig.seed(
        "job:$A hash state=scheduled attempts=0 payload=a",
        "job:$B hash state=scheduled attempts=0 payload=b group=%A",
        "jms:prio hash $A=-5",
        "schedule zset $A=now+60s $B=now+60s");
    assertEquals(List.of(), rig.run("postpone-jobs", 0, "$A", "$B"));
    rig.holds(
        "job:$A hash attempts=0 payload=a state=pending",
        "job:$B hash attempts=0 group=%A payload=b state=pending",
        "jms:prio hash $A=-5",
        "pending zset $A=-5",
        "g:%A:pending zset $B=0",
        "ring list %A",
        "wake list 1 1");
  }
}
