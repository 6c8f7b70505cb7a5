package io.echomq.tck.gate;

import static io.echomq.tck.gate.Scenario.equal;
import static io.echomq.tck.gate.Scenario.holds;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** The wire contract, "The six scripts and eight verbs". */
final class VerbScenarios {
  private static final long LEASE = 30_000;

  private VerbScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario("enqueue: once, and a repeat changes nothing", VerbScenarios::enqueue),
        new Scenario("claim: oldest first, leased by the server's clock", VerbScenarios::claim),
        new Scenario("claim: a member without a row is skipped", VerbScenarios::ghost),
        new Scenario("complete: by its token only", VerbScenarios::complete),
        new Scenario("retry: later, and at last dead", VerbScenarios::retry),
        new Scenario("promote: what is due, at score 0", VerbScenarios::promote),
        new Scenario("reap: a lapsed lease fences its holder off", VerbScenarios::reap),
        new Scenario("browse and pending_size: newest first", VerbScenarios::browse));
  }

  /** Enqueues and claims one job; answers its id. */
  static String claimed(Wire wire, String payload) {
    String id = wire.id("JOB");
    equal(1L, wire.verb("enqueue", id, payload), "enqueue");
    equal(List.of(id, payload, 1L), numbered(wire.verb("claim", LEASE)), "claim");
    return id;
  }

  /** The answer of a claim with its token as a number, which scripts may answer as text too. */
  static Object numbered(Object claim) {
    List<?> parts = (List<?>) claim;
    return parts.isEmpty()
        ? parts
        : List.of(parts.get(0), parts.get(1), Long.parseLong(String.valueOf(parts.get(2))));
  }

  private static void enqueue(Wire wire) {
    String id = wire.id("JOB");
    equal(1L, wire.verb("enqueue", id, "one"), "the first");
    equal(0.0, wire.jedis().zscore(wire.key("pending"), id), "score");
    equal(0L, wire.verb("enqueue", id, "two"), "a duplicate");
    equal("one", wire.row(id).get("payload"), "payload after a duplicate");
    wire.refused("EMQKIND", "enqueue", wire.id("EVT"), "x");
    equal(1L, wire.jedis().zcard(wire.key("pending")), "pending_size");
  }

  private static void claim(Wire wire) {
    String first = wire.id("JOB");
    String second = wire.id("JOB");
    wire.verb("enqueue", second, "b");
    wire.verb("enqueue", first, "a");
    long before = wire.serverMillis();
    equal(List.of(first, "a", 1L), numbered(wire.verb("claim", LEASE)), "the older");
    long after = wire.serverMillis();
    double deadline = wire.jedis().zscore(wire.key("active"), first);
    holds(deadline >= before + LEASE && deadline <= after + LEASE, "deadline " + deadline);
    equal(Map.of("state", "active", "attempts", "1", "payload", "a"), wire.row(first), "the row");
    equal(List.of(second, "b", 1L), numbered(wire.verb("claim", LEASE)), "the newer");
    equal(List.of(), wire.verb("claim", LEASE), "an empty queue");
  }

  private static void ghost(Wire wire) {
    wire.jedis().zadd(wire.key("pending"), 0, BrandedIds.encode("JOB", 1));
    String id = wire.id("JOB");
    wire.verb("enqueue", id, "real");
    equal(List.of(id, "real", 1L), numbered(wire.verb("claim", LEASE)), "behind the ghost");
    equal(List.of(), wire.verb("claim", LEASE), "after it");
    holds(!wire.keys().contains(wire.key("pending")), "the ghost is removed");
  }

  private static void complete(Wire wire) {
    String id = claimed(wire, "work");
    wire.refused("EMQSTALE", "complete", id, 2);
    equal("active", wire.row(id).get("state"), "state after a stale complete");
    equal(1L, wire.verb("complete", id, 1), "its own token");
    equal(Map.of(), wire.row(id), "the row");
    equal("1", wire.jedis().hget(wire.key("metrics:completed"), "count"), "metrics:completed");
    equal(0L, wire.verb("complete", id, 1), "a row that is gone");
    equal(Set.of(wire.key("metrics:completed")), wire.keys(), "what is left");
  }

  private static void retry(Wire wire) {
    String id = claimed(wire, "work");
    wire.refused("EMQSTALE", "retry", id, 9, 0, 2, "x");
    long before = wire.serverMillis();
    equal("scheduled", wire.verb("retry", id, 1, 60_000, 2, "boom"), "the first failure");
    double due = wire.jedis().zscore(wire.key("schedule"), id);
    holds(due >= before + 60_000 && due <= wire.serverMillis() + 60_000, "run-at " + due);
    equal("scheduled", wire.row(id).get("state"), "state");
    equal("boom", wire.row(id).get("last_error"), "last_error");
    wire.jedis().zadd(wire.key("schedule"), 1, id);
    wire.verb("promote", 100);
    equal(List.of(id, "work", 2L), numbered(wire.verb("claim", LEASE)), "claimed again");
    equal("dead", wire.verb("retry", id, 2, 0, 2, "again"), "the last failure");
    equal("dead", wire.row(id).get("state"), "state");
    equal(0.0, wire.jedis().zscore(wire.key("dead"), id), "score in dead");
    equal("1", wire.jedis().hget(wire.key("metrics:failed"), "count"), "metrics:failed");
    wire.refused("EMQSTALE", "retry", wire.id("JOB"), 1, 0, 2, "gone");
  }

  private static void promote(Wire wire) {
    String due = wire.id("JOB");
    String later = wire.id("JOB");
    long now = wire.serverMillis();
    equal(1L, wire.verb("schedule-job", due, "due", "at", now - 1), "schedule at");
    equal(1L, wire.verb("schedule-job", later, "later", "in", 60_000), "schedule in");
    equal(0L, wire.verb("schedule-job", later, "other", "in", 1), "a duplicate");
    equal("scheduled", wire.row(later).get("state"), "state");
    equal(1L, wire.verb("promote", 100), "promoted");
    equal(0.0, wire.jedis().zscore(wire.key("pending"), due), "score");
    equal("pending", wire.row(due).get("state"), "state of the due one");
    equal(List.of(later), wire.jedis().zrange(wire.key("schedule"), 0, -1), "not due");
    equal(0L, wire.verb("promote", 100), "nothing more");
  }

  private static void reap(Wire wire) {
    String id = claimed(wire, "work");
    equal(0L, wire.verb("reap", 100), "a lease that runs");
    wire.jedis().zadd(wire.key("active"), 1, id);
    equal(1L, wire.verb("reap", 100), "a lapsed lease");
    equal(0.0, wire.jedis().zscore(wire.key("pending"), id), "score");
    equal("pending", wire.row(id).get("state"), "state");
    equal("1", wire.row(id).get("attempts"), "attempts");
    equal(List.of(id, "work", 2L), numbered(wire.verb("claim", LEASE)), "claimed by another");
    wire.refused("EMQSTALE", "complete", id, 1);
    wire.jedis().zadd(wire.key("active"), 1, id);
    wire.verb("reap", 100);
    equal(1L, wire.verb("complete", id, 2), "reaped, unclaimed, completed by its old token");
    holds(!wire.keys().contains(wire.key("pending")), "it is not pending any more");
  }

  private static void browse(Wire wire) {
    List<String> ids = List.of(wire.id("JOB"), wire.id("JOB"), wire.id("JOB"));
    ids.forEach(id -> wire.verb("enqueue", id, "x"));
    equal(List.of(ids.get(2), ids.get(1), ids.get(0)), wire.verb("browse", 10, ""), "browse");
    equal(List.of(ids.get(2)), wire.verb("browse", 1, ""), "its first page");
    equal(List.of(ids.get(1), ids.get(0)), wire.verb("browse", 10, ids.get(2)), "its second");
    equal(3L, wire.jedis().zcard(wire.key("pending")), "pending_size");
  }
}
