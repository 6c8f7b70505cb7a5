package io.echomq.jms.delivery;

import java.util.concurrent.TimeUnit;

/**
 * The end of a wait, on the JVM's monotonic clock.
 *
 * @param never true: there is none
 * @param nanos {@link System#nanoTime} at the end
 */
record Deadline(boolean never, long nanos) {

  /** Below 0: never. */
  static Deadline after(long millis) {
    if (millis < 0) {
      return new Deadline(true, 0);
    }
    long capped = Math.min(millis, TimeUnit.DAYS.toMillis(3650));
    return new Deadline(false, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(capped));
  }

  boolean over() {
    return !never && nanos - System.nanoTime() <= 0;
  }

  /** Until the end, ms, 0 when it is over; below 0: for ever. */
  long leftMillis() {
    return never ? -1 : Math.max(0, TimeUnit.NANOSECONDS.toMillis(nanos - System.nanoTime()));
  }

  /** The same rounded up, the largest number for ever. */
  long patienceMillis() {
    return never
        ? Long.MAX_VALUE
        : Math.floorDiv(nanos - System.nanoTime() + 999_999, TimeUnit.MILLISECONDS.toNanos(1));
  }

  /**
   * Waits once on the monitor, which the caller holds, at most until the end; may return early, so
   * callers ask in a loop for what they wait for.
   */
  @SuppressWarnings("WaitNotInLoop") // The loop is the caller's.
  void awaitOn(Object monitor) throws InterruptedException {
    if (never) {
      monitor.wait();
      return;
    }
    long left = nanos - System.nanoTime();
    if (left > 0) {
      TimeUnit.NANOSECONDS.timedWait(monitor, left);
    }
  }

  /** The earlier of this and a time from now. */
  Deadline orAfter(long millis) {
    Deadline other = after(millis);
    return never || other.nanos - nanos < 0 ? other : this;
  }
}
