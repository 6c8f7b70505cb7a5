package io.echomq.jms.delivery;

import io.echomq.jms.delivery.Waiter.Readiness;
import io.echomq.jms.wire.Address;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Those who wait for one queue, and when it is to be looked after.
 *
 * <p>A wake-up begins a round. A selective waiter that was woken and found nothing passes the
 * wake-up on to one that was not yet tried in this round; when all were, the round is over, and the
 * token goes back to the server for other processes.
 *
 * <p>Threads: guarded by the waker's monitor. Times are {@link System#nanoTime}.
 */
final class WaitQueue {
  final Address address;

  /** Feeds that are open, waiting or not. */
  int feeds;

  /**
   * Rises whenever there was a reason to wake and it was not certain to reach everybody whom it
   * concerns: nobody was idle, or it was for all.
   */
  long changes;

  /** When the next scheduled message is due; meaningful only with {@link #dueKnown}. */
  long dueAt;

  boolean dueKnown;
  long tendedAt;

  /** After the first token that only selective waiters were there for, and in vain. */
  private static final long FIRST_COOLING_NANOS = 2_000_000;

  private static final int MAX_DOUBLINGS = 20;

  private final Set<Waiter> waiters = new LinkedHashSet<>();
  private final Set<Waiter> tried = new HashSet<>();
  private boolean token;
  private long coolUntil;

  /** How often in a row it had to cool; 0: it does not cool. */
  private int cooled;

  private int hops;

  WaitQueue(Address address, long now) {
    this.address = address;
    this.tendedAt = now;
  }

  /**
   * A token was there that only selective waiters wanted, and in vain, and it lies at the server
   * again: they leave it there for a while, longer each time, for at most a beat.
   */
  void cool(long now, long beatNanos) {
    long pause = FIRST_COOLING_NANOS << Math.min(cooled, MAX_DOUBLINGS);
    cooled++;
    coolUntil = now + Math.min(beatNanos, pause);
  }

  /** A token was of use, or lies at the server no more. */
  void warm() {
    cooled = 0;
  }

  boolean isCooling(long now) {
    return cooled > 0 && now - coolUntil < 0;
  }

  /** Meaningful while it is cooling. */
  long coolUntil() {
    return coolUntil;
  }

  /** The next scheduled message is due then; below 0: there is none. */
  void due(long millis, long now) {
    dueKnown = millis >= 0;
    if (dueKnown) {
      // One millisecond more: the server counts in whole ones.
      dueAt = now + TimeUnit.MILLISECONDS.toNanos(millis + 1);
    }
  }

  void add(Waiter waiter) {
    waiters.add(waiter);
  }

  boolean remove(Waiter waiter) {
    return waiters.remove(waiter);
  }

  boolean hasWaiters() {
    return !waiters.isEmpty();
  }

  /**
   * @param byToken true: a token of the server was taken for this
   * @param most how many waiters may be tried in vain
   */
  void beginRound(boolean byToken, int most) {
    tried.clear();
    token = byToken;
    hops = most;
  }

  /** Ends the round; true when a token is to be handed back. */
  boolean endRound() {
    boolean back = token;
    token = false;
    hops = 0;
    return back;
  }

  /**
   * Takes out the one to wake: who waits longest among the idle, else among the busy; or null.
   *
   * @param byLeader true when the thread that leads asks: it takes the message itself if it can
   */
  Waiter pick(boolean byLeader) {
    if (hops <= 0) {
      return null;
    }
    Waiter chosen = first(byLeader ? Readiness.LEADING : Readiness.IDLE);
    if (chosen == null) {
      chosen = first(byLeader ? Readiness.IDLE : Readiness.LEADING);
    }
    if (chosen == null) {
      chosen = first(Readiness.BUSY);
      if (chosen != null) {
        // Its handler may turn out long: who is between a fetch and enlisting fetches again.
        changes++;
      }
    }
    if (chosen != null) {
      hops--;
      tried.add(chosen);
      waiters.remove(chosen);
    }
    return chosen;
  }

  private Waiter first(Readiness wanted) {
    for (Iterator<Waiter> all = waiters.iterator(); all.hasNext(); ) {
      Waiter waiter = all.next();
      if (!tried.contains(waiter) && waiter.readiness() == wanted) {
        return waiter;
      }
    }
    return null;
  }

  /**
   * True when a token of this queue would be of use here. Selective waiters that were tried in this
   * round, or in vain a moment ago, would take the same token again and again.
   */
  boolean wantsToken(long now) {
    boolean cooling = isCooling(now);
    for (Waiter waiter : waiters) {
      boolean vain = waiter.selective() && (cooling || (token && tried.contains(waiter)));
      if (!vain && waiter.readiness() != Readiness.DEAF) {
        return true;
      }
    }
    return false;
  }
}
