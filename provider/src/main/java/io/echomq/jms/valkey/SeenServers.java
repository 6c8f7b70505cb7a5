package io.echomq.jms.valkey;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * When each run of the server was first seen from here. After a restart or an outage the holders of
 * leases must have had time to come back before anything is reaped (hard cases, 7).
 *
 * <p>Threads: any.
 */
final class SeenServers {
  private final Map<String, Long> firstSeenNanos = new ConcurrentHashMap<>();
  private final LongSupplier nanos;

  SeenServers(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Notes that this run of the server was seen. */
  void saw(String runId) {
    firstSeenNanos.computeIfAbsent(runId, id -> nanos.getAsLong());
  }

  /** True when one lease has passed since this run was first seen. */
  boolean mayReap(String runId, long leaseMillis) {
    saw(runId);
    long since = nanos.getAsLong() - firstSeenNanos.get(runId);
    return since >= TimeUnit.MILLISECONDS.toNanos(leaseMillis);
  }
}
