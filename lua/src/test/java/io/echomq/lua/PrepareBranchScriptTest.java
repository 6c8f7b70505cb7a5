package io.echomq.lua;

import static io.echomq.lua.BranchRig.INDEX;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class PrepareBranchScriptTest {
  @AutoClose private final BranchRig branch;
  private final Rig rig;

  PrepareBranchScriptTest(TestServer server) {
    branch = new BranchRig(server);
    rig = branch.rig;
  }

  @Test
  void acksArePinnedUnderANewTokenAndSendsAreInNoSet() {
    branch.leased();
    assertEquals(1L, branch.prepare("$A", 1, 0));
    branch.holds(
        "job:$A hash attempts=2 payload=a returned=1 state=active",
        "active zset $A=inf",
        "job:$B hash attempts=0 payload=b state=scheduled",
        "emq:{r}:job:$C hash attempts=0 payload=c state=scheduled",
        INDEX + " zset b=now+0s");
  }

  @Test
  void aLateExtendReleaseOrReapOfItsHolderLeavesItPinned() {
    branch.leased().prepare("$A", 1, 0);
    rig.run("extend-jobs", 60_000, "$A", 1);
    rig.run("release-jobs", "$A", 1, "u", 0, 0, "");
    rig.run("complete-jobs", "", 0, 0, 0, "$A", 1);
    rig.run("reap", 100);
    branch.holds(
        "job:$A hash attempts=2 payload=a returned=1 state=active",
        "active zset $A=inf",
        "job:$B hash attempts=0 payload=b state=scheduled",
        "emq:{r}:job:$C hash attempts=0 payload=c state=scheduled",
        INDEX + " zset b=now+0s");
  }

  @Test
  void aReapedJobThatNobodyTookIsPinnedToo() {
    rig.seed("job:$A hash state=pending attempts=1 payload=a", "pending zset $A=0");
    branch.prepare("$A", 1, 0);
    assertEquals("active", rig.jedis().hget("emq:{q}:job:JOB0000000000A", "state"));
    assertEquals(0, rig.jedis().zcard("emq:{q}:pending"));
  }

  @Test
  void aReapedJobOfALaneIsPinnedAndCountedAsActiveAgain() {
    rig.seed(
        "job:$A hash state=pending attempts=1 payload=a group=%G",
        "g:%G:pending zset $A=0", "ring list %G");
    branch.prepare("$A", 1, 0);
    branch.holds(
        "job:$A hash attempts=2 group=%G payload=a returned=1 state=active",
        "active zset $A=inf",
        "gactive hash %G=1",
        "job:$B hash attempts=0 payload=b state=scheduled",
        "emq:{r}:job:$C hash attempts=0 payload=c state=scheduled",
        INDEX + " zset b=now+0s");
  }

  @Test
  void aLeasedDeadLetterIsPinnedBesideTheMorgue() {
    rig.seed(
        "job:$A hash state=dead attempts=4 payload=a",
        "dead zset $A=0",
        "jms:dead zset $A=now+30s");
    branch.prepare("$A", 4, 0);
    assertEquals(
        Double.POSITIVE_INFINITY, rig.jedis().zscore("emq:{q}:jms:dead", "JOB0000000000A"));
  }

  @Test
  void aRepeatChangesNothing() {
    branch.leased().prepare("$A", 1, 0);
    assertEquals(0L, branch.prepare("$A", 1, 0));
    assertEquals("2", rig.jedis().hget("emq:{q}:job:JOB0000000000A", "attempts"));
  }

  @Test
  void aJobIsInOneBranchOnly() {
    branch.leased().prepare("$A", 1, 0);
    List<String> keys = List.of("emq:{_jms}:jms:branch:other", INDEX, Rig.PENDING);
    assertEquals("EMQSTALE $A", rig.refusalOn("prepare-branch", keys, "o", 1, 1, 0, "$A", 1, 0));
  }

  @Test
  void aLostLeaseOrAForeignIdRefusesTheWholeBranchByName() {
    branch.leased();
    assertEquals("EMQSTALE $A", branch.refused("$A", 7));
    assertEquals("EMQSTALE $D", branch.refused("$D", 1));
    rig.seed("emq:{r}:job:$C hash state=dead attempts=1 payload=theirs");
    assertEquals("EMQDUP $C", branch.refused("$A", 1));
  }

  @Test
  void aKeyOfAWrongTypeAnywhereRefusesTheWholeBranch() {
    for (String wrong :
        List.of("jms:dead", "metrics:completed", "emq:{r}:jms:expiry", BranchRig.STREAM, INDEX)) {
      rig.jedis().flushDB();
      branch.leased();
      rig.seed(wrong + " string oops");
      String refusal = branch.refused("$A", 1);
      assertTrue(refusal.startsWith("WRONGTYPE " + Keyspace.key(wrong)), refusal);
    }
  }

  @Test
  void aBranchThatIsDecidedIsNotPreparedAgain() {
    branch.leased().prepare("$A", 1, 0);
    branch.commit();
    String refusal = branch.refused("$A", 1);
    assertTrue(refusal.startsWith("EMQSTATE branch b"), refusal);
  }

  @Test
  void aStagedBodyBecomesTheRowAndKeepsNoExpiry() {
    rig.seed("jms:stage:$B hash~ payload=large");
    List<String> keys = List.of(BranchRig.RECORD, INDEX, Rig.PENDING);
    rig.runOn("prepare-branch", keys, "b", 1, 0, 1, "$B", "s", "", 0, 0, 0, "");
    branch.holds("job:$B hash attempts=0 payload=large state=scheduled", INDEX + " zset b=now+0s");
  }
}
