package io.echomq.tck.gate;

import static io.echomq.tck.gate.Scenario.equal;
import static io.echomq.tck.gate.Scenario.holds;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** The wire contract, "Also in use". */
final class OperatorScenarios {
  private OperatorScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario("extend_lock: by its token, never lower", OperatorScenarios::extendLock),
        new Scenario("pause and resume: pending untouched", OperatorScenarios::pause),
        new Scenario("drain: pending, and the schedule when asked", OperatorScenarios::drain),
        new Scenario("remove_job: wherever it is", OperatorScenarios::remove),
        new Scenario("reprocess: dead becomes pending", OperatorScenarios::reprocess),
        new Scenario("obliterate: a paused queue only", OperatorScenarios::obliterate));
  }

  private static void extendLock(Wire wire) {
    String id = VerbScenarios.claimed(wire, "long");
    wire.refused("EMQSTALE", "extend-lock", id, 2, 60_000);
    long before = wire.serverMillis();
    equal(1L, wire.verb("extend-lock", id, 1, 60_000), "extended");
    double deadline = wire.jedis().zscore(wire.key("active"), id);
    holds(deadline >= before + 60_000, "deadline " + deadline);
    wire.verb("extend-lock", id, 1, 1);
    equal(deadline, wire.jedis().zscore(wire.key("active"), id), "after a shorter one");
    wire.verb("complete", id, 1);
    equal(-1L, wire.verb("extend-lock", id, 1, 60_000), "gone");
  }

  private static void pause(Wire wire) {
    String id = wire.id("JOB");
    wire.verb("enqueue", id, "x");
    equal(1L, wire.verb("pause-queue"), "paused");
    equal(List.of(), wire.verb("claim", 1000), "a claim while paused");
    equal(1L, wire.jedis().zcard(wire.key("pending")), "pending_size");
    equal(1L, wire.verb("resume-queue"), "resumed");
    wire.jedis().hset(wire.key("meta"), "paused", "any value");
    equal(List.of(), wire.verb("claim", 1000), "paused by another runtime");
    wire.jedis().hdel(wire.key("meta"), "paused");
    equal(List.of(id, "x", 1L), VerbScenarios.numbered(wire.verb("claim", 1000)), "resumed");
  }

  private static void drain(Wire wire) {
    wire.verb("enqueue", wire.id("JOB"), "x");
    String scheduled = wire.id("JOB");
    wire.verb("schedule-job", scheduled, "x", "in", 60_000);
    equal(1L, wire.verb("drain-queue", 100, 0), "pending");
    equal(Set.of(wire.key("schedule"), wire.key("job:" + scheduled)), wire.keys(), "what is left");
    equal(1L, wire.verb("drain-queue", 100, 1), "the schedule");
    equal(Set.of(), wire.keys(), "what is left");
  }

  private static void remove(Wire wire) {
    String id = VerbScenarios.claimed(wire, "x");
    wire.jedis().rpush(wire.key("job:" + id + ":logs"), "line");
    equal(1L, wire.verb("remove-job", id, ""), "removed");
    equal(Set.of(), wire.keys(), "what is left");
    equal(0L, wire.verb("remove-job", id, ""), "once more");
  }

  private static void reprocess(Wire wire) {
    String id = VerbScenarios.claimed(wire, "x");
    wire.refused("EMQSTATE", "reprocess-job", id, 0);
    wire.verb("retry", id, 1, 0, 1, "boom");
    equal(1L, wire.verb("reprocess-job", id, 0), "brought back");
    equal("pending", wire.row(id).get("state"), "state");
    equal(0.0, wire.jedis().zscore(wire.key("pending"), id), "score");
    equal(null, wire.jedis().zscore(wire.key("dead"), id), "score in dead");
  }

  private static void obliterate(Wire wire) {
    VerbScenarios.claimed(wire, "x");
    wire.verb("enqueue", wire.id("JOB"), "y");
    wire.refused("EMQSTATE", "obliterate-queue", 1000);
    wire.verb("pause-queue");
    for (int call = 0; call < 10 && wire.verb("obliterate-queue", 1000).equals(1L); call++) {
      holds(call < 9, "it does not end");
    }
    equal(Map.of(), wire.jedis().hgetAll(wire.key("meta")), "meta");
    equal(Set.of(), wire.keys(), "what is left");
  }
}
