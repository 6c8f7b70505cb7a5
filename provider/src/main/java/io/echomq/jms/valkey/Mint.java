package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Mints snowflakes: each above all that this mint gave out before, on a node id that nobody else
 * has (wire contract, "Branded ids"; hard cases, 11). Mints of one JVM and server share a sequence,
 * so no two ids have the same ms and sequence; across factories their order holds by the ms.
 *
 * <p>When a ms is used up (4096 ids) the next ones are borrowed, {@value #MAX_LEAD_MILLIS} ms at
 * most; then the caller waits for the clock.
 *
 * <p>Threads: any; the way without waiting takes no lock.
 */
final class Mint {
  /** How far ids may run ahead of the clock; also covers the measuring error between factories. */
  static final long MAX_LEAD_MILLIS = 10;

  /** Longest wait for a clock that is behind the ids. */
  private static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long SEQ_MASK = BrandedId.MAX_SEQ;

  private final MintSequence sequence;
  private final ServerClock clock;
  private final NodeLease lease;

  Mint(MintSequence sequence, ServerClock clock, NodeLease lease) {
    this.sequence = sequence;
    this.clock = clock;
    this.lease = lease;
  }

  /**
   * The next snowflake.
   *
   * @throws WireException {@link WireError#FAILED} near or past the end of the node lease; {@link
   *     WireError#INTERRUPTED}; {@link WireError#UNAVAILABLE} when the clock stays behind
   */
  long next() throws WireException {
    long pair = take();
    if (pair < 0) {
      pair = await();
    }
    return (pair & ~SEQ_MASK) << 10 | (long) lease.node() << 12 | pair & SEQ_MASK;
  }

  /** The next id of a namespace; see {@link #next}. */
  String next(String namespace) throws WireException {
    return BrandedId.encode(namespace, next());
  }

  /** Mints only above this snowflake from now on (the top of a stream, for example). */
  void raise(long snowflake) {
    long millis = snowflake >>> 22;
    // Another runtime's clock may be ahead: following it further than the lead would stop us.
    if (millis > clock.now() - BrandedId.EPOCH + MAX_LEAD_MILLIS) {
      return;
    }
    long node = snowflake >>> 12 & 1023;
    if (node > lease.node()) {
      sequence.skipTo(millis);
    } else {
      // Within the same ms ours is above it: no need to lose the rest of that.
      sequence.skipPast(millis << 12 | snowflake & SEQ_MASK);
    }
  }

  private long take() throws WireException {
    long now = clock.now();
    // The lease is asked each time: only this keeps a frozen client from minting on waking up.
    long limit = lease.mintLimitMillis(now) - BrandedId.EPOCH;
    long millis = now - BrandedId.EPOCH;
    return sequence.next(millis, Math.min(millis + MAX_LEAD_MILLIS, limit));
  }

  private long await() throws WireException {
    long begun = System.nanoTime();
    while (System.nanoTime() - begun < MAX_WAIT_NANOS) {
      LockSupport.parkNanos(this, 200_000);
      if (Thread.interrupted()) {
        Thread.currentThread().interrupt();
        throw new WireException(WireError.INTERRUPTED, "interrupted while waiting for a new id");
      }
      long pair = take();
      if (pair >= 0) {
        return pair;
      }
    }
    throw new WireException(
        WireError.UNAVAILABLE,
        "no new id in 10 s: the clock is behind the ids minted before; synchronise the clocks of"
            + " client and server");
  }
}
