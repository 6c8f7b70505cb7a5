package io.echomq.jms.valkey;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;

/**
 * How far one consumer has looked through a queue. Behind the end of a pass only what is new is
 * looked at, but for full passes at bounded duty, since something may land behind the cursor: a
 * higher priority, an older id, what somebody gave back (hard cases, 18).
 *
 * <p>Passes believe what is noted of blocks of messages without a match; now and then one does not,
 * for a block in whose midst one message came when another went looks as it was.
 *
 * <p>Threads: any (guarded by itself).
 */
final class ScanCursor {
  /** Full passes take at most one part in so many of the time. */
  private static final int DUTY = 10;

  /** A pass that takes longer is a burden to others: from then on it leaves them half the time. */
  private static final long POLITE_AFTER_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Passes that look at every message take at most one part in so many of the time. */
  private static final int THOROUGH_DUTY = 100;

  private static final long THOROUGH_AFTER_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long MAX_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final String selectorName;
  private boolean notes;
  private String score = BrowsedPage.NO_CURSOR;
  private String id = BrowsedPage.NO_CURSOR;
  private boolean passing = true;
  private boolean restart;
  private boolean thorough;
  private long passNanos;
  private long nextPassNanos;
  private long nextThoroughNanos;
  private boolean passedOnce;
  private long restNanos;
  private long restedNanos;

  /** The place to go on at. */
  record Place(String score, String id) {}

  /**
   * @param selector what is looked for
   * @param sought true: somebody has looked for the same before, and others may again
   */
  ScanCursor(String selector, boolean sought) {
    this.selectorName = nameOf(selector);
    this.notes = sought;
  }

  private static String nameOf(String selector) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-1").digest(selector.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 10);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime has no SHA-1", e);
    }
  }

  /** Under which all processes note blocks in which nothing matches this selector. */
  String selectorName() {
    return selectorName;
  }

  /** False when the call of the last {@link #next} is to look at every message. */
  synchronized boolean believes() {
    return !thorough;
  }

  /**
   * True when what it passes over is worth a note: it passes over it again, or others do. Who looks
   * once for what only it looks for, a reply, leaves none.
   */
  synchronized boolean notes() {
    return notes;
  }

  /** Where the next call begins. */
  synchronized Place next(long nowNanos) {
    boolean due = !passing && nowNanos - nextPassNanos >= 0;
    if (restart || due) {
      score = BrowsedPage.NO_CURSOR;
      id = BrowsedPage.NO_CURSOR;
      passing = true;
      notes |= passedOnce;
      thorough = !restart && nowNanos - nextThoroughNanos >= 0;
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
        if (thorough || !passedOnce) {
          long pause = thorough ? THOROUGH_DUTY * passNanos : 0;
          nextThoroughNanos = nowNanos + Math.max(THOROUGH_AFTER_NANOS, pause);
        }
        passedOnce = true;
        thorough = false;
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
