package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Rounds of the ring in which a lane has as many turns as its weight. */
@WithServer
class LaneWeightScriptTest {
  @AutoClose private final Rig rig;

  LaneWeightScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void aLaneOfWeightTwoHasTwoTurnsInEachRound() {
    lane("%A", 1, 6);
    lane("%B", 1, 6);
    lane("%C", 1, 6);
    rig.seed("gweight hash %B=2", "ring list %A %B %C");
    assertEquals(List.of("A", "B", "B", "C", "A", "B", "B", "C"), claimed(8));
  }

  @Test
  void whatIsNoWeightCountsAsOne() {
    lane("%A", 1, 4);
    lane("%B", 1, 4);
    rig.seed("gweight hash %A=-3 %B=many", "ring list %A %B");
    assertEquals(List.of("A", "B", "A", "B"), claimed(4));
    assertNull(turns("%A"));
  }

  @Test
  void aLaneAtItsLimitLosesNoTurnOfItsRound() {
    lane("%A", 1, 4);
    lane("%B", 1, 4);
    rig.seed("gweight hash %A=2", "glimit hash %A=1", "ring list %A %B");
    String first = claim();
    assertEquals("A", group(first));
    assertEquals("B", group(claim()), "at its limit the lane lets others pass");
    assertEquals("1", turns("%A"));
    rig.run("complete", first, 1);
    String second = claim();
    assertEquals("A", group(second), "it comes back first");
    rig.run("complete", second, 1);
    assertEquals("B", group(claim()), "and last when its round is over");
    assertEquals("A", group(claim()));
  }

  @Test
  void aHolderTakesTheTurnsOfTheRoundThoughTheFirstIsStillInFlight() {
    lane("%A", 1, 4);
    lane("%B", 1, 4);
    rig.seed("gweight hash %A=3", "glimit hash %A=1 %B=1", "ring list %A %B");
    List<String> groups = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      groups.add(group((String) ((List<?>) fetch(1).get(5)).get(0)));
    }
    assertEquals(List.of("A", "A", "A", "B"), groups);
  }

  @Test
  void nothingOfADrainedRoundIsLeft() {
    lane("%A", 1, 2);
    rig.seed("gweight hash %A=9", "ring list %A");
    rig.run("complete", claim(), 1);
    assertEquals("1", turns("%A"));
    rig.run("complete", claim(), 1);
    rig.holds("gweight hash %A=9", "metrics:completed hash count=2");
  }

  @Test
  void withItsWeightALaneLosesTheTurnsOfItsRound() {
    lane("%A", 1, 3);
    rig.seed("gweight hash %A=9", "ring list %A");
    claim();
    rig.run("tune-lane", "%A", "weight", 0);
    assertNull(turns("%A"));
  }

  @Test
  void theSweepForgetsTurnsThatForeignVerbsLeft() {
    lane("%B", 1, 1);
    rig.seed("jms:turns hash %A=1 %B=1 %C=1", "gweight hash %A=2 %B=2");
    rig.run("sweep-lanes", 100, 100);
    assertNull(turns("%A"), "empty");
    assertNull(turns("%C"), "without a weight");
    assertEquals("1", turns("%B"));
  }

  private List<?> fetch(int max) {
    return (List<?>) rig.run("fetch-jobs", max, 30_000, 0, 16_384, 1_000_000, "s1");
  }

  /** Jobs whose last letter but one tells the lane. */
  private void lane(String lane, int from, int to) {
    String key = Keyspace.key("g:" + lane + ":pending");
    for (int i = from; i <= to; i++) {
      String id = "JOB000000000" + lane.charAt(1) + i;
      rig.jedis().zadd(key, 0, id);
      String row = Keyspace.key("job:" + id);
      rig.jedis().hset(row, "state", "pending");
      rig.jedis().hset(row, "attempts", "0");
      rig.jedis().hset(row, "payload", "x");
      rig.jedis().hset(row, "group", Keyspace.expand(lane));
    }
  }

  private List<String> claimed(int count) {
    List<String> groups = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      groups.add(group(claim()));
    }
    return groups;
  }

  private String claim() {
    return (String) ((List<?>) rig.run("claim-lane", 30_000)).get(0);
  }

  private static String group(String id) {
    return id.substring(id.length() - 2, id.length() - 1);
  }

  private String turns(String lane) {
    return rig.jedis().hget(Keyspace.key("jms:turns"), Keyspace.expand(lane));
  }
}
