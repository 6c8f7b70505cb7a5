package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class RemoveJobScriptTest {
  @AutoClose private final Rig rig;

  RemoveJobScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void theRowItsMembersAndItsSubKeysGo() {
    rig.seed(
        "job:$A hash state=dead attempts=3 payload=a",
        "job:$A:logs list x",
        "job:$A:lock string y",
        "dead zset $A=0",
        "jms:prio hash $A=-5");
    assertEquals(1L, rig.run("remove-job", "$A", ""));
    assertEquals(0L, rig.run("remove-job", "$A", ""));
    rig.holds();
  }

  @Test
  void anActiveLaneJobIsCountedOff() {
    rig.seed(
        "job:$A hash state=active attempts=1 payload=a group=%A",
        "active zset $A=now+30s", "gactive hash %A=1");
    assertEquals(1L, rig.run("remove-job", "$A", ""));
    rig.holds();
  }

  @Test
  void whatIsPreparedStaysUnlessForced() {
    rig.seed("job:$A hash state=active attempts=1 payload=a", "active zset $A=inf");
    assertTrue(rig.refusal("remove-job", "$A", "").startsWith("EMQSTATE $A"));
    assertEquals(1L, rig.run("remove-job", "$A", "force"));
    rig.holds();
  }
}
