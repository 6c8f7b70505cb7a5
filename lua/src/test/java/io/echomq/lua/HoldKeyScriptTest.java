package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class HoldKeyScriptTest {
  @AutoClose private final Rig rig;

  HoldKeyScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  private static final List<String> KEY = List.of("emq:{_jms}:jms:client:orders");

  @Test
  void aFreeNameIsTakenUnderALease() {
    assertEquals(List.of(1L, "me"), rig.runOn("hold-key", KEY, "me", 60_000));
    rig.holds(KEY.get(0) + " string~ me");
  }

  @Test
  void ourOwnIsRenewed() {
    rig.runOn("hold-key", KEY, "me", 60_000);
    assertEquals(List.of(1L, "me"), rig.runOn("hold-key", KEY, "me", 200_000));
    assertTrue(rig.jedis().pttl(KEY.get(0)) > 150_000);
  }

  @Test
  void anothersIsLeftAloneAndNamed() {
    rig.seed(KEY.get(0) + " string~ other");
    assertEquals(List.of(0L, "other"), rig.runOn("hold-key", KEY, "me", 500_000));
    rig.holds(KEY.get(0) + " string~ other");
    assertTrue(rig.jedis().pttl(KEY.get(0)) < 150_000);
  }

  @Test
  void aKeyOfAnotherTypeIsRefused() {
    rig.seed(KEY.get(0) + " list x");
    assertTrue(rig.refusalOn("hold-key", KEY, "me", 60_000).contains("WRONGTYPE"));
  }
}
