package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class ScheduleJobScriptTest {
  @AutoClose private final Rig rig;

  ScheduleJobScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void absoluteAndRelativeTimesStandInTheSchedule() {
    assertEquals(1L, rig.run("schedule-job", "$A", "a", "at", "now+100s"));
    assertEquals(1L, rig.run("schedule-job", "$B", "b", "in", 50_000));
    assertEquals(0L, rig.run("schedule-job", "$B", "b", "in", 10_000));
    rig.holds(
        "job:$A hash attempts=0 payload=a state=scheduled",
        "job:$B hash attempts=0 payload=b state=scheduled",
        "schedule zset $B=now+50s $A=now+100s");
  }

  @Test
  void anotherKindIsRefused() {
    assertTrue(rig.refusal("schedule-job", "%A", "x", "in", 5).startsWith("EMQKIND"));
  }
}
