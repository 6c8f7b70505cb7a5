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
    KeyLease lease = new KeyLease(runner, catalog, key, owner, length, () -> {});
    if (!calls.repeatable(lease::take)) {
      return null;
    }
    heartbeat.add(lease);
    return lease;
  }

  /**
   * The lease of a JMS client id, or null when somebody holds it who may live; waits for a holder
   * that seems gone.
   *
   * @param onLost told when somebody else holds it later
   */
  ClientLease takeClient(byte[] key, String owner, Runnable onLost) throws WireException {
    ClientLease lease = new ClientLease(runner, catalog, key, owner, length, onLost);
    if (!new ClientClaim(calls).take(lease)) {
      return null;
    }
    heartbeat.addNow(lease);
    return lease;
  }

  void release(HeldName lease) throws WireException {
    heartbeat.remove(lease);
    calls.repeatable(lease::release);
  }
}
