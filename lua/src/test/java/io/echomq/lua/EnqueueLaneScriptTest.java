package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class EnqueueLaneScriptTest {
  @AutoClose private final Rig rig;

  EnqueueLaneScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void theFirstOfALaneEntersTheRingAndWakes() {
    assertEquals(1L, rig.run("enqueue-lane", "$A", "a", "%A"));
    assertEquals(1L, rig.run("enqueue-lane", "$B", "b", "%A"));
    assertEquals(0L, rig.run("enqueue-lane", "$B", "b", "%A"));
    rig.holds(
        "job:$A hash attempts=0 group=%A payload=a state=pending",
        "job:$B hash attempts=0 group=%A payload=b state=pending",
        "g:%A:pending zset $A=0 $B=0",
        "ring list %A",
        "wake list 1");
  }

  @Test
  void aLaneThatIsPausedOrAtItsLimitStaysOut() {
    rig.seed("paused set %A", "glimit hash %B=1", "gactive hash %B=1");
    rig.run("enqueue-lane", "$A", "a", "%A");
    rig.run("enqueue-lane", "$B", "b", "%B");
    rig.holds(
        "job:$A hash attempts=0 group=%A payload=a state=pending",
        "job:$B hash attempts=0 group=%B payload=b state=pending",
        "g:%A:pending zset $A=0",
        "g:%B:pending zset $B=0",
        "paused set %A",
        "glimit hash %B=1",
        "gactive hash %B=1");
  }

  @Test
  void anotherKindIsRefused() {
    assertTrue(rig.refusal("enqueue-lane", "%A", "x", "%A").startsWith("EMQKIND"));
  }
}
