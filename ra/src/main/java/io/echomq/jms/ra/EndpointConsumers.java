package io.echomq.jms.ra;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The consumers of one endpoint: the one in use, and those that have failed while beans were at
 * work, until these have ended.
 *
 * <p>Threads: any. The monitor guards the set and is held while nothing is waited for.
 */
final class EndpointConsumers {
  /** How long an interrupted bean may take to end. */
  static final long STRAGGLER_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final EndpointSettings settings;
  private final Set<EndpointConsumer> open = new HashSet<>();

  EndpointConsumers(EndpointSettings settings) {
    this.settings = settings;
  }

  synchronized void add(EndpointConsumer consumer) {
    open.add(consumer);
  }

  private synchronized List<EndpointConsumer> all() {
    return List.copyOf(open);
  }

  /** Returns when the beans of this one have ended, uninterrupted but by {@link #drain}. */
  void closeWhenIdle(EndpointConsumer failed) {
    failed.awaitIdle(Long.MAX_VALUE);
    close(failed);
  }

  /** Stops intake, waits for what runs, interrupts what takes longer than {@code drainTimeout}. */
  void drain() {
    List<EndpointConsumer> all = all();
    all.forEach(EndpointConsumer::endIntake);
    if (!areIdleWithin(settings.drainTimeout().toNanos(), all)) {
      all.forEach(EndpointConsumer::interrupt);
      areIdleWithin(STRAGGLER_NANOS, all);
    }
    all.forEach(this::close);
  }

  private static boolean areIdleWithin(long nanos, List<EndpointConsumer> all) {
    long until = System.nanoTime() + nanos;
    boolean idle = true;
    for (EndpointConsumer each : all) {
      idle &= each.awaitIdle(until - System.nanoTime());
    }
    return idle;
  }

  private void close(EndpointConsumer which) {
    which.close();
    synchronized (this) {
      open.remove(which);
    }
  }
}
