package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class ReprocessJobScriptTest {
  @AutoClose private final Rig rig;

  ReprocessJobScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void aDeadJobIsReadyAgainAtItsPriorityAndWakes() {
    rig.seed(
        "job:$A hash state=dead attempts=3 payload=a last_error=x",
        "jms:prio hash $A=-5",
        "dead zset $A=0");
    assertEquals(1L, rig.run("reprocess-job", "$A", 0));
    rig.holds(
        "job:$A hash attempts=3 last_error=x payload=a state=pending",
        "jms:prio hash $A=-5",
        "pending zset $A=-5",
        "wake list 1");
  }

  @Test
  void itsCountOfDeliveriesMayBeginAnewWhileAttemptsStays() {
    rig.seed("job:$A hash state=dead attempts=3 payload=a", "dead zset $A=0");
    rig.run("reprocess-job", "$A", 1);
    assertEquals("3", rig.jedis().hget(Keyspace.key("job:$A"), "returned"));
    assertEquals("3", rig.jedis().hget(Keyspace.key("job:$A"), "attempts"));
  }

  @Test
  void onlyADeadJobIsReprocessed() {
    rig.seed("job:$A hash state=active attempts=1 payload=a", "active zset $A=now+30s");
    assertTrue(rig.refusal("reprocess-job", "$A", 0).startsWith("EMQSTATE $A is active"));
    assertEquals(0L, rig.run("reprocess-job", "$B", 0));
  }
}
