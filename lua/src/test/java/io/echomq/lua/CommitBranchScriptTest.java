package io.echomq.lua;

import static io.echomq.lua.BranchRig.INDEX;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisDataException;

@WithServer
class CommitBranchScriptTest {
  private static final String DONE = BranchRig.RECORD + ":done string~ commit";

  @AutoClose private final BranchRig branch;
  private final Rig rig;

  CommitBranchScriptTest(TestServer server) {
    branch = new BranchRig(server);
    rig = branch.rig;
  }

  @Test
  void acksAndSendsAreAppliedTogether() {
    branch.leased().prepare("$A", 1, 0);
    assertEquals("commit", branch.commit());
    rig.holds(
        "metrics:completed hash count=1",
        "job:$B hash attempts=0 payload=b state=pending",
        "pending zset $B=-1",
        "jms:prio hash $B=-1",
        "wake list 1",
        "emq:{r}:job:$C hash attempts=0 payload=c state=pending",
        "emq:{r}:pending zset $C=0",
        "emq:{r}:jms:expiry zset $C=now+90s",
        "emq:{r}:wake list 1",
        "emq:{t}:stream:events stream 1704117200000-1620567=EVT000xY9Wvvcd,p:1",
        DONE);
  }

  @Test
  void aRepeatAnswersTheOutcomeAndAppliesNothing() {
    branch.leased().prepare("$A", 1, 0);
    branch.commit();
    assertEquals("commit", branch.commit());
    assertEquals("commit", branch.rollback());
    assertEquals(1, rig.jedis().zcard("emq:{q}:pending"));
    assertEquals(1, rig.jedis().xlen(BranchRig.STREAM));
  }

  @Test
  void aBranchThatNobodyPreparedIsNone() {
    assertEquals("none", branch.commit());
    rig.holds();
  }

  @Test
  void aRecordBelowTheStreamsTopIsMintedAnewAboveIt() {
    branch.leased().prepare("$A", 1, 0);
    rig.seed(BranchRig.STREAM + " stream 1704117200000-1620567=x");
    branch.commit();
    assertEquals(2, rig.jedis().xlen(BranchRig.STREAM));
  }

  @Test
  void anAckThatAnOperatorRemovedCountsAsAcknowledged() {
    branch.leased().prepare("$A", 1, 0);
    rig.run("remove-job", "$A", "force");
    assertEquals("commit", branch.commit());
  }

  @Test
  void aSendThatAnOperatorRemovedMakesTheOutcomeMixedUntilItIsForgotten() {
    branch.leased().prepare("$A", 1, 0);
    rig.run("remove-job", "$B", "force");
    assertEquals("heuristic mixed", branch.commit());
    assertEquals("heuristic mixed", branch.commit());
    assertEquals(0, rig.jedis().zcard("emq:{q}:pending"));
    assertEquals(1, rig.jedis().zcard("emq:{r}:pending"), "the rest is applied");
    assertEquals(List.of("b"), rig.jedis().zrange(INDEX, 0, -1));
    assertEquals(1L, branch.forget());
    assertEquals(List.of(), rig.jedis().zrange(INDEX, 0, -1));
  }

  @Test
  void aDecisionOfAnOperatorIsKeptForTheCoordinator() {
    branch.leased().prepare("$A", 1, 0);
    assertEquals("heuristic commit", branch.decide("commit-branch", "heuristic"));
    assertEquals("heuristic commit", branch.rollback());
    assertEquals(1, rig.jedis().zcard("emq:{q}:pending"));
  }

  @Test
  void aKeyOfAWrongTypeLeavesTheBranchPrepared() {
    branch.leased().prepare("$A", 1, 0);
    rig.seed("emq:{r}:wake string oops");
    assertThrows(JedisDataException.class, branch::commit);
    assertEquals(0, rig.jedis().zcard("emq:{q}:pending"));
    rig.jedis().del("emq:{r}:wake");
    assertEquals("commit", branch.commit());
  }

  @Test
  void aDelayedJobWaitsForItsTimeAndAJobOfALaneGoesThere() {
    List<String> keys = List.of(BranchRig.RECORD, INDEX, Rig.PENDING);
    rig.runOn(
        "prepare-branch",
        keys,
        "b",
        1,
        0,
        2,
        "$B",
        "v",
        "b",
        0,
        "now+60s",
        0,
        "",
        "$C",
        "v",
        "c",
        0,
        0,
        0,
        "%G");
    rig.runOn("commit-branch", keys, "b", 60_000, "");
    rig.holds(
        "job:$B hash attempts=0 payload=b state=scheduled",
        "schedule zset $B=now+60s",
        "job:$C hash attempts=0 group=%G payload=c state=pending",
        "g:%G:pending zset $C=0",
        "ring list %G",
        "glimit hash %G=1",
        "jms:lanes set %G",
        "wake list 1 1",
        DONE);
  }

  @Test
  void aPurgeRefusesWhatIsPrepared() {
    branch.leased().prepare("$A", 1, 0);
    rig.run("pause-queue");
    String refusal = rig.refusal("obliterate-queue", 100);
    assertTrue(refusal.startsWith("EMQSTATE emq:{q}: has jobs in prepared"), refusal);
    rig.run("obliterate-queue", 100, "force");
    assertEquals(0, rig.jedis().zcard("emq:{q}:active"));
  }
}
