package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import io.echomq.lua.ScriptCatalog;
import java.time.Duration;

/**
 * Takes names under a lease and has the heartbeat renew them.
 *
 * <p>Threads: any.
 */
final class KeyLeases {
  private final ScriptRunner runner;
  private final ScriptCatalog catalog;
  private final PooledCalls calls;
  private final Heartbeat heartbeat;
  private final Duration length;

  KeyLeases(
      ScriptRunner runner,
      ScriptCatalog catalog,
      PooledCalls calls,
      Heartbeat heartbeat,
      Duration length) {
    this.runner = runner;
    this.catalog = catalog;
    this.calls = calls;
    this.heartbeat = heartbeat;
    this.length = length;
  }

  /** The lease, or null when somebody else holds the name. */
  KeyLease take(byte[] key, String owner) throws WireException {
    return take(key, owner, () -> {});
  }

  /** As {@link #take(byte[], String)}; {@code onLost} is told when somebody else holds it later. */
  KeyLease take(byte[] key, String owner, Runnable onLost) throws WireException {
    KeyLease lease = new KeyLease(runner, catalog, key, owner, length, onLost);
    if (!calls.repeatable(lease::take)) {
      return null;
    }
    heartbeat.add(lease);
    return lease;
  }

  void release(KeyLease lease) throws WireException {
    heartbeat.remove(lease);
    calls.repeatable(lease::release);
  }
}
