package io.echomq.jms.delivery;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;

/**
 * The wait of a caller for the next message of a feed: through stops of the connection, failures
 * that heal, and the time in which there is none.
 *
 * <p>Threads: one receives; it waits on the feed's monitor, which is told of a start and of a
 * close.
 */
final class Reception {
  private final Feed feed;
  private final DeliveryHub hub;
  private final WakeSlot slot;
  private final Parker parker;

  Reception(Feed feed, DeliveryHub hub, WakeSlot slot, Parker parker) {
    this.feed = feed;
    this.hub = hub;
    this.slot = slot;
    this.parker = parker;
  }

  /** See {@link Feed#next}. */
  Delivery next(long timeoutMillis) throws WireException, InterruptedException {
    Deadline end = Deadline.after(timeoutMillis);
    Backoff backoff = new Backoff();
    while (true) {
      Delivery delivery = feed.poll();
      if (delivery != null) {
        return delivery;
      }
      if (feed.isClosed()) {
        feed.awaitGone();
        return null;
      }
      if (!hub.isStarted()) {
        if (end.over()) {
          return null;
        }
        await(false, end);
        continue;
      }
      try {
        if (feed.refill(!end.over(), end)) {
          if (feed.isEmpty() && Thread.interrupted()) {
            slot.abandon();
            throw new InterruptedException("interrupted while waiting for messages");
          }
          if (timeoutMillis > 0 && end.over() && feed.isEmpty()) {
            // In the midst of a long scan, which only who asks without waiting sees to its end.
            slot.abandon();
            return null;
          }
          continue;
        }
        backoff.reset();
      } catch (WireException failure) {
        Deadline retry = healing(failure, end, backoff);
        if (end.over()) {
          return null;
        }
        await(true, retry);
        continue;
      }
      awaitSignal(end);
      if (end.over() && (slot.leave() || !slot.isWanted())) {
        return null;
      }
    }
  }

  /** When to try again after a failure that waiting may heal; throws any other. */
  private Deadline healing(WireException failure, Deadline end, Backoff backoff)
      throws WireException, InterruptedException {
    if (failure.error() == WireError.INTERRUPTED) {
      Thread.interrupted();
      throw new InterruptedException(failure.getMessage());
    }
    if (!failure.isTransient() && !feed.isClosed()) {
      slot.abandon();
      throw failure;
    }
    return end.orAfter(backoff.nextMillis());
  }

  /** Waits while the connection is, or is not, started; not for longer than the feed is open. */
  private void await(boolean whileStarted, Deadline end) throws InterruptedException {
    synchronized (feed) {
      while (!feed.isClosed() && hub.isStarted() == whileStarted && !end.over()) {
        end.awaitOn(feed);
      }
    }
  }

  private void awaitSignal(Deadline end) throws InterruptedException {
    try {
      parker.await(end);
    } catch (InterruptedException interrupted) {
      slot.abandon();
      throw interrupted;
    }
  }
}
