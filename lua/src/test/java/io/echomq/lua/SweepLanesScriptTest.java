package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class SweepLanesScriptTest {
  @AutoClose private final Rig rig;

  SweepLanesScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void aLaneThatForeignVerbsLeftShutIsServedAgain() {
    rig.seed(
        "job:$B hash state=pending attempts=0 payload=b group=%A",
        "g:%A:pending zset $B=0",
        "glimit hash %A=1",
        "gactive hash %A=1",
        "jms:holder hash %A=s1",
        "jms:held:s1 set %A");
    assertEquals(1L, sweep());
    rig.holds(
        "job:$B hash attempts=0 group=%A payload=b state=pending",
        "g:%A:pending zset $B=0", "glimit hash %A=1", "ring list %A", "wake list 1");
    assertEquals(0L, sweep());
  }

  @Test
  void whatIsInFlightAndWhatWaitsForItsRetryIsCounted() {
    String[] before = {
      "job:$A hash attempts=1 group=%A payload=a state=active",
      "job:$B hash attempts=1 group=%A payload=b state=scheduled",
      "job:$C hash attempts=0 group=%A payload=c state=pending",
      "active zset $A=now+30s",
      "schedule zset $B=now+30s",
      "g:%A:pending zset $C=0",
      "glimit hash %A=1",
      "jms:holder hash %A=s1",
      "jms:waits hash $B=%A"
    };
    rig.seed(before);
    rig.seed("gactive hash %A=7");
    assertEquals(1L, sweep());
    rig.jedis().del("emq:{q}:gactive");
    rig.seed("gactive hash %A=2");
    assertEquals(0L, sweep());
    rig.jedis().del("emq:{q}:gactive");
    rig.holds(before);
  }

  @Test
  void nothingOfADrainedLaneStays() {
    rig.seed(
        "glimit hash %A=1 %B=2",
        "gactive hash %A=-1 %B=3",
        "jms:lanes set %A %B",
        "jms:waits hash $A=%A",
        "jms:holder hash %A=*");
    sweep();
    rig.holds("glimit hash %B=2");
  }

  @Test
  void withTooMuchActiveNothingIsTouched() {
    rig.seed("gactive hash %A=1", "active zset $A=now+30s $B=now+30s");
    assertEquals(-1L, rig.run("sweep-lanes", 1, 10));
    rig.holds("gactive hash %A=1", "active zset $A=now+30s $B=now+30s");
  }

  private Object sweep() {
    return rig.run("sweep-lanes", 2000, 300);
  }
}
