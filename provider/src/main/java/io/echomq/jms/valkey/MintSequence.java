package io.echomq.jms.valkey;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The (ms, sequence) pairs given out for one server in this JVM: each is higher than all before,
 * whichever factory asked.
 *
 * <p>Threads: any, without locks.
 */
final class MintSequence {
  private static final int SEQ_BITS = 12;
  private static final Registry OF_THIS_JVM = new Registry();

  private final AtomicLong last = new AtomicLong(-1);

  MintSequence() {}

  /**
   * The sequence that everybody in this JVM shares who mints for this server.
   *
   * @param server its address with the database; servers have clocks of their own, so they share
   *     none
   */
  static MintSequence shared(String server) {
    return OF_THIS_JVM.byServer.computeIfAbsent(server, s -> new MintSequence());
  }

  /**
   * Takes the next pair at or after a time.
   *
   * @param millis ms since {@link BrandedId#EPOCH}
   * @param latest ms that the pair must not lie beyond
   * @return {@code ms << 12 | seq}, or -1 when all up to {@code latest} are given out
   */
  long next(long millis, long latest) {
    long floor = millis << SEQ_BITS;
    while (true) {
      long before = last.get();
      long next = Math.max(before + 1, floor);
      if (next >>> SEQ_BITS > latest) {
        return -1;
      }
      if (last.compareAndSet(before, next)) {
        return next;
      }
    }
  }

  /** Gives out nothing more up to and including this ms (since {@link BrandedId#EPOCH}). */
  void skipTo(long millis) {
    long floor = (millis + 1 << SEQ_BITS) - 1;
    last.accumulateAndGet(floor, Math::max);
  }

  /** Gives out nothing more up to and including this pair. */
  void skipPast(long pair) {
    last.accumulateAndGet(pair, Math::max);
  }

  /** The ms of the pair given out last, since {@link BrandedId#EPOCH}; -1 when none was. */
  long lastMillis() {
    return last.get() >> SEQ_BITS;
  }

  /** As long-lived as the JVM by its very purpose. */
  private static final class Registry {
    private final ConcurrentMap<String, MintSequence> byServer = new ConcurrentHashMap<>();
  }
}
