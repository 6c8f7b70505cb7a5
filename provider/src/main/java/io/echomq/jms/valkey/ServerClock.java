package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The server's clock as this JVM knows it: the wall clock and an offset measured by {@code TIME}.
 * It never steps back. A wall clock that is set back between two measurements is noticed by the
 * monotonic clock and not followed.
 *
 * <p>An offset within the measuring error (the round trip, at least 5 ms) counts as none, so that
 * with synchronised clocks {@link #now} lies between two {@code System.currentTimeMillis()} of the
 * caller.
 *
 * <p>Threads: any; {@link #measure} by one at a time.
 */
final class ServerClock {
  private static final long LEAST_ERROR_MILLIS = 5;
  private static final long STEP_MILLIS = 1000;

  private final LongSupplier wallMillis;
  private final LongSupplier nanos;
  private final AtomicLong last = new AtomicLong();
  private volatile Reference reference;

  ServerClock() {
    this(System::currentTimeMillis, System::nanoTime);
  }

  ServerClock(LongSupplier wallMillis, LongSupplier nanos) {
    this.wallMillis = wallMillis;
    this.nanos = nanos;
    this.reference = new Reference(wallMillis.getAsLong(), nanos.getAsLong(), 0);
  }

  /** The server's time, ms since 1970; never below what any caller was told before. */
  long now() {
    Reference at = reference;
    long wall = wallMillis.getAsLong();
    long steady = at.wallMillis + TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong() - at.nanos);
    long time = (wall < steady - STEP_MILLIS ? steady : wall) + at.offsetMillis;
    long before = last.get();
    while (time > before) {
      if (last.compareAndSet(before, time)) {
        return time;
      }
      before = last.get();
    }
    return before;
  }

  /** Server time minus wall clock, ms; 0 when it is within the measuring error. */
  long offsetMillis() {
    return reference.offsetMillis;
  }

  /** Measures the offset anew by one round trip. */
  void measure(Link link) throws WireException {
    long before = wallMillis.getAsLong();
    long begun = nanos.getAsLong();
    List<?> time = (List<?>) link.call(Command.of("TIME"));
    long ended = nanos.getAsLong();
    long seconds = Replies.toLong(time.get(0));
    long micros = Replies.toLong(time.get(1));
    adopt(before, begun, ended, seconds * 1000 + micros / 1000);
  }

  /** Takes over a measurement: the server's time was read somewhere between two nano times. */
  void adopt(long wallBefore, long begunNanos, long endedNanos, long serverMillis) {
    long roundTrip = TimeUnit.NANOSECONDS.toMillis(endedNanos - begunNanos);
    long offset = serverMillis - (wallBefore + roundTrip / 2);
    boolean none = Math.abs(offset) <= Math.max(LEAST_ERROR_MILLIS, roundTrip);
    reference = new Reference(wallBefore, begunNanos, none ? 0 : offset);
  }

  private record Reference(long wallMillis, long nanos, long offsetMillis) {}
}
