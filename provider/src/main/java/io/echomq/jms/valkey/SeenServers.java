package io.echomq.jms.valkey;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Since when each run of the server answers without a pause. After a restart or an outage, and
 * after a server stood still, holders of leases must have had time to extend before anything is
 * reaped (hard cases, 7). A pause of more than a third of a lease counts as one: shorter ones cost
 * nobody a lease, for a lease that is held has more than that left.
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
  private final LongSupplier nanos;
  private final long pauseMillis;

  /**
   * @param leaseMillis how long leases are as a rule
   */
  SeenServers(LongSupplier nanos, long leaseMillis) {
    this.nanos = nanos;
    this.pauseMillis = Math.max(LEAST_PAUSE_MILLIS, leaseMillis / 3);
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
   * Until when a call that is made now may reap; should the server get to it later, it has stood
   * still.
   *
   * @param leaseMillis for so long the run must have answered without a pause
   * @param serverNow server ms
   * @return server ms; 0: not at all
   */
  long mayReapUntil(String runId, long leaseMillis, long serverNow) {
    Contact known = contacts.get(runId);
    long now = nanos.getAsLong();
    if (known == null
        || isLate(known, now)
        || now - known.sinceNanos < TimeUnit.MILLISECONDS.toNanos(leaseMillis)) {
      return 0;
    }
    return Math.max(
        0, serverNow + pauseMillis - TimeUnit.NANOSECONDS.toMillis(now - known.lastNanos));
  }

  private boolean isLate(Contact known, long now) {
    return now - known.lastNanos > TimeUnit.MILLISECONDS.toNanos(pauseMillis);
  }
}
