package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class RenewNodeScriptTest {
  @AutoClose private final Rig rig;

  RenewNodeScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  private static final List<String> NODE = List.of("emq:{_jms}:jms:node:5");

  @Test
  void ourOwnLeaseIsProlonged() {
    rig.seed(NODE.get(0) + " hash~ owner=me until=now+10s");
    long until = (Long) rig.runOn("renew-node", NODE, "me", 60_000, 3_600_000);
    assertTrue(until > rig.now() + 50_000);
    rig.holds(NODE.get(0) + " hash~ owner=me until=now+60s");
    assertTrue(rig.jedis().pttl(NODE.get(0)) > 3_600_000);
  }

  @Test
  void aLeaseThatIsOverStaysOver() {
    rig.seed(NODE.get(0) + " hash~ owner=me until=now-10s");
    assertEquals(0L, rig.runOn("renew-node", NODE, "me", 60_000, 3_600_000));
    rig.holds(NODE.get(0) + " hash~ owner=me until=now-10s");
  }

  @Test
  void anothersOrNoneIsNotRenewed() {
    assertEquals(0L, rig.runOn("renew-node", NODE, "me", 60_000, 3_600_000));
    rig.seed(NODE.get(0) + " hash~ owner=other until=now+10s");
    assertEquals(0L, rig.runOn("renew-node", NODE, "me", 60_000, 3_600_000));
    rig.holds(NODE.get(0) + " hash~ owner=other until=now+10s");
  }
}
