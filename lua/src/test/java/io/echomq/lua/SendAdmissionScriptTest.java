package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a send may ask for behind the form of its job: deduplication and bounds. */
@WithServer
class SendAdmissionScriptTest {
  private static final String DEDUP = "v 60000 order-1 0 0 refuse";

  @AutoClose private final Rig rig;

  SendAdmissionScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void aSecondSendWithinTheWindowStoresNothingAndSucceeds() {
    assertEquals(0L, send(1, "$A", DEDUP, "a", "$B", DEDUP, "b"));
    assertEquals(0L, send(2, "$C", DEDUP, "c"));
    rig.holds(
        "job:$A hash attempts=0 payload=a state=pending",
        "pending zset $A=0",
        "de:order-1 string~ $A",
        "jms:sent:c string~ 2",
        "wake list 1");
  }

  @Test
  void aFullQueueRefusesAllThatFollowsSoThatNothingOvertakes() {
    assertEquals(
        List.of(-2L, -3L),
        send(
            1,
            "$A",
            "v 0 - 1 0 refuse",
            "a",
            "$B",
            "v 0 - 1 0 refuse",
            "b",
            "$C",
            "v 0 - 9 0 refuse",
            "c"));
    assertEquals(List.of(-2L, -3L), send(1, "$X", "v", "x"), "a repeat answers the same");
    rig.holds(
        "job:$A hash attempts=0 payload=a state=pending",
        "pending zset $A=0",
        "jms:sizes hash $A=1",
        "jms:bytes string 1",
        "jms:sent:c string~ 1;1:-2,-3",
        "wake list 1");
  }

  @Test
  void bytesAreCountedUntilAJobIsCompletedOrDead() {
    String form = "v 0 - 0 10 refuse";
    assertEquals(List.of(-3L), send(1, "$A", form, "aaaa", "$B", form, "bbbb", "$C", form, "cccc"));
    rig.run("fetch-jobs", 2, 30_000, 0, 100, 1_000, "s1");
    assertEquals(List.of(-1L), send(2, "$C", form, "cccc"), "in delivery they count still");
    rig.run("complete-jobs", "", 0, 0, 0, "$A", 1);
    assertEquals(0L, send(3, "$C", form, "cccc"));
    rig.run("release-jobs", "$B", 1, "d", 0, 0, "poison");
    assertEquals("4", rig.jedis().get("emq:{q}:jms:bytes"));
  }

  @Test
  void theOldestOfTheLowestPriorityMakesRoomInTheMorgue() {
    rig.seed(
        "job:$A hash attempts=0 payload=a state=pending",
        "job:$B hash attempts=0 payload=b state=pending",
        "job:$C hash attempts=0 payload=c state=pending",
        "pending zset $A=-5 $B=0 $C=0");
    assertEquals(0L, send(1, "$D", "v 0 - 3 0 drop", "d"));
    rig.holds(
        "job:$A hash attempts=0 payload=a state=pending",
        "job:$B hash attempts=0 last_error=EMQ-QUEUE-FULL:_dropped_as_the_oldest,_the_queue_was_full"
            + " payload=b state=dead",
        "job:$C hash attempts=0 payload=c state=pending",
        "job:$D hash attempts=0 payload=d state=pending",
        "pending zset $A=-5 $C=0 $D=0",
        "dead zset $B=0",
        "jms:died hash $B=now+0s",
        "metrics:failed hash count=1",
        "jms:sizes hash $D=1",
        "jms:bytes string 1",
        "jms:sent:c string~ 1",
        "wake list 1");
  }

  @Test
  void nothingIsDroppedForAJobThatDoesNotFitAllTheSame() {
    rig.seed(
        "job:$A hash attempts=0 payload=aaaa state=pending",
        "job:$B hash attempts=1 payload=bbbbbbbb state=active",
        "pending zset $A=0",
        "active zset $B=now+30s",
        "jms:sizes hash $A=4 $B=8",
        "jms:bytes string 12");
    assertEquals(
        List.of(-1L, -2L), send(1, "$C", "v 0 - 0 12 drop", "ccccc", "$D", "v 0 - 9 0 drop", "d"));
    assertEquals(List.of(-1L), send(2, "$C", "v 0 - 1 0 drop", "c"));
    rig.holds(
        "job:$A hash attempts=0 payload=aaaa state=pending",
        "job:$B hash attempts=1 payload=bbbbbbbb state=active",
        "pending zset $A=0",
        "active zset $B=now+30s",
        "jms:sizes hash $A=4 $B=8",
        "jms:bytes string 12",
        "jms:sent:c string~ 2;1:-1,-2;2:-1");
  }

  @Test
  void aJobLargerThanTheBoundDropsNothingAndHoldsUpNobody() {
    rig.seed(
        "job:$A hash attempts=0 payload=aaaa state=pending",
        "pending zset $A=0",
        "jms:sizes hash $A=4",
        "jms:bytes string 4");
    String form = "v 0 - 0 8 drop";
    assertEquals(List.of(-1L), send(1, "$B", form, "bbbbbbbbb", "$C", form, "cccc"));
    assertEquals(List.of("$A", "$C"), pending());
  }

  @Test
  void roomIsMadeOutOfHigherPrioritiesWhenTheLowestIsNotEnough() {
    rig.seed(
        "job:$A hash attempts=0 payload=aaaa state=pending",
        "job:$B hash attempts=0 payload=bbbb state=pending",
        "job:$C hash attempts=0 payload=cccc state=pending",
        "pending zset $A=-5 $B=-5 $C=0",
        "jms:sizes hash $A=4 $B=4 $C=4",
        "jms:bytes string 12");
    assertEquals(0L, send(1, "$D", "v 0 - 0 12 drop", "dddddddd"));
    assertEquals(List.of("$B", "$D"), pending());
  }

  @Test
  void whatOthersCompletedCountsNoLonger() {
    rig.seed("jms:sizes hash $A=5 $B=5", "jms:bytes string 10");
    assertEquals(0L, send(1, "$C", "v 0 - 1 0 refuse", "c"));
    assertEquals("1", rig.jedis().get("emq:{q}:jms:bytes"));
  }

  @Test
  void aTransactionThatFindsAQueueFullAppliesNothing() {
    rig.seed("job:$A hash attempts=1 payload=a state=active", "active zset $A=now+30s");
    List<String> keys = List.of("emq:{_jms}:jms:unit:s", "pending");
    String refusal =
        rig.refusalOn(
            "commit-unit", keys, 1, 1000, 1, 0, 1, "$B", "v 0 - 1 0 refuse", "b", 0, 0, 0, "");
    assertTrue(refusal.startsWith("EMQFULL "), refusal);
    rig.runOn(
        "commit-unit",
        keys,
        1,
        1000,
        1,
        1,
        1,
        "$A",
        1,
        "$B",
        "v 9000 x 0 0 refuse",
        "b",
        0,
        0,
        0,
        "");
    rig.runOn("commit-unit", keys, 2, 1000, 1, 0, 1, "$C", "v 9000 x 0 0 refuse", "c", 0, 0, 0, "");
    assertEquals(List.of("JOB0000000000B"), rig.jedis().zrange("emq:{q}:pending", 0, -1));
  }

  private List<String> pending() {
    return rig.jedis().zrange("emq:{q}:pending", 0, -1).stream().map(Keyspace::shorten).toList();
  }

  private Object send(int sequence, String... jobs) {
    Object[] args = new Object[3 + jobs.length / 3 * 7];
    args[0] = "c";
    args[1] = sequence;
    args[2] = 100_000;
    int at = 3;
    for (int i = 0; i < jobs.length; i += 3) {
      for (Object each : List.of(jobs[i], jobs[i + 1], jobs[i + 2], 0, 0, 0, "")) {
        args[at++] = each;
      }
    }
    return rig.run("send-jobs", args);
  }
}
