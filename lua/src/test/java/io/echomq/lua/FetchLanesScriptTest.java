package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class FetchLanesScriptTest {
  private static final String RED = "[1,[\"=\",[\"p\",\"p\",\"c\"],[\"s\",\"red\"]]]";
  private static final String BIG = "[1,[\">\",[\"p\",\"p\",\"n\"],[\"l\",\"9007199254740993\"]]]";

  @AutoClose private final Rig rig;

  FetchLanesScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  @Test
  void leasesWhatMatchesWhereverItStandsAndTheLaneBecomesItsTakers() {
    rig.seed(
        "g:%A:pending zset $A=0 $B=0",
        "g:%B:pending zset $C=0", "glimit hash %A=1 %B=1", "ring list %A %B", "wake list 1");
    row("$A", "%A", "blue");
    row("$B", "%A", "red");
    row("$C", "%B", "blue");
    List<?> answer = select(RED, 5, "", "", 100, "s1");
    assertEquals(List.of("$B"), ids(answer));
    assertEquals(0L, answer.get(1));
    assertEquals("active", rig.jedis().hget(Keyspace.key("job:$B"), "state"));
    assertEquals(lanes("%B"), rig.jedis().lrange(Keyspace.key("ring"), 0, -1));
    assertEquals("s1", rig.jedis().hget(Keyspace.key("jms:holder"), Keyspace.expand("%A")));
    assertEquals("1", rig.jedis().hget(Keyspace.key("gactive"), Keyspace.expand("%A")));
    assertEquals(1, rig.jedis().llen(Keyspace.key("wake")));
  }

  @Test
  void theHolderGetsTheFurtherOnesAndNobodyElse() {
    rig.seed("g:%A:pending zset $A=0 $B=0 $C=0", "glimit hash %A=1", "ring list %A");
    row("$A", "%A", "red");
    row("$B", "%A", "blue");
    row("$C", "%A", "red");
    assertEquals(List.of("$A"), ids(select(RED, 1, "", "", 100, "s1")));
    assertEquals(List.of(), ids(select(RED, 5, "", "", 100, "s2")));
    assertEquals(List.of(), ids(select(RED, 5, "", "", 100, "")));
    assertEquals(List.of("$C"), ids(select(RED, 5, "", "", 100, "s1")));
  }

  @Test
  void aSessionWithoutANameTakesOneOfALaneAtItsLimit() {
    rig.seed("g:%A:pending zset $A=0 $B=0", "glimit hash %A=1", "ring list %A");
    row("$A", "%A", "red");
    row("$B", "%A", "red");
    assertEquals(List.of("$A"), ids(select(RED, 5, "", "", 100, "")));
  }

  @Test
  void boundedCallsComeByAllJobsAndLanesOnceAndEnd() {
    List<String> expected = new ArrayList<>();
    for (String lane : List.of("%A", "%B", "%C")) {
      rig.seed("ring list " + lane);
      for (int i = 0; i < 7; i++) {
        String id = "$" + (char) (lane.charAt(1) + 3 * i);
        rig.seed("g:" + lane + ":pending zset " + id + "=0");
        row(id, lane, i % 2 == 0 ? "red" : "blue");
        if (i % 2 == 0) {
          expected.add(id);
        }
      }
    }
    List<Object> found = new ArrayList<>();
    String place = "";
    String id = "";
    int calls = 0;
    for (boolean more = true; more && calls < 50; calls++) {
      List<?> answer = select(RED, 2, place, id, 5, "s1");
      found.addAll(ids(answer));
      place = (String) answer.get(6);
      id = (String) answer.get(7);
      more = answer.get(1).equals(1L);
      if (calls == 2) {
        rig.jedis()
            .lmove(
                Keyspace.key("ring"),
                Keyspace.key("ring"),
                redis.clients.jedis.args.ListDirection.LEFT,
                redis.clients.jedis.args.ListDirection.RIGHT);
      }
    }
    assertEquals(0, rig.jedis().zcard("emq:{q}:pending"));
    assertEquals(found.size(), found.stream().distinct().count());
    // the ring turned by one in between: what was passed by comes with the next pass
    found.addAll(ids(select(RED, 100, "", "", 1000, "s1")));
    assertEquals(expected.stream().sorted().toList(), found.stream().sorted().toList());
  }

  @Test
  void heldLanesAreGoneThroughByPagesToo() {
    rig.seed("glimit hash %A=1 %B=1 %C=1", "ring list %A %B %C");
    for (String lane : List.of("%A", "%B", "%C")) {
      rig.seed("g:" + lane + ":pending zset $" + lane.charAt(1) + "=0");
      row("$" + lane.charAt(1), lane, "red");
    }
    assertEquals(3, ids(select(RED, 5, "", "", 100, "s1")).size());
    for (int i = 0; i < 9; i++) {
      String lane = "%" + "ABC".charAt(i / 3);
      rig.seed("g:" + lane + ":pending zset $" + (1 + i) + "=0");
      row("$" + (1 + i), lane, i % 3 == 2 ? "red" : "blue");
    }
    List<Object> found = new ArrayList<>();
    String place = "";
    String id = "";
    boolean more = true;
    for (int calls = 0; more && calls < 50; calls++) {
      List<?> answer = select(RED, 5, place, id, 2, "s1");
      found.addAll(ids(answer));
      place = (String) answer.get(6);
      id = (String) answer.get(7);
      more = answer.get(1).equals(1L);
    }
    assertEquals(List.of("$3", "$6", "$9"), found);
  }

  @Test
  void whatCannotBeDecidedIsAnsweredAndLeftAndGhostsGo() {
    rig.seed("g:%A:pending zset $A=0 $B=0 $C=0", "ring list %A");
    row("$A", "%A", "red");
    rig.jedis()
        .hset(
            Keyspace.key("job:$A"),
            "payload",
            "{\"jms\":1,\"m\":\"n\",\"p\":{\"n\":{\"l\":\"9007199254740993\"}}}\n");
    row("$B", "%A", "x".repeat(17_000));
    List<?> answer = select(BIG, 5, "", "", 100, "s1");
    assertEquals(List.of(), ids(answer));
    assertEquals("$B", ((List<?>) answer.get(8)).get(0));
    assertEquals(List.of("$C"), answer.get(3));
    assertEquals(2, rig.jedis().zcard(Keyspace.key("g:%A:pending")));
  }

  @Test
  void pausedLanesAndQueuesAnswerNothing() {
    rig.seed("g:%A:pending zset $A=0", "ring list %A", "paused set %A");
    row("$A", "%A", "red");
    assertEquals(List.of(), ids(select(RED, 5, "", "", 100, "s1")));
    rig.jedis().srem(Keyspace.key("paused"), Keyspace.expand("%A"));
    rig.seed("meta hash paused=1");
    List<?> answer = select(RED, 5, "", "", 100, "s1");
    assertEquals(List.of(), ids(answer));
    assertEquals(0L, answer.get(1));
  }

  private List<?> select(String program, int max, String place, String id, int rows, String owner) {
    return (List<?>)
        rig.run(
            "fetch-lanes",
            max,
            30_000,
            0,
            16_384,
            1_000_000,
            program,
            place,
            id,
            rows,
            "",
            0,
            0,
            owner);
  }

  private static List<Object> ids(List<?> answer) {
    List<?> jobs = (List<?>) answer.get(5);
    return IntStream.range(0, jobs.size() / 4).mapToObj(i -> (Object) jobs.get(4 * i)).toList();
  }

  private static List<String> lanes(String... lanes) {
    return List.of(lanes).stream().map(Keyspace::expand).toList();
  }

  private void row(String id, String lane, String colour) {
    String key = Keyspace.key("job:" + id);
    rig.jedis().hset(key, "state", "pending");
    rig.jedis().hset(key, "attempts", "0");
    rig.jedis().hset(key, "group", Keyspace.expand(lane));
    rig.jedis().hset(key, "payload", "{\"jms\":1,\"m\":\"n\",\"p\":{\"c\":\"" + colour + "\"}}\n");
  }
}
