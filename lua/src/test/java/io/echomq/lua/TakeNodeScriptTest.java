package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class TakeNodeScriptTest {
  @AutoClose private final Rig rig;

  TakeNodeScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  private static final String NODE = "emq:{_jms}:jms:node:";

  @Test
  void theHintIsTakenWhenItIsFree() {
    List<?> answer = take(5);
    assertEquals(List.of(5L, 0L), answer.subList(0, 2));
    rig.holds(NODE + "5 hash~ owner=me until=now+60s");
  }

  @Test
  void aHeldNumberIsPassedOverAndTheSearchGoesRoundTheEnd() {
    rig.seed(NODE + "1023 hash~ owner=other until=now+30s");
    assertEquals(0L, take(1023).get(0));
    rig.holds(
        NODE + "0 hash~ owner=me until=now+60s", NODE + "1023 hash~ owner=other until=now+30s");
  }

  @Test
  void theSuccessorIsToldUpToWhenTheHolderBeforeMayHaveMinted() {
    rig.seed(NODE + "7 hash~ owner=other until=now-10s");
    List<?> answer = take(7);
    assertEquals(7L, answer.get(0));
    assertTrue(Math.abs((Long) answer.get(1) - rig.now() + 10_000) < 5_000, answer.toString());
    rig.holds(NODE + "7 hash~ owner=me until=now+60s");
  }

  @Test
  void anOwnLeaseIsAHeldOneToo() {
    take(3);
    assertEquals(4L, take(3).get(0));
  }

  @Test
  void whenAllAreHeldTheCallIsRefused() {
    String until = Long.toString(rig.now() + 60_000);
    for (int i = 0; i < 1024; i++) {
      rig.jedis().hset(NODE + i, "until", until);
    }
    String refusal = rig.refusalOn("take-node", List.of(NODE + "9"), "me", 60_000, 3_600_000);
    assertTrue(refusal.startsWith("EMQSTATE all 1024"), refusal);
  }

  private List<?> take(int hint) {
    return (List<?>) rig.runOn("take-node", List.of(NODE + hint), "me", 60_000, 3_600_000);
  }
}
