package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class TendQueueScriptTest {
  @AutoClose private final Rig rig;

  TendQueueScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void promotesReapsAndWakesForWhatBecameReady() {
    rig.seed(
        "job:$A hash state=scheduled attempts=1 payload=a",
        "job:$B hash state=scheduled attempts=0 payload=b",
        "job:$C hash state=active attempts=1 payload=c",
        "job:$D hash state=active attempts=1 payload=d",
        "jms:prio hash $A=-5 $C=3",
        "schedule zset $A=now-10s $B=now+60s",
        "active zset $C=now-10s $D=now+30s $E=now-10s");
    List<?> answer = (List<?>) rig.run("tend-queue", "now+60s", 100, 0);
    assertEquals(2L, answer.get(0));
    assertTrue((Long) answer.get(1) > 50_000, answer.toString());
    assertEquals(List.of(1L, 1L, List.of(), List.of()), answer.subList(2, 6));
    rig.holds(
        "job:$A hash attempts=1 payload=a state=pending",
        "job:$B hash attempts=0 payload=b state=scheduled",
        "job:$C hash attempts=1 payload=c state=pending",
        "job:$D hash attempts=1 payload=d state=active",
        "jms:prio hash $A=-5 $C=3",
        "pending zset $A=-5 $C=3",
        "schedule zset $B=now+60s",
        "active zset $D=now+30s",
        "wake list 1 1");
  }

  @Test
  void withoutTheFlagNothingIsReaped() {
    String[] before = {"job:$A hash attempts=1 payload=a state=active", "active zset $A=now-10s"};
    rig.seed(before);
    assertEquals(List.of(0L, -1L, 0L, 0L, List.of(), List.of()), rig.run("tend-queue", 0, 100, 0));
    rig.holds(before);
  }

  @Test
  void aCallThatTheServerGetsToTooLateReapsNothing() {
    String[] before = {"job:$A hash attempts=1 payload=a state=active", "active zset $A=now-30s"};
    rig.seed(before);
    assertEquals(0L, ((List<?>) rig.run("tend-queue", "now-10s", 100, 0)).get(3));
    rig.holds(before);
  }

  @Test
  void onlyWhatLapsedEarlyEnoughIsReaped() {
    rig.seed(
        "job:$A hash attempts=1 payload=a state=active",
        "job:$B hash attempts=1 payload=b state=active",
        "active zset $A=now-60s $B=now-20s");
    assertEquals(1L, ((List<?>) rig.run("tend-queue", "now+60s", 100, 0, "now-40s")).get(3));
    rig.holds(
        "job:$A hash attempts=1 payload=a state=pending",
        "job:$B hash attempts=1 payload=b state=active",
        "active zset $B=now-20s",
        "pending zset $A=0",
        "wake list 1");
    assertEquals(1L, ((List<?>) rig.run("tend-queue", "now+60s", 100, 0, 0)).get(3));
  }

  @Test
  void expiryTakesWhatWaitsAndNeverWhatIsActiveOrDead() {
    rig.seed(
        "job:$A hash state=pending attempts=0 payload=a",
        "job:$B hash state=scheduled attempts=0 payload=b",
        "job:$C hash state=active attempts=1 payload=c",
        "job:$D hash state=dead attempts=1 payload=d",
        "job:$E hash state=pending attempts=0 payload=e group=%A",
        "pending zset $A=-5",
        "jms:prio hash $A=-5",
        "schedule zset $B=now+60s",
        "active zset $C=now+30s",
        "dead zset $D=0",
        "g:%A:pending zset $E=0",
        "ring list %A",
        "jms:expiry zset $A=now-10s $B=now-10s $C=now-30s $D=now-10s $E=now-10s $F=now-10s");
    List<?> answer = (List<?>) rig.run("tend-queue", "now+60s", 100, 0);
    assertEquals(List.of("$A", "$B", "$E"), answer.get(4));
    assertTrue(rig.jedis().zscore("emq:{q}:jms:expiry", Keyspace.expand("$C")) > rig.now());
    rig.seed("jms:expiry zset $C=now+10s"); // it stood at 5 s from now, between two roundings
    rig.holds(
        "job:$C hash attempts=1 payload=c state=active",
        "job:$D hash attempts=1 payload=d state=dead",
        "active zset $C=now+30s",
        "dead zset $D=0",
        "jms:expiry zset $C=now+10s");
  }

  @Test
  void expiredJobsAreLeasedWhenTheyAreToBeMoved() {
    rig.seed(
        "job:$A hash state=pending attempts=0 payload=a",
        "pending zset $A=0",
        "jms:expiry zset $A=now-10s");
    List<?> answer = (List<?>) rig.run("tend-queue", "now+60s", 100, 60_000);
    assertEquals(List.of(List.of(), List.of("$A", 1L)), answer.subList(4, 6));
    rig.jedis().zrem("emq:{q}:jms:expiry", Keyspace.expand("$A"));
    rig.holds("job:$A hash attempts=1 payload=a state=active", "active zset $A=now+60s");
  }

  @Test
  void eachKindIsBoundedByTheBatch() {
    rig.seed(
        "job:$A hash state=scheduled attempts=0 payload=a",
        "job:$B hash state=scheduled attempts=0 payload=b",
        "schedule zset $A=now-20s $B=now-10s");
    assertEquals(
        List.of(1L, 0L, 1L, 0L, List.of(), List.of()), rig.run("tend-queue", "now+60s", 1, 0));
  }

  @Test
  void ofAnEmptyQueueThereIsNothingToTell() {
    rig.seed("wake list 1", "metrics:completed hash count=1");
    assertEquals(0L, rig.run("tend-queue", 1, 100, 0));
  }

  @Test
  void aPausedQueueIsTendedAndTellsThatNothingIsReady() {
    rig.seed("pending zset $A=0", "meta hash paused=yes");
    assertEquals(
        List.of(0L, -1L, 0L, 0L, List.of(), List.of()), rig.run("tend-queue", "now+60s", 100, 0));
  }

  @Test
  void anExpiredLastMemberTakesItsLaneAlong() {
    rig.seed(
        "job:$A hash state=pending attempts=0 payload=a group=%A",
        "g:%A:pending zset $A=0",
        "jms:expiry zset $A=now-20s",
        "glimit hash %A=1",
        "jms:lanes set %A",
        "ring list %A");
    rig.run("tend-queue", "now+60s", 100, "0");
    rig.holds();
  }

  @Test
  void aReapedMemberComesBackAtTheHeadOfItsLane() {
    rig.seed(
        "job:$A hash state=active attempts=1 payload=a group=%A",
        "job:$B hash state=pending attempts=0 payload=b group=%A",
        "g:%A:pending zset $B=0",
        "active zset $A=now-20s",
        "gactive hash %A=1",
        "glimit hash %A=1",
        "jms:lanes set %A",
        "jms:holder hash %A=s1",
        "jms:held:s1 set %A");
    rig.run("tend-queue", "now+60s", 100, "0");
    rig.holds(
        "job:$A hash attempts=1 group=%A payload=a state=pending",
        "job:$B hash attempts=0 group=%A payload=b state=pending",
        "g:%A:pending zset $A=0 $B=0",
        "glimit hash %A=1",
        "jms:lanes set %A",
        "ring list %A",
        "wake list 1");
  }

  @Test
  void whatOnlyItsHolderCanTakeIsReadyToo() {
    rig.seed(
        "job:$A hash state=active attempts=1 payload=a group=%A",
        "job:$B hash state=pending attempts=0 payload=b group=%A",
        "g:%A:pending zset $B=0",
        "active zset $A=now+30s",
        "gactive hash %A=1",
        "glimit hash %A=1",
        "jms:holder hash %A=s1");
    assertEquals(1L, ((List<?>) rig.run("tend-queue", "now+60s", 100, "0")).get(0));
  }
}
