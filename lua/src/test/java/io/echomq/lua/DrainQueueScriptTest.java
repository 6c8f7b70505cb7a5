package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class DrainQueueScriptTest {
  @AutoClose private final Rig rig;

  DrainQueueScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void whatWaitsGoesInBatchesAndTheRestStays() {
    rig.seed(
        "job:$A hash state=pending attempts=0 payload=a",
        "job:$B hash state=pending attempts=0 payload=b",
        "job:$C hash state=scheduled attempts=0 payload=c",
        "job:$D hash state=active attempts=1 payload=d",
        "pending zset $A=-5 $B=0",
        "jms:prio hash $A=-5",
        "jms:expiry zset $A=now+60s $C=now+60s",
        "schedule zset $C=now+60s",
        "active zset $D=now+30s");
    assertEquals(1L, rig.run("drain-queue", 1, 0));
    assertEquals(1L, rig.run("drain-queue", 2, 0));
    assertEquals(0L, rig.run("drain-queue", 2, 0));
    rig.holds(
        "job:$C hash attempts=0 payload=c state=scheduled",
        "job:$D hash attempts=1 payload=d state=active",
        "jms:expiry zset $C=now+60s",
        "schedule zset $C=now+60s",
        "active zset $D=now+30s");
    assertEquals(1L, rig.run("drain-queue", 2, 1));
    rig.holds("job:$D hash attempts=1 payload=d state=active", "active zset $D=now+30s");
  }
}
