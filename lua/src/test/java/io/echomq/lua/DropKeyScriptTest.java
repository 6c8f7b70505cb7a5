package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class DropKeyScriptTest {
  @AutoClose private final Rig rig;

  DropKeyScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  private static final List<String> KEY = List.of("emq:{_jms}:jms:client:orders");

  @Test
  void ourOwnIsDeleted() {
    rig.seed(KEY.get(0) + " string~ me");
    assertEquals(1L, rig.runOn("drop-key", KEY, "me"));
    rig.holds();
  }

  @Test
  void anothersOrNoneIsLeftAlone() {
    assertEquals(0L, rig.runOn("drop-key", KEY, "me"));
    rig.seed(KEY.get(0) + " string~ other");
    assertEquals(0L, rig.runOn("drop-key", KEY, "me"));
    rig.holds(KEY.get(0) + " string~ other");
  }

  @Test
  void whatStandsBehindTheOwnerDoesNotMatter() {
    rig.seed(KEY.get(0) + " string~ me_run_7_5000");
    assertEquals(1L, rig.runOn("drop-key", KEY, "me"));
    rig.holds();
  }
}
