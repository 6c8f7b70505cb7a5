package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class HoldClientScriptTest {
  private static final List<String> KEY = List.of("emq:{_jms}:jms:client:orders");

  @AutoClose private final Rig rig;

  HoldClientScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  private Object hold(String owner, String seen, String gone) {
    return rig.runOn("hold-client", KEY, owner, 200_000, seen, gone);
  }

  @Test
  void aFreeOneIsTakenUnderALease() {
    assertEquals(List.of(1L, "me run 7 5000"), hold("me", "run 7 5000", ""));
    rig.holds(KEY.get(0) + " string~ me_run_7_5000");
  }

  @Test
  void ourOwnIsRenewedAndSaysWhereWeAreSeenNow() {
    rig.seed(KEY.get(0) + " string~ me_run_7_5000");
    assertEquals(List.of(1L, "me run 9 5000"), hold("me", "run 9 5000", ""));
    rig.holds(KEY.get(0) + " string~ me_run_9_5000");
    assertTrue(rig.jedis().pttl(KEY.get(0)) > 150_000);
    assertEquals(List.of(1L, "me run 9 5000"), hold("me", "run 9 5000", ""));
  }

  @Test
  void anothersIsLeftAloneAndNamed() {
    rig.seed(KEY.get(0) + " string~ other_run_7_5000");
    assertEquals(List.of(0L, "other run 7 5000"), hold("me", "run 9 5000", ""));
    rig.holds(KEY.get(0) + " string~ other_run_7_5000");
    assertTrue(rig.jedis().pttl(KEY.get(0)) < 150_000);
  }

  @Test
  void aHolderWhoIsGoneIsFollowed() {
    rig.seed(KEY.get(0) + " string~ other_run_7_5000");
    assertEquals(List.of(1L, "me run 9 5000"), hold("me", "run 9 5000", "other run 7 5000"));
    rig.holds(KEY.get(0) + " string~ me_run_9_5000");
  }

  @Test
  void aHolderWhoWasSeenAgainKeepsIt() {
    rig.seed(KEY.get(0) + " string~ other_run_8_5000");
    assertEquals(List.of(0L, "other run 8 5000"), hold("me", "run 9 5000", "other run 7 5000"));
    rig.holds(KEY.get(0) + " string~ other_run_8_5000");
  }

  @Test
  void aKeyOfAnotherTypeIsRefused() {
    rig.seed(KEY.get(0) + " list x");
    String refusal = rig.refusalOn("hold-client", KEY, "me", 60_000, "run 9 5000", "");
    assertTrue(refusal.contains("WRONGTYPE"));
  }
}
