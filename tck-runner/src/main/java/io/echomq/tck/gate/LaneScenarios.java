package io.echomq.tck.gate;

import static io.echomq.tck.gate.Scenario.equal;

import java.util.ArrayList;
import java.util.List;

/** The wire contract, "Fair lanes". */
final class LaneScenarios {
  private static final String A = "GRP00000000001";
  private static final String B = "GRP00000000002";

  private LaneScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario("lanes: groups take turns", LaneScenarios::turns),
        new Scenario("lanes: a limit shuts a lane until a job is done", LaneScenarios::limit),
        new Scenario("lanes: a lane that opens wakes, 64 tokens at most", LaneScenarios::wake),
        new Scenario(
            "lanes: retry, promote and reap return a job to its lane", LaneScenarios::back));
  }

  private static String add(Wire wire, String group) {
    String id = wire.id("JOB");
    equal(1L, wire.verb("enqueue-lane", id, "x", group), "enqueue-lane");
    return id;
  }

  private static String claim(Wire wire) {
    List<?> answer = (List<?>) wire.verb("claim-lane", 30_000);
    return answer.isEmpty() ? "" : (String) answer.get(0);
  }

  private static void turns(Wire wire) {
    String a1 = add(wire, A);
    String a2 = add(wire, A);
    String b1 = add(wire, B);
    String b2 = add(wire, B);
    equal(A, wire.row(a1).get("group"), "the field group");
    equal(List.of(A, B), wire.jedis().lrange(wire.key("ring"), 0, -1), "ring");
    equal(0L, wire.jedis().zcard(wire.key("pending")), "flat pending");
    List<String> order = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      order.add(claim(wire));
    }
    equal(List.of(a1, b1, a2, b2, ""), order, "order of the claims");
    equal("2", wire.jedis().hget(wire.key("gactive"), A), "gactive");
    equal(1L, wire.verb("complete", a1, 1), "complete");
    equal("1", wire.jedis().hget(wire.key("gactive"), A), "gactive after complete");
  }

  private static void limit(Wire wire) {
    wire.jedis().hset(wire.key("glimit"), A, "1");
    String first = add(wire, A);
    String second = add(wire, A);
    equal(first, claim(wire), "the first");
    equal("", claim(wire), "at the limit");
    equal(List.of(), wire.jedis().lrange(wire.key("ring"), 0, -1), "ring at the limit");
    wire.verb("complete", first, 1);
    equal(List.of(A), wire.jedis().lrange(wire.key("ring"), 0, -1), "ring after complete");
    equal(second, claim(wire), "the second");
  }

  private static void wake(Wire wire) {
    add(wire, A);
    equal(List.of("1"), wire.jedis().lrange(wire.key("wake"), 0, -1), "tokens");
    for (int i = 0; i < 70; i++) {
      add(wire, BrandedIds.encode("GRP", 100 + i));
    }
    equal(64L, wire.jedis().llen(wire.key("wake")), "tokens of 71 lanes");
  }

  private static void back(Wire wire) {
    String id = add(wire, A);
    String lane = wire.key("g:" + A + ":pending");
    equal(id, claim(wire), "claimed");
    wire.verb("retry", id, 1, 0, 9, "boom");
    equal(null, zero(wire.jedis().hget(wire.key("gactive"), A)), "gactive after retry");
    wire.jedis().zadd(wire.key("schedule"), 1, id);
    equal(1L, wire.verb("promote", 100), "promoted");
    equal(List.of(id), wire.jedis().zrange(lane, 0, -1), "lane after promote");
    equal(id, claim(wire), "claimed again");
    wire.jedis().zadd(wire.key("active"), 1, id);
    equal(1L, wire.verb("reap", 100), "reaped");
    equal(List.of(id), wire.jedis().zrange(lane, 0, -1), "lane after reap");
    equal(List.of(A), wire.jedis().lrange(wire.key("ring"), 0, -1), "ring after reap");
  }

  /** A count of nothing may stand there or not. */
  private static String zero(String count) {
    return "0".equals(count) ? null : count;
  }
}
