package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class HandBackWakeScriptTest {
  @AutoClose private final Rig rig;

  HandBackWakeScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void aTokenGoesBackWhileSomethingWaits() {
    rig.seed("pending zset $A=0");
    assertEquals(1L, rig.run("hand-back-wake"));
    rig.holds("pending zset $A=0", "wake list 1");
  }

  @Test
  void aLaneThatCanBeServedCountsToo() {
    rig.seed("ring list %A");
    assertEquals(1L, rig.run("hand-back-wake"));
  }

  @Test
  void nothingToClaimNeedsNoToken() {
    assertEquals(0L, rig.run("hand-back-wake"));
    rig.holds();
  }

  @Test
  void neverMoreThanSixtyFourWait() {
    rig.seed("pending zset $A=0", "wake list" + " 1".repeat(64));
    assertEquals(0L, rig.run("hand-back-wake"));
    rig.holds("pending zset $A=0", "wake list" + " 1".repeat(64));
  }
}
