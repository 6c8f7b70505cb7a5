package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class ClaimScriptTest {
  @AutoClose private final Rig rig;

  ClaimScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void leasesTheOldestAndAnswersItsFencingToken() {
    rig.seed(
        "job:$A hash state=pending attempts=2 payload=a stalled=1",
        "job:$B hash state=pending attempts=0 payload=b",
        "pending zset $A=0 $B=0",
        "wake list 1");
    assertEquals(List.of("$A", "a", 3L), rig.run("claim", 30_000));
    rig.holds(
        "job:$A hash attempts=3 payload=a stalled=1 state=active",
        "job:$B hash attempts=0 payload=b state=pending",
        "active zset $A=now+30s",
        "pending zset $B=0",
        "wake list 1");
  }

  @Test
  void anEmptyOrPausedQueueAnswersNothing() {
    assertEquals(List.of(), rig.run("claim", 30_000));
    rig.seed(
        "job:$A hash state=pending attempts=0 payload=a",
        "pending zset $A=0",
        "meta hash paused=x");
    assertEquals(List.of(), rig.run("claim", 30_000));
    rig.holds(
        "job:$A hash attempts=0 payload=a state=pending",
        "pending zset $A=0",
        "meta hash paused=x");
  }

  @Test
  void ghostsAreRemovedOnTheWay() {
    rig.seed("job:$B hash state=pending attempts=0 payload=b", "pending zset $A=0 $B=0");
    assertEquals(List.of("$B", "b", 1L), rig.run("claim", 30_000));
    rig.holds("job:$B hash attempts=1 payload=b state=active", "active zset $B=now+30s");
  }
}
