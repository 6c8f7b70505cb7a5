package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class ReleaseJobsScriptTest {
  @AutoClose private final Rig rig;

  ReleaseJobsScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void eachVerdictPutsItsJobWhereItBelongsAndAttemptsNeverFall() {
    rig.seed(
        "job:$A hash state=active attempts=1 payload=a",
        "job:$B hash state=active attempts=2 returned=1 payload=b",
        "job:$C hash state=active attempts=1 payload=c",
        "job:$D hash state=active attempts=1 payload=d",
        "jms:expiry zset $D=now+60s",
        "active zset $A=now+30s $B=now+30s $C=now+30s $D=now+30s");
    assertEquals(
        List.of(),
        rig.run(
            "release-jobs",
            "$A",
            1,
            "a",
            -5,
            0,
            "",
            "$B",
            2,
            "u",
            0,
            0,
            "",
            "$C",
            1,
            "a",
            0,
            60_000,
            "oh no",
            "$D",
            1,
            "d",
            0,
            0,
            "poison"));
    rig.holds(
        "job:$A hash attempts=1 payload=a state=pending",
        "job:$B hash attempts=2 payload=b returned=2 state=pending",
        "job:$C hash attempts=1 last_error=oh_no payload=c state=scheduled",
        "job:$D hash attempts=1 last_error=poison payload=d state=dead",
        "pending zset $A=-5 $B=0",
        "schedule zset $C=now+60s",
        "dead zset $D=0",
        "jms:died hash $D=now+0s",
        "metrics:failed hash count=1",
        "wake list 1 1 1");
  }

  @Test
  void aSecondReleaseCannotTakeTheMessageFromItsNextHolder() {
    rig.seed("job:$A hash state=active attempts=1 payload=a", "active zset $A=now+30s");
    rig.run("release-jobs", "$A", 1, "u", 0, 0, "");
    rig.run("fetch-jobs", 1, 30_000, 0, 100, 1_000);
    assertEquals(List.of("$A"), rig.run("release-jobs", "$A", 1, "u", 0, 0, ""));
    rig.holds(
        "job:$A hash attempts=2 payload=a returned=1 state=active",
        "active zset $A=now+30s",
        "wake list 1");
  }

  @Test
  void whatIsNotHeldIsNamedAndLeftAlone() {
    String[] before = {
      "job:$A hash attempts=1 payload=a state=pending",
      "job:$B hash attempts=2 payload=b state=active",
      "job:$C hash attempts=1 payload=c state=active",
      "pending zset $A=0",
      "active zset $B=now+30s"
    };
    rig.seed(before);
    assertEquals(
        List.of("$A", "$B", "$C", "$D"),
        rig.run(
            "release-jobs",
            "$A",
            1,
            "u",
            0,
            0,
            "",
            "$B",
            1,
            "a",
            0,
            0,
            "",
            "$C",
            1,
            "u",
            0,
            0,
            "",
            "$D",
            1,
            "d",
            0,
            0,
            ""));
    rig.holds(before);
  }

  @Test
  void aLaneJobGoesBackIntoItsLane() {
    rig.seed(
        "job:$A hash state=active attempts=1 payload=a group=%A",
        "active zset $A=now+30s", "gactive hash %A=1", "glimit hash %A=1");
    rig.run("release-jobs", "$A", 1, "u", -5, 0, "");
    rig.holds(
        "job:$A hash attempts=1 group=%A payload=a returned=1 state=pending",
        "g:%A:pending zset $A=0", "ring list %A", "glimit hash %A=1", "wake list 1");
  }

  @Test
  void nothingOfAGroupOvertakesItsMemberThatWaitsForARetry() {
    rig.seed(
        "job:$A hash state=active attempts=1 payload=a group=%A",
        "job:$B hash state=pending attempts=0 payload=b group=%A",
        "g:%A:pending zset $B=0",
        "active zset $A=now+30s",
        "gactive hash %A=1",
        "glimit hash %A=1",
        "jms:lanes set %A",
        "jms:holder hash %A=s1",
        "jms:held:s1 set %A");
    rig.run("release-jobs", "$A", 1, "a", 0, 60_000, "");
    assertEquals(List.of(), fetch("s1"), "not even its own session");
    assertEquals(List.of(), rig.run("claim-lane", 30_000));
    rig.holds(
        "job:$A hash attempts=1 group=%A payload=a state=scheduled",
        "job:$B hash attempts=0 group=%A payload=b state=pending",
        "g:%A:pending zset $B=0",
        "schedule zset $A=now+60s",
        "gactive hash %A=1",
        "glimit hash %A=1",
        "jms:lanes set %A",
        "jms:waits hash $A=%A");
    rig.jedis().zadd("emq:{q}:schedule", 1, "JOB0000000000A");
    assertEquals(List.of("$A", 2L, 0L, "a", "$B", 1L, 0L, "b"), fetch("s1"));
    rig.run("complete-jobs", "", 0, 0, 0, "$A", 2, "$B", 1);
    rig.holds("metrics:completed hash count=2", "wake list 1");
  }

  @Test
  void membersOfAGroupGoBackInOrderBeforeTheOthersOfTheirLane() {
    rig.seed(
        "job:$A hash state=active attempts=1 payload=a group=%A",
        "job:$B hash state=active attempts=1 payload=b group=%A",
        "job:$C hash state=pending attempts=0 payload=c group=%A",
        "g:%A:pending zset $C=0",
        "active zset $A=now+30s $B=now+30s",
        "gactive hash %A=2",
        "glimit hash %A=1",
        "jms:holder hash %A=s1",
        "jms:held:s1 set %A");
    rig.run("release-jobs", "$B", 1, "a", 0, 0, "", "$A", 1, "a", 0, 0, "");
    rig.holds(
        "job:$A hash attempts=1 group=%A payload=a state=pending",
        "job:$B hash attempts=1 group=%A payload=b state=pending",
        "job:$C hash attempts=0 group=%A payload=c state=pending",
        "g:%A:pending zset $A=0 $B=0 $C=0",
        "glimit hash %A=1",
        "ring list %A",
        "wake list 1");
  }

  private List<?> fetch(String session) {
    return (List<?>)
        Rig.claim(rig.run("fetch-jobs", 9, 30_000, 0, 16_384, 1_000_000, session)).get(5);
  }
}
