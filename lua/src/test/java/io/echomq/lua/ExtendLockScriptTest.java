package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class ExtendLockScriptTest {
  @AutoClose private final Rig rig;

  ExtendLockScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void theLeaseIsProlongedAndNeverLowered() {
    rig.seed("job:$A hash state=active attempts=1 payload=a", "active zset $A=now+10s");
    assertEquals(1L, rig.run("extend-lock", "$A", 1, 60_000));
    assertEquals(1L, rig.run("extend-lock", "$A", 1, 20_000));
    rig.holds("job:$A hash attempts=1 payload=a state=active", "active zset $A=now+60s");
  }

  @Test
  void aRowThatIsGoneOrNoLongerActiveAnswersMinusOne() {
    rig.seed("job:$A hash state=pending attempts=1 payload=a", "pending zset $A=0");
    assertEquals(-1L, rig.run("extend-lock", "$A", 1, 60_000));
    assertEquals(-1L, rig.run("extend-lock", "$B", 1, 60_000));
    rig.holds("job:$A hash attempts=1 payload=a state=pending", "pending zset $A=0");
  }

  @Test
  void anotherTokenIsStale() {
    rig.seed("job:$A hash state=active attempts=2 payload=a", "active zset $A=now+10s");
    assertTrue(rig.refusal("extend-lock", "$A", 1, 60_000).startsWith("EMQSTALE $A"));
  }
}
