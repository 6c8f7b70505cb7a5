package io.echomq.jms.delivery;

/**
 * How many messages a consumer may fetch at once, from how fast it works: a buffer is to hold about
 * 50 ms of work, so that two slow consumers share a short queue evenly and a fast one pays few
 * round trips (design, "Receiving from queues").
 *
 * <p>Starts at 1. Measured over each batch is the time from a message's hand-out to the question
 * for the next one; time in which the consumer waited for messages does not count. A full batch
 * that was drained quickly lets the credit grow, at most sixteen times; a batch that was not full
 * lets it shrink towards what came, so that a rare burst does not all go to one consumer.
 *
 * <p>Threads: guarded by the feed. Times are {@link System#nanoTime}.
 */
final class FetchCredit {
  static final long TARGET_NANOS = 50_000_000;

  private static final int GROWTH = 16;

  private final int max;
  private int credit = 1;
  private int lastBatch;
  private boolean lastFull;
  private boolean working;
  private long handedAt;
  private long workNanos;
  private int worked;

  /**
   * Starts at 1.
   *
   * @param prefetch so many messages at most are held
   * @param perFetch so many at most come in one fetch: asked for more, a full batch would look like
   *     the end of the queue
   */
  FetchCredit(int prefetch, int perFetch) {
    this.max = Math.min(prefetch, perFetch);
  }

  /** The consumer asks for a message: its work on the one before is done. */
  void asked(long now) {
    if (working) {
      working = false;
      workNanos += Math.max(0, now - handedAt);
      worked++;
    }
  }

  /** A message is handed to the consumer. */
  void handed(long now) {
    working = true;
    handedAt = now;
  }

  /** A fetch with {@link #credit} has answered. */
  void fetched(int count) {
    if (count > 0) {
      lastBatch = count;
      lastFull = count >= credit;
    }
  }

  /** How many to ask for, now that the buffer is empty. */
  int credit() {
    if (worked > 0) {
      adjust();
      workNanos = 0;
      worked = 0;
    }
    return credit;
  }

  /** The consumer let its buffer lie: start over. */
  void collapse() {
    credit = 1;
    workNanos = 0;
    worked = 0;
    working = false;
  }

  private void adjust() {
    long perMessage = Math.max(1, workNanos / worked);
    int ideal = (int) Math.max(1, Math.min(max, TARGET_NANOS / perMessage));
    long step = (long) credit * GROWTH;
    if (!lastFull) {
      step = Math.min(credit, Math.max(2L * lastBatch, credit / 2));
    }
    credit = (int) Math.max(1, Math.min(ideal, step));
  }
}
