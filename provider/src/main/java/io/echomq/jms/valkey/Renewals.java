package io.echomq.jms.valkey;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * When the expiry of what a server remembers was last renewed. To renew it with each call costs the
 * server more than to keep it, and a minute's delay does not matter to a memory that outlives
 * everything by ten. Should the memory be gone all the same, the script that makes it anew gives it
 * an hour.
 *
 * <p>Threads: any.
 */
final class Renewals {
  /** Said instead of a time: keep the expiry that is there. */
  static final String KEEP = "";

  private static final long EVERY_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** Beyond so many names all are renewed once more. */
  private static final int MOST = 4096;

  private final Map<String, Long> renewed = new ConcurrentHashMap<>();
  private final LongSupplier nanos;
  private final Object millis;

  /**
   * @param millis how long the server remembers
   */
  Renewals(LongSupplier nanos, long millis) {
    this.nanos = nanos;
    this.millis = Long.toString(millis);
  }

  /** What to tell the server: the milliseconds, or {@link #KEEP} when they were told lately. */
  Object of(String name) {
    long now = nanos.getAsLong();
    Long last = renewed.get(name);
    if (last != null && now - last < EVERY_NANOS) {
      return KEEP;
    }
    if (renewed.size() >= MOST) {
      renewed.clear();
    }
    renewed.put(name, now);
    return millis;
  }
}
