package io.echomq.jms.delivery;

/**
 * Whether a fetch is worth its round trip after one that took all there was. Of a queue whose
 * messages come one by one (requests, replies) it finds nothing each time; then the feed waits at
 * once, for what comes after the last fetch pushes a token, or is found on the beat. Of a queue
 * that is fed all the time it does find something, and waiting would only be the longer way.
 *
 * <p>It goes by the last time: one such fetch that found nothing is the last, until waiting turns
 * out wrong, because a message was there at once or the wake-up was for nothing.
 *
 * <p>Threads: guarded by the feed. Times are {@link System#nanoTime}.
 */
final class Afterthought {
  /** A message that came sooner a fetch would have found. */
  private static final long AT_ONCE_NANOS = 150_000;

  /** The same for one that waited within its fetch, which is hardly longer than a fetch. */
  private static final long WITHIN_NANOS = 80_000;

  private WakeTicket emptied;
  private boolean vain;
  private boolean waiting;
  private long since;

  /**
   * The ticket of the fetch after which the feed may wait without another; null: it is to fetch.
   */
  WakeTicket skips(long now) {
    if (!vain || emptied == null) {
      return null;
    }
    WakeTicket ticket = emptied;
    emptied = null;
    waiting = true;
    since = now;
    return ticket;
  }

  /**
   * A fetch has answered.
   *
   * @param all it surely took all there was
   * @param waited it waited at the server itself, which is never the longer way
   */
  void fetched(WakeTicket ticket, int count, boolean all, boolean waited, long now) {
    if (waiting) {
      vain = count > 0 && now - since > (waited ? WITHIN_NANOS : AT_ONCE_NANOS);
    } else if (emptied != null) {
      vain = count == 0;
    }
    waiting = false;
    emptied = count > 0 && all ? ticket : null;
  }

  /** Messages were given back, or may have been: there is something to fetch. */
  void forget() {
    emptied = null;
  }
}
