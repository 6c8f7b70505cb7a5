package io.echomq.jms.valkey;

import java.util.ArrayList;
import java.util.List;

/**
 * What a fetching script answered.
 *
 * @param dueInMillis time to the next scheduled job; 0 one is due, -1 none
 * @param more true when a bounded scan ended before the queue did
 * @param leasedUntil server ms
 * @param ghosts members without a row, removed
 * @param dead jobs that were delivered too often and are dead now
 * @param jobs what was leased, in the order of consumption
 */
record Claim(
    long dueInMillis,
    boolean more,
    long leasedUntil,
    List<String> ghosts,
    List<String> dead,
    List<Claimed> jobs) {

  /** Reads either form: six values, or flat when there is nothing but jobs to tell. */
  static Claim of(Object reply) {
    List<?> fields = (List<?>) reply;
    boolean flat = fields.size() < 4 || !(fields.get(3) instanceof List);
    if (flat) {
      List<Claimed> jobs = Claimed.listOf(fields.subList(1, fields.size()));
      return new Claim(-1, false, Replies.toLong(fields.get(0)), List.of(), List.of(), jobs);
    }
    return new Claim(
        Replies.toLong(fields.get(0)),
        Replies.toLong(fields.get(1)) == 1,
        Replies.toLong(fields.get(2)),
        texts(fields.get(3)),
        texts(fields.get(4)),
        Claimed.listOf((List<?>) fields.get(5)));
  }

  Claim withMore(boolean some) {
    return new Claim(dueInMillis, some, leasedUntil, ghosts, dead, jobs);
  }

  /** This and what was claimed after it. */
  Claim with(Claim later) {
    return new Claim(
        dueInMillis,
        more || later.more,
        Math.min(leasedUntil, later.leasedUntil),
        joined(ghosts, later.ghosts),
        joined(dead, later.dead),
        joined(jobs, later.jobs));
  }

  /** How many of the jobs, from the first on, have no more than so many bytes; at least one. */
  int within(long bytes) {
    long sum = 0;
    for (int i = 0; i < jobs.size(); i++) {
      sum += jobs.get(i).bytes();
      if (sum > bytes && i > 0) {
        return i;
      }
    }
    return jobs.size();
  }

  private static <T> List<T> joined(List<T> first, List<T> second) {
    List<T> both = new ArrayList<>(first);
    both.addAll(second);
    return both;
  }

  private static List<String> texts(Object reply) {
    return ((List<?>) reply).stream().map(Replies::toText).toList();
  }
}
