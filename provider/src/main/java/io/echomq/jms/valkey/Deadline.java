package io.echomq.jms.valkey;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A point in time by which something must be done, on the monotonic clock. Immutable. */
final class Deadline {
  private final long endNanos;
  private final long millis;

  private Deadline(long endNanos, long millis) {
    this.endNanos = endNanos;
    this.millis = millis;
  }

  static Deadline in(Duration duration) {
    long millis = Math.max(1, duration.toMillis());
    return new Deadline(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis), millis);
  }

  /** What is left, ms: at least 1, since 0 means for ever to a socket; see {@link #isOver}. */
  int leftMillis() {
    long left = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, left));
  }

  boolean isOver() {
    return endNanos - System.nanoTime() <= 0;
  }

  /** The whole time, ms, for messages. */
  long totalMillis() {
    return millis;
  }

  /** An equal part of what is left, for one of several attempts. */
  Deadline shareFor(int attempts) {
    return in(Duration.ofMillis(Math.max(1, leftMillis() / Math.max(1, attempts))));
  }
}
