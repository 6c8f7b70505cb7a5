package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class MoveJobsScriptTest {
  @AutoClose private final Rig rig;

  MoveJobsScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  private static final List<String> BOTH = List.of("pending", "emq:{r}:pending");

  @Test
  void jobsGoWholeWithPriorityExpiryLaneAndTime() {
    rig.seed(
        "job:$A hash state=pending attempts=1 payload=a returned=1",
        "job:$B hash state=scheduled attempts=0 payload=b",
        "job:$C hash state=dead attempts=3 payload=c last_error=x",
        "job:$D hash state=pending attempts=0 payload=d group=%A",
        "pending zset $A=-5",
        "jms:prio hash $A=-5",
        "jms:expiry zset $A=now+60s",
        "schedule zset $B=now+60s",
        "dead zset $C=0",
        "g:%A:pending zset $D=0",
        "ring list %A");
    assertEquals(List.of(), rig.runOn("move-jobs", BOTH, 1, "$A", "$B", "$C", "$D"));
    rig.holds(
        "emq:{r}:job:$A hash attempts=1 payload=a returned=1 state=pending",
        "emq:{r}:job:$B hash attempts=0 payload=b returned=0 state=scheduled",
        "emq:{r}:job:$C hash attempts=3 last_error=x payload=c returned=3 state=pending",
        "emq:{r}:job:$D hash attempts=0 group=%A payload=d returned=0 state=pending",
        "emq:{r}:pending zset $A=-5 $C=0",
        "emq:{r}:jms:prio hash $A=-5",
        "emq:{r}:jms:expiry zset $A=now+60s",
        "emq:{r}:schedule zset $B=now+60s",
        "emq:{r}:g:%A:pending zset $D=0",
        "emq:{r}:ring list %A",
        "emq:{r}:glimit hash %A=1",
        "emq:{r}:jms:lanes set %A",
        "emq:{r}:wake list 1 1 1 1");
  }

  @Test
  void whatIsHeldGoneOrThereAlreadyStaysAndIsNamed() {
    String[] before = {
      "job:$A hash attempts=1 payload=a state=active",
      "job:$B hash attempts=0 payload=b state=pending",
      "emq:{r}:job:$B hash attempts=0 payload=other state=pending",
      "active zset $A=inf",
      "pending zset $B=0"
    };
    rig.seed(before);
    assertEquals(
        List.of("$A", "prepared", "$B", "exists", "$C", "gone"),
        rig.runOn("move-jobs", BOTH, 0, "$A", "$B", "$C"));
    rig.holds(before);
  }

  @Test
  void nothingMovesWhenAKeyOfTheOtherQueueIsOfAnotherType() {
    rig.seed(
        "job:$A hash attempts=0 payload=a state=pending",
        "pending zset $A=0",
        "emq:{r}:jms:prio string x");
    assertTrue(rig.refusalOn("move-jobs", BOTH, 0, "$A").startsWith("WRONGTYPE emq:{r}:jms:prio"));
  }
}
