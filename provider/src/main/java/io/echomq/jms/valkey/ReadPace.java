package io.echomq.jms.valkey;

import java.util.concurrent.TimeUnit;

/**
 * How long the one reader of a connection waits before it reads on, so that records that come in
 * quick succession are read, decoded and handed on several at a time: each read wakes every
 * consumer, which costs more than the read. It never waits for records that come singly, and none
 * waits longer than a millisecond.
 *
 * <p>Waiting is tried after some quick reads; when a wait brought no second record (question and
 * answer go to and fro), it is not tried again for longer and longer.
 *
 * <p>Threads: one. Times are {@link System#nanoTime}.
 */
final class ReadPace {
  static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int TRY_AFTER = 8;
  private static final int TRY_AFTER_MOST = 1 << 12;

  private long last;
  private boolean pausing;
  private int quick;
  private int tryAfter = TRY_AFTER;

  /**
   * Records were read.
   *
   * @param full as many as were asked for: there are more, which are read at once
   * @return how long to wait, ns; 0 not at all
   */
  long afterRead(int records, boolean full, long now) {
    boolean soon = now - last < (pausing ? 2 * PAUSE_NANOS : PAUSE_NANOS);
    last = now;
    if (full) {
      return 0;
    }
    if (!pausing) {
      quick = soon ? quick + 1 : 0;
      pausing = quick >= tryAfter;
    } else {
      quick = 0;
      pausing = records > 1;
      tryAfter = pausing || !soon ? TRY_AFTER : Math.min(TRY_AFTER_MOST, tryAfter * 4);
    }
    return pausing ? PAUSE_NANOS : 0;
  }
}
