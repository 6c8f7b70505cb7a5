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
  private final long beatMillis;
  private final long beatNanos;

  /** The queues that are parked on; empty while none is. */
  private Set<Address> parked = Set.of();

  WaitQueues(long beatMillis) {
    this.beatMillis = beatMillis;
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

  boolean anyoneWaits() {
    for (WaitQueue queue : queues.values()) {
      if (queue.hasWaiters()) {
        return true;
      }
    }
    return false;
  }

  long beatNanos() {
    return beatNanos;
  }

  /** Within this time there is something to do at the latest, in milliseconds. */
  long longestMillis() {
    return beatMillis * BUSY_BEATS;
  }

  /** To go on so long with a park that nobody here asks for any more. */
  WakePlan restOfPark(long millis) {
    return new WakePlan(List.of(), List.copyOf(parked), millis);
  }

  /**
   * What to do now; with neither queues to tend nor to park on: to wait here so long.
   *
   * @param goesOn true when a park goes on that its caller has left
   */
  WakePlan plan(long now, boolean goesOn) {
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
      if (queue.wantsToken(now)) {
        park.add(queue.address);
      } else if (queue.isCooling(now)) {
        next = Math.min(next, queue.coolUntil() - now);
      }
    }
    if (!goesOn || !parked.containsAll(park)) {
      parked = new HashSet<>(park);
    }
    long millis = (next + 999_999) / 1_000_000;
    return new WakePlan(List.of(), park, Math.max(1, millis));
  }

  /**
   * How long one who is not enlisted may wait for this queue in the place of all, in milliseconds;
   * 0: others wait, or there is something to tend. Above 0 it counts as parked there.
   */
  long aloneMillis(WaitQueue alone, long now) {
    long least = left(alone, beatNanos, true, now);
    for (WaitQueue queue : queues.values()) {
      if (queue.hasWaiters()) {
        return 0;
      }
      least = Math.min(least, left(queue, now));
    }
    long millis = least / 1_000_000;
    if (millis <= 0) {
      return 0;
    }
    parked = Set.of(alone.address);
    return millis;
  }

  private long left(WaitQueue queue, long now) {
    return left(queue, rhythm(queue), queue.hasWaiters(), now);
  }

  private static long left(WaitQueue queue, long rhythm, boolean awaited, long now) {
    long left = rhythm - (now - queue.tendedAt);
    return queue.dueKnown && awaited ? Math.min(left, queue.dueAt - now) : left;
  }

  private long rhythm(WaitQueue queue) {
    return queue.hasWaiters() ? beatNanos : beatNanos * BUSY_BEATS;
  }
}
