package io.echomq.jms.tx;

import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayDeque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replies that nobody waits for right now, bounded: who adds one too many waits for the oldest.
 *
 * <p>Threads: any; one lock, never held while waiting for a reply.
 */
public final class InFlight {
  private static final Logger LOG = LoggerFactory.getLogger(InFlight.class);

  private final int max;
  private final ArrayDeque<Reply<?>> replies = new ArrayDeque<>();

  /**
   * @param max how many may be on their way, 1 or more
   */
  public InFlight(int max) {
    if (max < 1) {
      throw new IllegalArgumentException("max must be 1 or more, is " + max);
    }
    this.max = max;
  }

  /** Adds a reply; its failure must be handled by the caller through {@link Reply#whenDone}. */
  public void add(Reply<?> reply) {
    if (reply.isDone()) {
      return;
    }
    Reply<?> oldest = null;
    synchronized (replies) {
      while (!replies.isEmpty() && replies.peekFirst().isDone()) {
        replies.pollFirst();
      }
      replies.addLast(reply);
      if (replies.size() > max) {
        oldest = replies.pollFirst();
      }
    }
    if (oldest != null) {
      awaitQuietly(oldest);
    }
  }

  /**
   * Waits for all replies added so far, each at most for the send timeout; a thread that is
   * interrupted and gets no answer leaves the rest.
   */
  public void drain() {
    for (; ; ) {
      Reply<?> next;
      synchronized (replies) {
        next = replies.pollFirst();
      }
      if (next == null || !awaitQuietly(next)) {
        return;
      }
    }
  }

  /** False when the thread was interrupted before the answer was there. */
  private static boolean awaitQuietly(Reply<?> reply) {
    try {
      reply.await();
      return true;
    } catch (WireException failure) {
      // Reply.whenDone has told the caller's own action; waiting was only for the bound.
      LOG.debug("a call that nobody waited for failed", failure);
      return failure.error() != WireError.INTERRUPTED;
    }
  }
}
