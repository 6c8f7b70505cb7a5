package io.echomq.jms.valkey;

import java.util.concurrent.TimeUnit;

/**
 * How far one consumer has looked through a queue. Behind the end of a pass only what is new is
 * looked at, but for full passes at bounded duty, since something may land behind the cursor: a
 * higher priority, an older id, what somebody gave back (hard cases, 18).
 *
 * <p>Threads: any (guarded by itself).
 */
final class ScanCursor {
  /** Full passes take at most one part in so many of the time. */
  private static final int DUTY = 10;

  /** A pass that takes longer is a burden to others: from then on it leaves them half the time. */
  private static final long POLITE_AFTER_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long MAX_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private String score = BrowsedPage.NO_CURSOR;
  private String id = BrowsedPage.NO_CURSOR;
  private boolean passing = true;
  private boolean restart;
  private long passNanos;
  private long nextPassNanos;
  private long restNanos;
  private long restedNanos;

  /** The place to go on at. */
  record Place(String score, String id) {}

  /** Where the next call begins. */
  synchronized Place next(long nowNanos) {
    boolean due = !passing && nowNanos - nextPassNanos >= 0;
    if (restart || due) {
      score = BrowsedPage.NO_CURSOR;
      id = BrowsedPage.NO_CURSOR;
      passing = true;
      restart = false;
      passNanos = 0;
    }
    return new Place(score, id);
  }

  /**
   * Notes what a call did.
   *
   * @param ended true when it reached the end of the queue
   */
  synchronized void went(Place to, boolean ended, long tookNanos, long nowNanos) {
    score = to.score;
    id = to.id;
    restNanos = 0;
    if (passing) {
      passNanos += Math.min(tookNanos, TimeUnit.SECONDS.toNanos(1));
      if (ended) {
        passing = false;
        nextPassNanos = nowNanos + DUTY * passNanos;
      } else if (passNanos > POLITE_AFTER_NANOS) {
        restNanos = Math.min(tookNanos, MAX_REST_NANOS);
        restedNanos = nowNanos;
      }
    }
  }

  /**
   * How long to leave the server to others before the next call, in nanoseconds; 0 or less: not.
   */
  synchronized long rest(long nowNanos) {
    return restNanos == 0 ? 0 : restNanos - (nowNanos - restedNanos);
  }

  /** Something was put back: begin anew with the next call. */
  synchronized void restart() {
    restart = true;
  }
}
