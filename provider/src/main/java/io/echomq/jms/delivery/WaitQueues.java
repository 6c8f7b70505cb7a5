package io.echomq.jms.delivery;

import io.echomq.jms.wire.Address;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * All queues of a connection with their waiters, and the plan that follows from them.
 *
 * <p>Threads: guarded by the waker's monitor. Times are {@link System#nanoTime}.
 */
final class WaitQueues {
  /** Queues whose feeds are all busy are tended this many times more rarely. */
  private static final int BUSY_BEATS = 4;

  private final Map<Address, WaitQueue> queues = new HashMap<>();
  private final long beatNanos;

  /** The queues that the thread is parked on; empty while it is not parked. */
  private Set<Address> parked = Set.of();

  WaitQueues(long beatMillis) {
    this.beatNanos = TimeUnit.MILLISECONDS.toNanos(beatMillis);
  }

  void opened(Address address, long now) {
    queues.computeIfAbsent(address, key -> new WaitQueue(key, now)).feeds++;
  }

  void closed(Address address) {
    WaitQueue queue = queues.get(address);
    if (queue != null && --queue.feeds == 0) {
      queues.remove(address);
    }
  }

  /** Null when no feed is open there. */
  WaitQueue get(Address address) {
    return queues.get(address);
  }

  Collection<WaitQueue> all() {
    return queues.values();
  }

  boolean isEmpty() {
    return queues.isEmpty();
  }

  boolean isParkedOn(Address address) {
    return parked.contains(address);
  }

  boolean isParked() {
    return !parked.isEmpty();
  }

  void unpark() {
    parked = Set.of();
  }

  /** What to do now; with neither queues to tend nor to park on: to wait here so long. */
  WakePlan plan(long now) {
    List<Address> tend = new ArrayList<>();
    boolean anyDue = false;
    long next = Long.MAX_VALUE;
    for (WaitQueue queue : queues.values()) {
      long left = left(queue, now);
      anyDue |= left <= 0;
      next = Math.min(next, left);
      // What is nearly due is tended with the rest: one call for all.
      if (left <= 0 || now - queue.tendedAt >= rhythm(queue) * 3 / 4) {
        tend.add(queue.address);
      }
    }
    if (anyDue) {
      return new WakePlan(tend, List.of(), 0);
    }
    List<Address> park = new ArrayList<>();
    for (WaitQueue queue : queues.values()) {
      if (queue.wantsToken()) {
        park.add(queue.address);
      }
    }
    parked = new HashSet<>(park);
    long millis = (next + 999_999) / 1_000_000;
    return new WakePlan(List.of(), park, Math.max(1, millis));
  }

  private long left(WaitQueue queue, long now) {
    long left = rhythm(queue) - (now - queue.tendedAt);
    return queue.dueKnown && queue.hasWaiters() ? Math.min(left, queue.dueAt - now) : left;
  }

  private long rhythm(WaitQueue queue) {
    return queue.hasWaiters() ? beatNanos : beatNanos * BUSY_BEATS;
  }
}
