package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class PauseQueueScriptTest {
  @AutoClose private final Rig rig;

  PauseQueueScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void theQueueIsPausedOnce() {
    assertEquals(1L, rig.run("pause-queue"));
    assertEquals(0L, rig.run("pause-queue"));
    rig.holds("meta hash paused=1");
  }
}
