package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class RetryScriptTest {
  @AutoClose private final Rig rig;

  RetryScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void belowTheMostItIsScheduledWithItsError() {
    rig.seed("job:$A hash state=active attempts=2 payload=a", "active zset $A=now+30s");
    assertEquals("scheduled", rig.run("retry", "$A", 2, 60_000, 3, "oh no"));
    rig.holds(
        "job:$A hash attempts=2 last_error=oh_no payload=a state=scheduled",
        "schedule zset $A=now+60s");
  }

  @Test
  void atTheMostItIsDead() {
    rig.seed("job:$A hash state=active attempts=3 payload=a", "active zset $A=now+30s");
    assertEquals("dead", rig.run("retry", "$A", 3, 60_000, 3, "oh no"));
    rig.holds(
        "job:$A hash attempts=3 last_error=oh_no payload=a state=dead",
        "dead zset $A=0",
        "jms:died hash $A=now+0s",
        "metrics:failed hash count=1");
  }

  @Test
  void anotherTokenOrAMissingRowIsStale() {
    rig.seed("job:$A hash state=active attempts=2 payload=a", "active zset $A=now+30s");
    assertTrue(rig.refusal("retry", "$A", 1, 0, 3, "x").startsWith("EMQSTALE $A"));
    assertTrue(rig.refusal("retry", "$B", 1, 0, 3, "x").startsWith("EMQSTALE $B"));
  }

  @Test
  void aLaneIsFreedForItsNext() {
    rig.seed(
        "job:$A hash state=active attempts=1 payload=a group=%A",
        "g:%A:pending zset $B=0",
        "active zset $A=now+30s",
        "glimit hash %A=1",
        "gactive hash %A=1");
    rig.run("retry", "$A", 1, 60_000, 3, "x");
    rig.holds(
        "job:$A hash attempts=1 group=%A last_error=x payload=a state=scheduled",
        "schedule zset $A=now+60s",
        "g:%A:pending zset $B=0",
        "glimit hash %A=1",
        "ring list %A",
        "wake list 1");
  }

  @Test
  void aRepeatAnswersTheSameAndCountsNothingTwice() {
    rig.seed("job:$A hash state=active attempts=3 payload=a", "active zset $A=now+30s");
    rig.run("retry", "$A", 3, 60_000, 3, "x");
    assertEquals("dead", rig.run("retry", "$A", 3, 60_000, 3, "x"));
    rig.holds(
        "job:$A hash attempts=3 last_error=x payload=a state=dead",
        "dead zset $A=0",
        "jms:died hash $A=now+0s",
        "metrics:failed hash count=1");
  }
}
