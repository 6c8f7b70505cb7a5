package io.echomq.jms.valkey;

import io.echomq.jms.config.Timeouts;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * How long to pause before connecting again: doubling from {@code reconnectMin} to {@code
 * reconnectMax}, of which a random half is taken off, so that clients of a server that comes back
 * do not come all at once. One per connection that is being made again.
 *
 * <p>Threads: one at a time.
 */
final class Reconnect {
  private final long minMillis;
  private final long maxMillis;
  private final DoubleSupplier random;
  private int attempts;

  Reconnect(Timeouts timeouts) {
    this(
        timeouts.reconnectMin().toMillis(),
        timeouts.reconnectMax().toMillis(),
        () -> ThreadLocalRandom.current().nextDouble());
  }

  Reconnect(long minMillis, long maxMillis, DoubleSupplier random) {
    this.minMillis = Math.max(1, minMillis);
    this.maxMillis = Math.max(this.minMillis, maxMillis);
    this.random = random;
  }

  /** The pause before the next attempt, ms; longer each time. */
  long nextPauseMillis() {
    int doublings = Math.min(attempts++, 40);
    long full = minMillis > maxMillis >> doublings ? maxMillis : minMillis << doublings;
    return Math.max(1, Math.round(full * (0.5 + random.getAsDouble() / 2)));
  }

  /** How many pauses since the last success. */
  int attempts() {
    return attempts;
  }

  /** A connection was made: begin with the shortest pause next time. */
  void succeeded() {
    attempts = 0;
  }
}
