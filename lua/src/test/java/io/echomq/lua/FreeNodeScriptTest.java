package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class FreeNodeScriptTest {
  @AutoClose private final Rig rig;

  FreeNodeScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  private static final List<String> NODE = List.of("emq:{_jms}:jms:node:5");

  @Test
  void theNumberIsFreeAtOnceAndItsFloorIsWhatWasMinted() {
    rig.seed(NODE.get(0) + " hash~ owner=me until=now+60s");
    long minted = rig.now() - 30_000;
    assertEquals(1L, rig.runOn("free-node", NODE, "me", minted));
    List<?> next = (List<?>) rig.runOn("take-node", NODE, "you", 60_000, 3_600_000);
    assertEquals(List.of(5L, minted), next.subList(0, 2));
  }

  @Test
  void anothersIsLeftAlone() {
    rig.seed(NODE.get(0) + " hash~ owner=other until=now+60s");
    assertEquals(0L, rig.runOn("free-node", NODE, "me", 0));
    rig.holds(NODE.get(0) + " hash~ owner=other until=now+60s");
  }
}
