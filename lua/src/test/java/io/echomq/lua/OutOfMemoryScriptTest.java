package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server out of memory takes no more messages and lets those that it has be consumed. */
@WithServer(exclusive = true)
class OutOfMemoryScriptTest {
  @AutoClose private final Rig rig;

  OutOfMemoryScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @BeforeEach
  void seedAndFill() {
    rig.seed(
        "job:$A hash attempts=1 payload=a state=active",
        "job:$B hash attempts=0 payload=b state=pending",
        "job:$C hash attempts=0 payload=c state=pending group=%A",
        "active zset $A=now+10s",
        "pending zset $B=0",
        "g:%A:pending zset $C=0",
        "ring list %A",
        "emq:{_jms}:jms:client:c string~ me",
        "emq:{_jms}:jms:client:d string~ me_run_7_5000",
        "emq:{_jms}:jms:node:1 hash~ owner=me until=now+10s");
    for (Script script : ScriptCatalog.load().all()) {
      rig.jedis().scriptLoad(script.source());
    }
    rig.jedis().configSet("maxmemory", "1");
  }

  @AfterEach
  void empty() {
    rig.jedis().configSet("maxmemory", "0");
  }

  @Test
  void aSendIsRefusedAndLeavesNothing() {
    String refusal = rig.refusal("send-jobs", "c", 1, 1000, "$D", "v", "x", 0, 0, 0, "");
    assertTrue(refusal.contains("OOM"), refusal);
  }

  @Test
  void messagesAreFetchedGivenBackAndAcknowledged() {
    List<?> fetched = Rig.claim(rig.run("fetch-jobs", 5, 30_000, 0, 100, 1_000));
    assertEquals(8, ((List<?>) fetched.get(5)).size());
    assertEquals(List.of(), rig.run("release-jobs", "$B", 1, "u", 0, 0, ""));
    assertEquals(0L, rig.run("complete-jobs", "", 0, 0, 0, "$C", 1));
  }

  @Test
  void leasesGoOn() {
    assertEquals(List.of(), rig.run("extend-jobs", 60_000, "$A", 1));
    List<String> client = List.of("emq:{_jms}:jms:client:c");
    assertEquals(List.of(1L, "me"), rig.runOn("hold-key", client, "me", 60_000));
    List<String> watch = List.of("emq:{_jms}:jms:watch:30000");
    assertEquals(
        List.of(0L, 0L), rig.runOn("watch-server", watch, "run", 10_000, 30_000, 86_400_000));
    List<String> seen = List.of("emq:{_jms}:jms:client:d");
    assertEquals(
        List.of(1L, "me run 9 5000"),
        rig.runOn("hold-client", seen, "me", 60_000, "run 9 5000", ""));
    List<String> node = List.of("emq:{_jms}:jms:node:1");
    assertTrue((Long) rig.runOn("renew-node", node, "me", 60_000, 1_000) > 0);
  }
}
