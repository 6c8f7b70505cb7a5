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

  private String score = BrowsedPage.NO_CURSOR;
  private String id = BrowsedPage.NO_CURSOR;
  private boolean passing = true;
  private boolean restart;
  private long passNanos;
  private long nextPassNanos;

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
    if (passing) {
      passNanos += Math.min(tookNanos, TimeUnit.SECONDS.toNanos(1));
      if (ended) {
        passing = false;
        nextPassNanos = nowNanos + DUTY * passNanos;
      }
    }
  }

  /** Something was put back: begin anew with the next call. */
  synchronized void restart() {
    restart = true;
  }
}
