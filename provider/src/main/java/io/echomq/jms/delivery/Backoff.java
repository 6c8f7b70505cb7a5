package io.echomq.jms.delivery;

import java.util.concurrent.ThreadLocalRandom;

/** Growing, jittered pauses between tries while a server is away. Threads: one. */
final class Backoff {
  private static final long FIRST_MILLIS = 20;
  private static final long LAST_MILLIS = 1000;

  private long next = FIRST_MILLIS;

  void reset() {
    next = FIRST_MILLIS;
  }

  boolean isFresh() {
    return next == FIRST_MILLIS;
  }

  /** The pause before the next try: 75 to 125 % of one that doubles from 20 ms to 1 s. */
  long nextMillis() {
    long base = next;
    next = Math.min(LAST_MILLIS, base * 2);
    return base * 3 / 4 + ThreadLocalRandom.current().nextLong(base / 2 + 1);
  }
}
