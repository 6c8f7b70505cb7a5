package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class RemoveJobsScriptTest {
  @AutoClose private final Rig rig;

  RemoveJobsScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void whatNobodyHoldsGoesWithEverythingOfItAndTheRestIsNamed() {
    rig.seed(
        "job:$A hash state=pending attempts=0 payload=a",
        "job:$A:logs list x",
        "job:$B hash state=scheduled attempts=0 payload=b",
        "job:$C hash state=dead attempts=3 payload=c",
        "job:$D hash state=active attempts=1 payload=d",
        "job:$E hash state=active attempts=1 payload=e",
        "job:$F hash state=dead attempts=4 payload=f",
        "pending zset $A=-5 $H=0",
        "jms:prio hash $A=-5",
        "jms:expiry zset $B=now+60s",
        "schedule zset $B=now+60s",
        "dead zset $C=0 $F=0",
        "jms:dead zset $F=now+30s",
        "active zset $D=now+30s $E=inf");
    assertEquals(
        List.of("$D", "active", "$E", "prepared", "$F", "held", "$G", "gone", "$H", "gone"),
        rig.run("remove-jobs", "idle", "$A", "$B", "$C", "$D", "$E", "$F", "$G", "$H"));
    rig.holds(
        "job:$D hash attempts=1 payload=d state=active",
        "job:$E hash attempts=1 payload=e state=active",
        "job:$F hash attempts=4 payload=f state=dead",
        "dead zset $F=0",
        "jms:dead zset $F=now+30s",
        "active zset $D=now+30s $E=inf");
    assertEquals(List.of("$E", "prepared"), rig.run("remove-jobs", "leased", "$D", "$E", "$F"));
    assertEquals(List.of(), rig.run("remove-jobs", "force", "$E"));
    rig.holds();
  }

  @Test
  void theLaneOfAJobIsCountedDownAndForgotten() {
    rig.seed(
        "job:$A hash state=pending attempts=0 payload=a group=%A",
        "job:$B hash state=active attempts=1 payload=b group=%B",
        "g:%A:pending zset $A=0",
        "active zset $B=now+30s",
        "gactive hash %B=1",
        "ring list %A");
    assertEquals(List.of(), rig.run("remove-jobs", "leased", "$A", "$B"));
    rig.holds();
  }
}
