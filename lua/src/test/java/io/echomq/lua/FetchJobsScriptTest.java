package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class FetchJobsScriptTest {
  @AutoClose private final Rig rig;

  FetchJobsScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void leasesInTheOrderOfScoreThenIdAndAnswersTokenAndPayload() {
    rig.seed(
        "job:$A hash state=pending attempts=0 payload=a",
        "job:$B hash state=pending attempts=2 returned=1 payload=b",
        "job:$C hash state=pending attempts=0 payload=c",
        "pending zset $A=0 $B=-5 $C=0",
        "wake list 1");
    List<?> answer = fetch(2);
    assertEquals(-1L, answer.get(0));
    assertEquals(0L, answer.get(1));
    assertTrue(Math.abs((Long) answer.get(2) - rig.now() - 30_000) < 5_000, answer.toString());
    assertEquals(List.of(List.of(), List.of()), answer.subList(3, 5));
    assertEquals(List.of("$B", 3L, 1L, "b", "$A", 1L, 0L, "a"), answer.get(5));
    rig.holds(
        "job:$A hash attempts=1 payload=a state=active",
        "job:$B hash attempts=3 payload=b returned=1 state=active",
        "job:$C hash attempts=0 payload=c state=pending",
        "active zset $A=now+30s $B=now+30s",
        "pending zset $C=0",
        "wake list 1");
  }

  @Test
  void onlyAClaimThatFoundNothingClearsTheTokens() {
    rig.seed(
        "job:$A hash state=pending attempts=0 payload=a", "pending zset $A=0", "wake list 1 1");
    fetch(5);
    assertEquals(2, rig.jedis().llen("emq:{q}:wake"));
    assertEquals(List.of(), fetch(5).get(5));
    assertEquals(0, rig.jedis().llen("emq:{q}:wake"));
  }

  @Test
  void aPausedQueueAnswersNothingAndKeepsItsTokens() {
    rig.seed(
        "job:$A hash state=pending attempts=0 payload=a",
        "pending zset $A=0",
        "meta hash paused=1",
        "wake list 1");
    assertEquals(List.of(), fetch(5).get(5));
    rig.holds(
        "job:$A hash attempts=0 payload=a state=pending",
        "pending zset $A=0",
        "meta hash paused=1",
        "wake list 1");
  }

  @Test
  void ghostsAndRowsOfAnotherTypeAreRemovedAndReportedAndHoldUpNobody() {
    rig.seed(
        "pending zset $A=0 $B=0 $C=0",
        "job:$B string oops",
        "job:$C hash state=pending attempts=odd payload=c");
    List<?> answer = fetch(5);
    assertEquals(List.of("$A", "$B"), answer.get(3));
    assertEquals(List.of("$C", 1L, 0L, "c"), answer.get(5));
    rig.holds(
        "job:$B string oops",
        "job:$C hash attempts=1 payload=c state=active",
        "active zset $C=now+30s");
  }

  @Test
  void theClaimEnforcesTheMostDeliveriesThatCounted() {
    rig.seed(
        "job:$A hash state=pending attempts=3 payload=a",
        "job:$B hash state=pending attempts=3 returned=1 payload=b",
        "jms:expiry zset $A=now+100s",
        "pending zset $A=0 $B=0");
    List<?> answer = Rig.claim(rig.run("fetch-jobs", 1, 30_000, 3, 100, 1_000));
    assertEquals(List.of("$A"), answer.get(4));
    assertEquals(List.of(), answer.get(5));
    assertEquals(1L, answer.get(1), "there may be more");
    answer = Rig.claim(rig.run("fetch-jobs", 1, 30_000, 3, 100, 1_000));
    assertEquals(List.of("$B", 4L, 1L, "b"), answer.get(5));
    rig.holds(
        "job:$A hash attempts=3 last_error=delivered_3_times_without_acknowledgement payload=a"
            + " state=dead",
        "job:$B hash attempts=4 payload=b returned=1 state=active",
        "dead zset $A=0",
        "jms:died hash $A=now+0s",
        "metrics:failed hash count=1",
        "active zset $B=now+30s");
  }

  @Test
  void largePayloadsAreAnsweredAsLengthAndTheByteBudgetPutsTheRestBack() {
    rig.seed(
        "job:$A hash state=pending attempts=0 payload=0123456789",
        "job:$B hash state=pending attempts=0 payload=01234",
        "job:$C hash state=pending attempts=0 payload=01234",
        "pending zset $A=-1 $B=0 $C=2");
    List<?> answer = Rig.claim(rig.run("fetch-jobs", 5, 30_000, 0, 5, 5));
    assertEquals(List.of("$A", 1L, 0L, 10L, "$B", 1L, 0L, "01234"), answer.get(5));
    assertEquals(1L, answer.get(1));
    assertEquals(2, rig.jedis().zscore("emq:{q}:pending", Keyspace.expand("$C")));
  }

  @Test
  void dueJobsArePromotedFirstAtTheirPriorityAndTheNextDueTimeIsTold() {
    rig.seed(
        "job:$A hash state=scheduled attempts=0 payload=a",
        "job:$B hash state=scheduled attempts=0 payload=b",
        "job:$C hash state=pending attempts=0 payload=c",
        "jms:prio hash $B=-5",
        "schedule zset $A=now+60s $B=now-20s",
        "pending zset $C=0");
    List<?> answer = fetch(1);
    assertEquals(List.of("$B", 1L, 0L, "b"), answer.get(5));
    assertTrue((Long) answer.get(0) > 50_000 && (Long) answer.get(0) <= 60_000, answer.toString());
    rig.holds(
        "job:$A hash attempts=0 payload=a state=scheduled",
        "job:$B hash attempts=1 payload=b state=active",
        "job:$C hash attempts=0 payload=c state=pending",
        "jms:prio hash $B=-5",
        "schedule zset $A=now+60s",
        "pending zset $C=0",
        "active zset $B=now+30s");
  }

  @Test
  void aLaneIsServedToAPlainConsumerUpToItsLimit() {
    rig.seed(
        "job:$A hash state=pending attempts=0 payload=a group=%A",
        "job:$B hash state=pending attempts=0 payload=b group=%A",
        "g:%A:pending zset $A=0 $B=0",
        "glimit hash %A=1",
        "ring list %A",
        "wake list 1");
    assertEquals(List.of("$A", 1L, 0L, "a"), fetch(5).get(5));
    rig.holds(
        "job:$A hash attempts=1 group=%A payload=a state=active",
        "job:$B hash attempts=0 group=%A payload=b state=pending",
        "g:%A:pending zset $B=0",
        "active zset $A=now+30s",
        "gactive hash %A=1",
        "glimit hash %A=1",
        "wake list 1");
  }

  @Test
  void aLaneThatASessionHoldsGoesOnToThatSessionOnly() {
    rig.seed(
        "job:$A hash state=pending attempts=0 payload=a group=%A",
        "job:$B hash state=pending attempts=0 payload=b group=%A",
        "job:$C hash state=pending attempts=0 payload=c group=%A",
        "job:$D hash state=pending attempts=0 payload=d group=%B",
        "g:%A:pending zset $A=0 $B=0 $C=0",
        "g:%B:pending zset $D=0",
        "glimit hash %A=1 %B=1",
        "jms:lanes set %A %B",
        "ring list %A %B");
    assertEquals(List.of("$A", 1L, 0L, "a"), fetchFor("s1", 1).get(5));
    assertEquals(List.of("$D", 1L, 0L, "d"), fetchFor("s2", 9).get(5));
    assertEquals(List.of("$B", 1L, 0L, "b"), fetchFor("s1", 1).get(5));
    assertEquals(List.of(), rig.run("claim-lane", 30_000), "other runtimes wait too");
    rig.run("complete-jobs", "", 0, 0, 0, "$A", 1, "$D", 1);
    assertEquals(List.of(), fetchFor("s2", 9).get(5), "b is still held");
    rig.run("complete-jobs", "", 0, 0, 0, "$B", 1);
    assertEquals(1, rig.jedis().llen("emq:{q}:wake"), "the lane is free: somebody wakes");
    assertEquals(List.of("$C", 1L, 0L, "c"), fetchFor("s2", 9).get(5));
    rig.run("complete-jobs", "", 0, 0, 0, "$C", 1);
    rig.holds("metrics:completed hash count=4", "wake list 1");
  }

  @Test
  void theHolderTakesOnInOrderAfterAllOthersHadTheirTurn() {
    rig.seed(
        "job:$A hash state=pending attempts=0 payload=a group=%A",
        "job:$B hash state=pending attempts=0 payload=b group=%A",
        "job:$C hash state=pending attempts=0 payload=c group=%B",
        "g:%A:pending zset $A=0 $B=0",
        "g:%B:pending zset $C=0",
        "glimit hash %A=1 %B=1",
        "ring list %A %B");
    List<?> jobs = (List<?>) fetchFor("s1", 9).get(5);
    assertEquals(List.of("$A", "$C", "$B"), List.of(jobs.get(0), jobs.get(4), jobs.get(8)));
    rig.holds(
        "job:$A hash attempts=1 group=%A payload=a state=active",
        "job:$B hash attempts=1 group=%A payload=b state=active",
        "job:$C hash attempts=1 group=%B payload=c state=active",
        "active zset $A=now+30s $B=now+30s $C=now+30s",
        "glimit hash %A=1 %B=1",
        "gactive hash %A=2 %B=1",
        "jms:holder hash %A=s1 %B=s1",
        "jms:held:s1 set %A %B");
  }

  @Test
  void aLaneThatSeveralShareIsNobodysAndKeepsItsLimit() {
    rig.seed(
        "job:$A hash state=pending attempts=0 payload=a group=%A",
        "job:$B hash state=pending attempts=0 payload=b group=%A",
        "job:$C hash state=pending attempts=0 payload=c group=%A",
        "g:%A:pending zset $A=0 $B=0 $C=0",
        "glimit hash %A=2",
        "ring list %A");
    assertEquals(List.of("$A", 1L, 0L, "a"), fetchFor("s1", 1).get(5));
    assertEquals(List.of("$B", 1L, 0L, "b"), fetchFor("s2", 9).get(5));
    assertEquals(List.of(), fetchFor("s1", 9).get(5));
    rig.run("complete-jobs", "", 0, 0, 0, "$A", 1);
    assertEquals(List.of("$C", 1L, 0L, "c"), fetchFor("s1", 9).get(5));
    rig.run("complete-jobs", "", 0, 0, 0, "$B", 1, "$C", 1);
    rig.holds("glimit hash %A=2", "metrics:completed hash count=3", "wake list 1");
  }

  @Test
  void aJobOfALaneThatStandsInTheFlatSetGoesIntoItsLane() {
    rig.seed(
        "job:$A hash state=active attempts=1 payload=a group=%A",
        "job:$B hash state=pending attempts=1 payload=b group=%A",
        "active zset $A=now+30s",
        "pending zset $B=0",
        "glimit hash %A=1",
        "gactive hash %A=1");
    assertEquals(List.of(), fetchFor("s2", 1).get(5));
    rig.holds(
        "job:$A hash attempts=1 group=%A payload=a state=active",
        "job:$B hash attempts=1 group=%A payload=b state=pending",
        "active zset $A=now+30s",
        "g:%A:pending zset $B=0",
        "glimit hash %A=1",
        "gactive hash %A=1");
    rig.run("complete-jobs", "", 0, 0, 0, "$A", 1);
    assertEquals(List.of("$B", 2L, 0L, "b"), fetchFor("s2", 1).get(5));
  }

  private List<?> fetchFor(String session, int max) {
    return Rig.claim(rig.run("fetch-jobs", max, 30_000, 0, 16_384, 1_000_000, session));
  }

  @Test
  void lanesAndTheFlatSetShareACallSoThatNeitherStarves() {
    rig.seed(
        "job:$A hash state=pending attempts=0 payload=a",
        "job:$B hash state=pending attempts=0 payload=b",
        "job:$C hash state=pending attempts=0 payload=c group=%A",
        "job:$D hash state=pending attempts=0 payload=d group=%A",
        "pending zset $A=0 $B=0",
        "g:%A:pending zset $C=0 $D=0",
        "ring list %A");
    List<?> jobs = (List<?>) fetch(2).get(5);
    assertEquals("$C", jobs.get(0));
    assertEquals("$A", jobs.get(4));
  }

  private List<?> fetch(int max) {
    return Rig.claim(rig.run("fetch-jobs", max, 30_000, 0, 16_384, 1_000_000));
  }
}
