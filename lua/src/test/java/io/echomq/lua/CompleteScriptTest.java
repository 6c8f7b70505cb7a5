package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class CompleteScriptTest {
  @AutoClose private final Rig rig;

  CompleteScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void theRowGoesAndIsCounted() {
    rig.seed(
        "job:$A hash state=active attempts=2 payload=a",
        "active zset $A=now+30s",
        "metrics:completed hash count=4");
    assertEquals(1L, rig.run("complete", "$A", 2));
    rig.holds("metrics:completed hash count=5");
  }

  @Test
  void aReapedJobIsCompletedByItsOldTokenWhereItWaits() {
    rig.seed("job:$A hash state=pending attempts=2 payload=a", "pending zset $A=0");
    assertEquals(1L, rig.run("complete", "$A", 2));
    rig.holds("metrics:completed hash count=1");
  }

  @Test
  void anotherTokenIsStaleAndAMissingRowIsNone() {
    rig.seed("job:$A hash state=active attempts=2 payload=a", "active zset $A=now+30s");
    assertTrue(rig.refusal("complete", "$A", 1).startsWith("EMQSTALE $A"));
    assertEquals(0L, rig.run("complete", "$B", 1));
  }
}
