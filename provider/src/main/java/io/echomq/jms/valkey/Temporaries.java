package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Temporary destinations of one runtime. Each has {@code emq:{base}:jms:owner}, which says whose it
 * is and lapses with its owner; it lies in the slot of the queue, so that the send script can ask
 * for it. All are listed in {@code emq:{_jms}:jms:temps} (sorted set: base by the server ms at
 * which it lapses), where the heartbeat of anybody finds those whose owner died and sweeps them.
 *
 * <p>Threads: any.
 */
final class Temporaries implements Pulse {
  /** Unit of the key that says whose a temporary destination is. */
  static final String OWNER = "owner";

  private static final String REGISTRY = "temps";
  private static final int SWEPT_AT_ONCE = 20;
  private static final int ERASED_AT_ONCE = 500;

  private record Owned(String owner, KeyLease lease) {}

  private final PooledCalls calls;
  private final KeyLeases leases;
  private final Keys keys;
  private final Mint mint;
  private final ServerClock clock;
  private final long leaseMillis;
  private final Map<String, Owned> owned = new ConcurrentHashMap<>();

  Temporaries(
      PooledCalls calls,
      KeyLeases leases,
      Keys keys,
      Mint mint,
      ServerClock clock,
      Duration lease) {
    this.calls = calls;
    this.leases = leases;
    this.keys = keys;
    this.mint = mint;
    this.clock = clock;
    this.leaseMillis = lease.toMillis();
  }

  /** A new one of this owner. */
  Address create(Address.Domain domain, String owner) throws WireException {
    String base = Address.TEMPORARY_PREFIX + mint.next("TMP");
    // Registered first: a crash in between leaves an entry to sweep and never an unknown key.
    register(base);
    KeyLease lease = leases.take(keys.queue(base).own(OWNER), owner);
    if (lease == null) {
      throw new WireException(WireError.SERVER, base + ": a fresh temporary name is taken");
    }
    owned.put(base, new Owned(owner, lease));
    return new Address(domain, base, domain == Address.Domain.TOPIC ? Address.DEFAULT_STREAM : "");
  }

  /** Deletes one of this owner, with what is in it. */
  void delete(Address address, String owner) throws WireException {
    Owned mine = owned.get(address.base());
    if (mine == null || !mine.owner.equals(owner)) {
      throw new WireException(
          WireError.WRONG_STATE,
          address + " was not created by this connection, or is deleted already");
    }
    leases.release(mine.lease);
    owned.remove(address.base());
    erase(address.base());
  }

  /** Deletes all of an owner that goes; the first failure is thrown after all were tried. */
  void deleteAll(String owner) throws WireException {
    WireException first = null;
    for (Map.Entry<String, Owned> each : owned.entrySet()) {
      if (each.getValue().owner.equals(owner)) {
        try {
          delete(new Address(Address.Domain.QUEUE, each.getKey(), ""), owner);
        } catch (WireException e) {
          first = first == null ? e : first;
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }

  /** Renews the entries of our own, and sweeps a few whose owner died. */
  @Override
  public void beat(Link link) throws WireException {
    for (String base : owned.keySet()) {
      link.call(entry(base));
    }
    Object lapsed =
        link.call(
            Command.of(
                "ZRANGEBYSCORE", registry(), "-inf", clock.now(), "LIMIT", 0, SWEPT_AT_ONCE));
    for (Object each : (List<?>) lapsed) {
      String base = Replies.toText(each);
      byte[] key = keys.queue(base).own(OWNER);
      if (Replies.toLong(link.call(Command.of("EXISTS", key))) == 0) {
        erase(base);
      }
    }
  }

  private void register(String base) throws WireException {
    Command entry = entry(base);
    calls.repeatable(link -> link.call(entry));
  }

  /** Lapses later than the owner key, so that nobody sweeps what is about to be renewed. */
  private Command entry(String base) throws WireException {
    return Command.of("ZADD", registry(), clock.now() + 2 * leaseMillis, base);
  }

  private byte[] registry() throws WireException {
    return keys.facts().own(REGISTRY);
  }

  private void erase(String base) throws WireException {
    QueueKeys queue = keys.queue(base);
    calls.repeatable(link -> link.call(Command.of("HSET", queue.meta(), "paused", "1")));
    ScriptCall step =
        new ScriptCall(
            calls.script("obliterate-queue"),
            List.of(queue.pending()),
            List.of(ERASED_AT_ONCE, "force"));
    while (Replies.toLong(calls.repeatable(step)) == 1) {
      // In bounded steps, so that others are served in between.
      continue;
    }
    byte[] stream = queue.stream(Address.DEFAULT_STREAM);
    calls.repeatable(new ScriptCall(calls.script("drop-topic"), List.of(stream), List.of()));
    byte[] registry = registry();
    calls.repeatable(link -> link.call(Command.of("ZREM", registry, base)));
  }
}
