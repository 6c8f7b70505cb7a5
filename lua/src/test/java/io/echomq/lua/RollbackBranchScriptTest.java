package io.echomq.lua;

import static io.echomq.lua.BranchRig.INDEX;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class RollbackBranchScriptTest {
  private static final String DONE = BranchRig.RECORD + ":done string~ rollback";

  @AutoClose private final BranchRig branch;
  private final Rig rig;

  RollbackBranchScriptTest(TestServer server) {
    branch = new BranchRig(server);
    rig = branch.rig;
  }

  @Test
  void acksGoBackWithTheirCountAndSendsAreGone() {
    rig.seed("jms:prio hash $A=-3");
    branch.leased().prepare("$A", 1, 0);
    assertEquals("rollback", branch.rollback());
    rig.holds(
        "job:$A hash attempts=2 payload=a returned=1 state=pending",
        "pending zset $A=-3",
        "jms:prio hash $A=-3",
        "wake list 1",
        DONE);
  }

  @Test
  void aRepeatAnswersTheOutcomeAndAppliesNothing() {
    branch.leased().prepare("$A", 1, 0);
    branch.rollback();
    assertEquals("rollback", branch.rollback());
    assertEquals("rollback", branch.commit());
    assertEquals(1, rig.jedis().zcard("emq:{q}:pending"));
  }

  @Test
  void anAckWithADelayIsScheduled() {
    branch.leased().prepare("$A", 1, 60_000);
    branch.rollback();
    rig.holds(
        "job:$A hash attempts=2 payload=a returned=1 state=scheduled",
        "schedule zset $A=now+60s",
        "wake list 1",
        DONE);
  }

  @Test
  void anAckAtItsLastDeliveryIsBuried() {
    branch.leased().prepare("$A", 1, -1);
    branch.rollback();
    rig.holds(
        "job:$A hash attempts=2"
            + " last_error=rolled_back_by_its_transaction_at_its_last_delivery"
            + " payload=a returned=1 state=dead",
        "dead zset $A=0",
        "jms:died hash $A=now+0s",
        "metrics:failed hash count=1",
        DONE);
  }

  @Test
  void anAckOfALaneGoesBackToItsLane() {
    rig.seed(
        "job:$A hash state=active attempts=1 payload=a group=%G",
        "active zset $A=now+30s", "gactive hash %G=1");
    branch.prepare("$A", 1, 0);
    branch.rollback();
    rig.holds(
        "job:$A hash attempts=2 group=%G payload=a returned=1 state=pending",
        "g:%G:pending zset $A=0", "ring list %G", "wake list 1", DONE);
  }

  @Test
  void aDeadLetterStaysDeadAndIsFree() {
    rig.seed(
        "job:$A hash state=dead attempts=4 payload=a",
        "dead zset $A=0",
        "jms:dead zset $A=now+30s");
    branch.prepare("$A", 4, 0);
    branch.rollback();
    rig.holds("job:$A hash attempts=5 payload=a returned=1 state=dead", "dead zset $A=0", DONE);
  }

  @Test
  void anAckThatAnOperatorRemovedMakesTheOutcomeMixed() {
    branch.leased().prepare("$A", 1, 0);
    rig.run("remove-job", "$A", "force");
    assertEquals("heuristic mixed", branch.rollback());
    branch.holds(INDEX + " zset b=now+0s");
  }

  @Test
  void aBranchThatNobodyPreparedIsNone() {
    assertEquals("none", branch.rollback());
    rig.holds();
  }
}
