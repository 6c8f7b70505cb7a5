package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class ExtendJobsScriptTest {
  @AutoClose private final Rig rig;

  ExtendJobsScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void extendsWhatIsHeldAndNamesWhatIsLost() {
    rig.seed(
        "job:$A hash state=active attempts=1 payload=a",
        "job:$B hash state=active attempts=2 payload=b",
        "job:$C hash state=dead attempts=1 payload=c",
        "active zset $A=now+10s $B=now+10s");
    assertEquals(
        List.of("$B", "$C", "$D"),
        rig.run("extend-jobs", 60_000, "$A", 1, "$B", 1, "$C", 1, "$D", 1));
    rig.holds(
        "job:$A hash attempts=1 payload=a state=active",
        "job:$B hash attempts=2 payload=b state=active",
        "job:$C hash attempts=1 payload=c state=dead",
        "active zset $B=now+10s $A=now+60s");
  }

  @Test
  void aPreparedOrLaterDeadlineIsNeverLowered() {
    String[] before = {
      "job:$A hash attempts=1 payload=a state=active",
      "job:$B hash attempts=1 payload=b state=active",
      "active zset $B=now+100s $A=inf"
    };
    rig.seed(before);
    assertEquals(List.of(), rig.run("extend-jobs", 30_000, "$A", 1, "$B", 1));
    rig.holds(before);
  }

  @Test
  void aReapedAndUnclaimedJobIsNeitherLostNorLeasedAgain() {
    String[] before = {"job:$A hash attempts=1 payload=a state=pending", "pending zset $A=0"};
    rig.seed(before);
    assertEquals(List.of(), rig.run("extend-jobs", 30_000, "$A", 1));
    rig.holds(before);
  }

  @Test
  void aLapsedLeaseThatNobodyTookIsTakenUpAgain() {
    rig.seed("job:$A hash attempts=1 payload=a state=active", "active zset $A=now-20s");
    assertEquals(List.of(), rig.run("extend-jobs", 30_000, "$A", 1));
    rig.holds("job:$A hash attempts=1 payload=a state=active", "active zset $A=now+30s");
  }
}
