package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class RevokeFetchScriptTest {
  @AutoClose private final Rig rig;

  RevokeFetchScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  private List<?> fetch(int max, String slot, int sequence) {
    List<?> answer =
        Rig.claim(
            rig.run("fetch-jobs", max, 30_000, 0, 16_384, 1_000_000, "", slot, sequence, 60_000));
    return (List<?>) answer.get(5);
  }

  private List<?> fetchShort(int max, String slot, int sequence) {
    return (List<?>)
        Rig.claim(rig.run("fetch-jobs", max, 30_000, 0, "s", slot, sequence, 60_000)).get(5);
  }

  private Object revoke(String slot, int sequence) {
    return rig.run("revoke-fetch", 60_000, slot, sequence);
  }

  @Test
  void whatALostFetchLeasedGoesBackUncountedAtItsPlace() {
    rig.seed(
        "job:$A hash state=pending attempts=0 payload=a",
        "job:$B hash state=pending attempts=2 returned=1 payload=b",
        "job:$C hash state=pending attempts=0 payload=c",
        "jms:prio hash $B=-5",
        "pending zset $A=0 $B=-5 $C=0");
    fetch(2, "c.0", 7);
    assertEquals(2L, revoke("c.0", 7));
    rig.holds(
        "job:$A hash attempts=1 payload=a returned=1 state=pending",
        "job:$B hash attempts=3 payload=b returned=2 state=pending",
        "job:$C hash attempts=0 payload=c state=pending",
        "jms:prio hash $B=-5",
        "pending zset $B=-5 $A=0 $C=0",
        "jms:fetched:c.0 string~ 7",
        "wake list 1 1");
  }

  @Test
  void aRepeatOfTheRevocationChangesNothing() {
    rig.seed("job:$A hash state=pending attempts=0 payload=a", "pending zset $A=0");
    fetch(1, "c.0", 7);
    revoke("c.0", 7);
    assertEquals(0L, revoke("c.0", 7));
    assertEquals(List.of("$A", 2L, 1L, "a"), fetch(1, "c.0", 8));
    assertEquals(0L, revoke("c.0", 7), "the next holder keeps it");
  }

  @Test
  void aFetchThatArrivesAfterItsRevocationLeasesNothing() {
    String[] before = {
      "job:$A hash attempts=0 payload=a state=pending", "pending zset $A=0", "wake list 1"
    };
    rig.seed(before);
    assertEquals(0L, revoke("c.0", 7));
    assertEquals(List.of(), fetch(1, "c.0", 7));
    assertEquals(List.of("$A", 1L, 0L, "a"), fetch(1, "c.0", 8));
  }

  @Test
  void theShortFormIsUndoneAndLeasesNothingAfterwards() {
    rig.seed("job:$A hash state=pending attempts=3 payload=a", "pending zset $A=-2");
    fetchShort(1, "c.0", 7);
    assertEquals(1L, revoke("c.0", 7));
    assertEquals(List.of(), fetchShort(1, "c.0", 7));
    rig.holds(
        "job:$A hash attempts=4 payload=a returned=1 state=pending",
        "pending zset $A=0",
        "jms:fetched:c.0 string~ 7",
        "wake list 1");
    assertEquals(List.of("$A", 5L, 1L, "a"), fetchShort(1, "c.0", 8));
  }

  @Test
  void aFetchThatComesAfterALaterOneOfItsSlotLeasesNothing() {
    rig.seed(
        "job:$A hash state=pending attempts=0 payload=a",
        "job:$B hash state=pending attempts=0 payload=b",
        "pending zset $A=0 $B=0");
    revoke("c.0", 7);
    assertEquals(4, fetchShort(1, "c.0", 8).size());
    assertEquals(List.of(), fetchShort(1, "c.0", 7));
    assertEquals(List.of(), fetch(1, "c.0", 7));
    assertEquals(1L, revoke("c.0", 8));
  }

  @Test
  void whatOthersTookOrSettledMeanwhileStaysTheirs() {
    rig.seed(
        "job:$A hash state=active attempts=2 payload=a",
        "job:$B hash state=pending attempts=1 payload=b",
        "active zset $A=now+30s",
        "pending zset $B=0",
        "jms:fetched:c.0 string 7_$A_0_$B_0_$C_0");
    assertEquals(0L, revoke("c.0", 7));
    rig.holds(
        "job:$A hash attempts=2 payload=a state=active",
        "job:$B hash attempts=1 payload=b returned=1 state=pending",
        "active zset $A=now+30s",
        "pending zset $B=0",
        "jms:fetched:c.0 string~ 7");
  }

  @Test
  void theMemoryOfALaterFetchOfTheSlotIsLeftAlone() {
    rig.seed("job:$A hash state=pending attempts=0 payload=a", "pending zset $A=0");
    fetch(1, "c.0", 8);
    assertEquals(0L, revoke("c.0", 7));
    assertEquals(1L, revoke("c.0", 8));
  }

  @Test
  void aLaneIsServedAgain() {
    rig.seed(
        "job:$A hash state=pending attempts=0 payload=a group=%A",
        "g:%A:pending zset $A=0", "glimit hash %A=1", "ring list %A");
    assertEquals(4, fetch(1, "c.0", 1).size());
    assertEquals(1L, revoke("c.0", 1));
    assertEquals(List.of("$A", 2L, 1L, "a"), fetch(1, "c.0", 2));
  }

  @Test
  void selectedNamedAndDeadOnesAreRememberedToo() {
    rig.seed(
        "job:$A hash state=pending attempts=0 payload={}",
        "job:$B hash state=pending attempts=0 payload={}",
        "job:$C hash state=dead attempts=1 payload={}",
        "pending zset $A=0 $B=0",
        "dead zset $C=0");
    rig.run("claim-jobs", 30_000, 10, 100, "", "c.1", 2, 60_000, "$A");
    rig.run("fetch-dead", 5, 30_000, 100, 1_000, "", "", "", 100, "c.2", 3, 60_000);
    assertEquals(1L, revoke("c.1", 2));
    assertEquals(1L, revoke("c.2", 3));
    rig.holds(
        "job:$A hash attempts=1 payload={} returned=1 state=pending",
        "job:$B hash attempts=0 payload={} state=pending",
        "job:$C hash attempts=2 payload={} returned=1 state=dead",
        "pending zset $A=0 $B=0",
        "dead zset $C=0",
        "jms:fetched:c.1 string~ 2",
        "jms:fetched:c.2 string~ 3",
        "wake list 1");
  }
}
