package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class EnqueueScriptTest {
  @AutoClose private final Rig rig;

  EnqueueScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void writesTheRowAndTheMemberAndNothingElse() {
    assertEquals(1L, rig.run("enqueue", "$A", "hello"));
    rig.holds("job:$A hash attempts=0 payload=hello state=pending", "pending zset $A=0");
  }

  @Test
  void aDuplicateChangesNothing() {
    rig.seed("job:$A hash state=active attempts=3 payload=old");
    assertEquals(0L, rig.run("enqueue", "$A", "new"));
    rig.holds("job:$A hash attempts=3 payload=old state=active");
  }

  @Test
  void anotherKindIsRefusedBeforeTheExistenceIsLookedAt() {
    rig.seed("job:%A hash state=dead");
    assertTrue(rig.refusal("enqueue", "%A", "x").startsWith("EMQKIND %A"));
    rig.seed("pending string oops");
    assertTrue(rig.refusal("enqueue", "$B", "x").contains("WRONGTYPE"));
  }
}
