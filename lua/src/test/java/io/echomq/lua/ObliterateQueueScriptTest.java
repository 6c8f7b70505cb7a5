package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class ObliterateQueueScriptTest {
  @AutoClose private final Rig rig;

  ObliterateQueueScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void aPausedQueueGoesInBoundedSteps() {
    rig.seed(
        "job:$A hash state=pending attempts=0 payload=a",
        "job:$A:logs list x",
        "job:$B hash state=active attempts=1 payload=b",
        "job:$C hash state=dead attempts=1 payload=c",
        "job:$D hash state=pending attempts=0 payload=d group=%A",
        "pending zset $A=0",
        "active zset $B=now+30s",
        "dead zset $C=0",
        "g:%A:pending zset $D=0",
        "ring list %A",
        "paused set %B",
        "glimit hash %A=1 %B=2",
        "gactive hash %B=1",
        "jms:prio hash $A=-5",
        "wake list 1",
        "meta hash paused=1",
        "metrics:failed hash count=1",
        "stream:events stream 1704117200000-1=x");
    int calls = 1;
    while (rig.run("obliterate-queue", 3).equals(1L)) {
      calls++;
    }
    assertEquals(3, calls);
    rig.holds("stream:events stream 1704117200000-1=x");
  }

  @Test
  void aQueueThatIsNotPausedIsRefused() {
    rig.seed("pending zset $A=0");
    assertTrue(rig.refusal("obliterate-queue", 100).startsWith("EMQSTATE"));
  }
}
