package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class ResumeQueueScriptTest {
  @AutoClose private final Rig rig;

  ResumeQueueScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void resumingWakesForWhatWaits() {
    rig.seed("meta hash paused=1 other=2", "pending zset $A=0 $B=0", "ring list %A");
    assertEquals(1L, rig.run("resume-queue"));
    rig.holds("meta hash other=2", "pending zset $A=0 $B=0", "ring list %A", "wake list 1 1 1");
  }

  @Test
  void aQueueThatIsNotPausedIsLeftAlone() {
    rig.seed("pending zset $A=0");
    assertEquals(0L, rig.run("resume-queue"));
    rig.holds("pending zset $A=0");
  }
}
