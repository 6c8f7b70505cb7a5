package io.echomq.jms.valkey;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Since when each run of the server answers without a pause. After a restart or an outage, and
 * after a server stood still, holders of leases must have had time to extend before anything is
 * reaped (hard cases, 7). A pause of more than a third of a lease counts as one: shorter ones cost
 * nobody a lease, for a lease that is held has more than that left. What other processes have seen
 * counts as well (ADR 0013).
 *
 * <p>Threads: any.
 */
final class SeenServers {
  /** Less is no sign of anything: a busy machine has such pauses. */
  private static final long LEAST_PAUSE_MILLIS = 250;

  /** How many looks go into the longest pause that is none, so that one may be late. */
  private static final int LOOKS = 4;

  private record Contact(long sinceNanos, long lastNanos) {}

  private final Map<String, Contact> contacts = new ConcurrentHashMap<>();
  private final Map<String, Seen> told = new ConcurrentHashMap<>();
  private final LongSupplier nanos;
  private final long pauseMillis;

  /** What the server said that all have seen, at that time. */
  private record Seen(long atNanos, long spanMillis, long lapsedBefore) {}

  /**
   * What may be reaped.
   *
   * @param until the last moment (server ms) at which the server may carry it out: should it get to
   *     it later, it has stood still; 0: nothing may be reaped
   * @param lapsedBefore only leases that ended by then (server ms); 0: all that have ended
   */
  record Reaping(long until, long lapsedBefore) {
    private static final Reaping NONE = new Reaping(0, 0);
  }

  /**
   * @param leaseMillis how long leases are as a rule
   */
  SeenServers(LongSupplier nanos, long leaseMillis) {
    this.nanos = nanos;
    this.pauseMillis = pauseMillis(leaseMillis);
  }

  /** The longest pause that is none, ms. */
  static long pauseMillis(long leaseMillis) {
    return Math.max(LEAST_PAUSE_MILLIS, leaseMillis / 3);
  }

  /** How often {@link #saw} is to be called at least, ms. */
  long lookMillis() {
    return pauseMillis / LOOKS;
  }

  /** An answer of this run of the server has just come. */
  void saw(String runId) {
    long now = nanos.getAsLong();
    contacts.merge(
        runId,
        new Contact(now, now),
        (known, fresh) -> isLate(known, now) ? fresh : new Contact(known.sinceNanos, now));
  }

  /**
   * As {@link #saw}, and the answer told what all processes have seen of this run.
   *
   * @param spanMillis for so long it has answered somebody without a pause
   * @param lapsedBefore leases that ended by then (server ms) had a lease's time since; 0: none
   */
  void saw(String runId, long spanMillis, long lapsedBefore) {
    saw(runId);
    told.put(runId, new Seen(nanos.getAsLong(), spanMillis, lapsedBefore));
  }

  /**
   * What a call that is made now may reap.
   *
   * @param leaseMillis for so long the run must have answered without a pause
   * @param serverNow server ms
   */
  Reaping mayReap(String runId, long leaseMillis, long serverNow) {
    Contact known = contacts.get(runId);
    long now = nanos.getAsLong();
    if (known == null || isLate(known, now)) {
      return Reaping.NONE;
    }
    long until =
        Math.max(0, serverNow + pauseMillis - TimeUnit.NANOSECONDS.toMillis(now - known.lastNanos));
    Seen all = told.get(runId);
    boolean joined = all != null && all.atNanos - known.sinceNanos >= 0;
    long mine = TimeUnit.NANOSECONDS.toMillis(now - known.sinceNanos);
    long ours = joined ? all.spanMillis + TimeUnit.NANOSECONDS.toMillis(now - all.atNanos) : 0;
    if (Math.max(mine, ours) >= leaseMillis) {
      return new Reaping(until, 0);
    }
    return joined && all.lapsedBefore > 0 ? new Reaping(until, all.lapsedBefore) : Reaping.NONE;
  }

  private boolean isLate(Contact known, long now) {
    return now - known.lastNanos > TimeUnit.MILLISECONDS.toNanos(pauseMillis);
  }
}
