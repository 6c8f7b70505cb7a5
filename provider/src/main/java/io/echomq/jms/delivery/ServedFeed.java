package io.echomq.jms.delivery;

/**
 * A feed in a dispatcher.
 *
 * <p>Threads: the dispatch thread; {@link #remove} by any.
 */
final class ServedFeed {
  private final Feed feed;
  private final Dispatcher.Handler handler;
  private final Backoff backoff = new Backoff();
  private Deadline retry;
  private volatile boolean removed;

  ServedFeed(Feed feed, Dispatcher.Handler handler) {
    this.feed = feed;
    this.handler = handler;
  }

  Feed feed() {
    return feed;
  }

  Dispatcher.Handler handler() {
    return handler;
  }

  void remove() {
    removed = true;
  }

  boolean isRemoved() {
    return removed;
  }

  boolean mayFetch() {
    return feed.slot().isWanted() && !feed.isClosed() && (retry == null || retry.over());
  }

  void fetched() {
    retry = null;
    backoff.reset();
  }

  /** A fetch failed: the next is not at once. True when it is the first failure in a row. */
  boolean failed() {
    boolean first = backoff.isFresh();
    retry = Deadline.after(backoff.nextMillis());
    return first;
  }

  Deadline earlierRetry(Deadline other) {
    if (retry == null || removed) {
      return other;
    }
    return other.never() || retry.nanos() - other.nanos() < 0 ? retry : other;
  }
}
