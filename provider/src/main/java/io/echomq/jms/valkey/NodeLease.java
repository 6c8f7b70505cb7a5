package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import io.echomq.lua.ScriptCatalog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The lease of a 10-bit node id under {@code emq:{_jms}:jms:node:<n>} (hard cases, 11). Once it is
 * over it stays over: nothing is minted any more, and everything that was built on it has failed.
 *
 * <p>Threads: any. {@link #mintLimitMillis} and {@link #check} take no lock.
 */
final class NodeLease implements Pulse {
  /** How long the key outlives the lease, so that a successor learns where to mint above; ms. */
  private static final long KEPT_MILLIS = 600_000;

  private final ScriptRunner scripts;
  private final NodeScripts script;
  private final FactKeys keys;
  private final ServerClock clock;
  private final MintSequence sequence;
  private final String owner;
  private final long lengthMillis;
  private final long marginMillis;
  private final Consumer<WireException> onLost;
  private final LongSupplier nanos;
  private final AtomicReference<WireException> lost = new AtomicReference<>();
  private volatile Grant grant;

  /**
   * A lease that is not taken yet.
   *
   * @param owner unique over all processes
   * @param length how long it lasts without a beat
   * @param onLost told once when it is over; must not block
   */
  NodeLease(
      ScriptRunner scripts,
      ScriptCatalog catalog,
      Keys keys,
      ServerClock clock,
      MintSequence sequence,
      String owner,
      Duration length,
      Consumer<WireException> onLost) {
    this(
        scripts,
        NodeScripts.of(catalog),
        keys,
        clock,
        sequence,
        owner,
        length,
        onLost,
        System::nanoTime);
  }

  NodeLease(
      ScriptRunner scripts,
      NodeScripts script,
      Keys keys,
      ServerClock clock,
      MintSequence sequence,
      String owner,
      Duration length,
      Consumer<WireException> onLost,
      LongSupplier nanos) {
    this.scripts = scripts;
    this.script = script;
    this.keys = keys.facts();
    this.clock = clock;
    this.sequence = sequence;
    this.owner = owner;
    this.lengthMillis = length.toMillis();
    this.marginMillis = Math.max(1, lengthMillis / 10);
    this.onLost = onLost;
    this.nanos = nanos;
  }

  /**
   * Takes a free node id, and skips what its holder before may have minted.
   *
   * @throws WireException {@link WireError#WRONG_STATE} when all 1024 are held
   */
  void take(Link link) throws WireException {
    int hint = Math.floorMod(owner.hashCode(), BrandedId.MAX_NODE + 1);
    long begun = nanos.getAsLong();
    List<?> answer =
        (List<?>)
            scripts.call(
                link,
                new ScriptCall(
                    script.take(),
                    List.of(keys.node(hint)),
                    List.of(owner, lengthMillis, KEPT_MILLIS)));
    adopt(
        (int) Replies.toLong(answer.get(0)),
        Replies.toLong(answer.get(1)),
        Replies.toLong(answer.get(2)),
        begun);
  }

  /** Takes over what {@code take-node} answered; nanos were read before the call. */
  void adopt(int node, long floorMillis, long untilMillis, long begunNanos) {
    if (floorMillis > BrandedId.EPOCH) {
      sequence.skipTo(floorMillis - BrandedId.EPOCH);
    }
    grant = new Grant(node, untilMillis, begunNanos);
  }

  /** Renews the lease, or finds that it is over. */
  @Override
  public void beat(Link link) throws WireException {
    Grant before = grant;
    if (before == null || lost.get() != null) {
      return;
    }
    long begun = nanos.getAsLong();
    long until =
        Replies.toLong(
            scripts.call(
                link,
                new ScriptCall(
                    script.renew(),
                    List.of(keys.node(before.node)),
                    List.of(owner, lengthMillis, KEPT_MILLIS))));
    if (until == 0) {
      lose(
          "the server does not know it any more: the server has lost its data, by a flush or a"
              + " restart without persistence, or nobody renewed it in time");
    } else {
      grant = new Grant(before.node, until, begun);
    }
  }

  /** Notices that the lease is over even when the server cannot be asked. */
  @Override
  public void missed() {
    if (grant != null && isOver(grant, clock.now())) {
      lose("the server could not be reached in time");
    }
  }

  /** The node id, 0 to 1023. */
  int node() {
    return grant.node;
  }

  /**
   * The ms (since 1970) that no minted id may reach: some time before the lease's end.
   *
   * @param now the server's clock
   * @throws WireException {@link WireError#FAILED} when it is that late, or was
   */
  long mintLimitMillis(long now) throws WireException {
    Grant current = grant;
    if (current == null) {
      throw new WireException(WireError.FAILED, "no node id was taken yet");
    }
    if (lost.get() != null || isOver(current, now)) {
      throw lose("its end is near or past: this process stood still or was cut off");
    }
    return current.untilMillis - marginMillis;
  }

  /**
   * Lets pass while the lease holds.
   *
   * @throws WireException {@link WireError#FAILED}
   */
  void check() throws WireException {
    mintLimitMillis(clock.now());
  }

  /** Gives the node id up, so that it is free at once; nothing is minted afterwards. */
  void release(Link link) throws WireException {
    Grant last = grant;
    boolean held = lost.getAndSet(failure("it was given up")) == null;
    if (last != null && held) {
      long minted = sequence.lastMillis() < 0 ? 0 : sequence.lastMillis() + BrandedId.EPOCH;
      scripts.call(
          link,
          new ScriptCall(script.free(), List.of(keys.node(last.node)), List.of(owner, minted)));
    }
  }

  /** Both clocks are asked: the wall clock may be set, the monotonic one stops in a suspend. */
  private boolean isOver(Grant current, long now) {
    long ran = TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong() - current.grantedNanos);
    return now >= current.untilMillis - marginMillis || ran >= lengthMillis - marginMillis;
  }

  private WireException lose(String why) {
    WireException failure = failure(why);
    if (lost.compareAndSet(null, failure)) {
      onLost.accept(failure);
    }
    return lost.get();
  }

  private WireException failure(String why) {
    return new WireException(
        WireError.FAILED,
        "the lease of node id "
            + (grant == null ? "?" : grant.node)
            + " is over ("
            + why
            + "), and it may be somebody else's now; close this connection and make another"
            + " (nodeLease is "
            + lengthMillis
            + " ms)");
  }

  private record Grant(int node, long untilMillis, long grantedNanos) {}
}
