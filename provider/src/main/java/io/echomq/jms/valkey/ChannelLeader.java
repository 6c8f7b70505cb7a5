package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a leader does: round after round of one pipeline, and connecting anew when the link is lost.
 *
 * <p>Threads: the round by whoever leads, see {@link ChannelQueue#tryLead}; {@link #giveUp} by any.
 */
final class ChannelLeader {
  private static final Logger LOG = LoggerFactory.getLogger(ChannelLeader.class);

  private final ChannelQueue queue;
  private final ChannelWire wire;
  private final Reconnect reconnect;
  private final Consumer<WireException> onFailure;
  private final AtomicReference<WireException> end = new AtomicReference<>();

  /**
   * @param onFailure told when connecting again is of no use
   */
  ChannelLeader(
      ChannelQueue queue,
      ChannelWire wire,
      Reconnect reconnect,
      Consumer<WireException> onFailure) {
    this.queue = queue;
    this.wire = wire;
    this.reconnect = reconnect;
    this.onFailure = onFailure;
  }

  /** Goes round until the reply is there, the time is over, or the thread is interrupted. */
  void leadUntil(PendingReply<?> reply, long deadlineNanos) {
    do {
      round(deadlineNanos);
    } while (!reply.isDone()
        && deadlineNanos - System.nanoTime() > 0
        && !Thread.currentThread().isInterrupted());
  }

  /** Goes round until nothing waits, or the time is over. */
  void leadWhileBusy(long deadlineNanos) {
    while (queue.hasWork() && deadlineNanos - System.nanoTime() > 0) {
      round(deadlineNanos);
    }
  }

  /** Ends all calls, those that wait and those to come. Only the first reason counts. */
  void giveUp(WireException why) {
    if (end.compareAndSet(null, why)) {
      queue.refuseMore(why);
      wire.abort();
      queue.wakeLeader();
    }
  }

  /** True once {@link #giveUp} was called: a round is still needed to end what waits. */
  boolean hasGivenUp() {
    return end.get() != null;
  }

  /** One round of a leader; see the class. */
  void round(long untilNanos) {
    try {
      if (end.get() != null) {
        endAll(end.get());
        return;
      }
      long now = System.nanoTime();
      wire.expire(now);
      queue.expireHead(now);
      if (queue.hasWorkBut(wire.owes()) && (wire.isUp() || connect(untilNanos))) {
        ChannelWire.Outcome outcome = wire.owes() ? wire.recover() : wire.exchange(queue.take());
        queue.putBack(outcome.again());
        if (outcome.pause()) {
          pause(untilNanos);
        }
      }
    } catch (RuntimeException | Error bug) {
      // A leader may be anybody's thread: the fault must reach those whose calls it concerns.
      LOG.error("a command channel failed in an unforeseen way; its calls are ended", bug);
      endFor(new WireException(WireError.SERVER, "internal error of a command channel", bug));
    } finally {
      queue.owes(wire.owes());
    }
  }

  private void endAll(WireException why) {
    wire.abandon(why);
    queue.failAll(why);
  }

  private boolean connect(long untilNanos) {
    try {
      long left = TimeUnit.NANOSECONDS.toMillis(nextDeadline(untilNanos) - System.nanoTime());
      wire.connect(Math.max(1, left));
      reconnect.succeeded();
      return true;
    } catch (WireException e) {
      switch (e.error()) {
        case REFUSED_CREDENTIALS,
            FOREIGN_VERSION,
            UNFIT_ENGINE,
            MISCONFIGURED,
            MALFORMED,
            CLOSED,
            FAILED ->
            endFor(e);
        case INTERRUPTED -> LOG.debug("the leader was interrupted while it connected", e);
        default -> {
          LOG.debug("attempt {} to connect the channel failed", reconnect.attempts() + 1, e);
          pause(untilNanos);
        }
      }
      return false;
    }
  }

  private void endFor(WireException why) {
    if (end.get() == null) {
      giveUp(why);
      onFailure.accept(why);
    }
    endAll(end.get());
  }

  private void pause(long untilNanos) {
    long pause = TimeUnit.MILLISECONDS.toNanos(reconnect.nextPauseMillis());
    long left = nextDeadline(untilNanos) - System.nanoTime();
    if (end.get() == null && left > 0) {
      LockSupport.parkNanos(this, Math.min(pause, left));
    }
  }

  private long nextDeadline(long untilNanos) {
    ChannelCall<?> head = queue.peek();
    long next = wire.firstDeadlineNanos(head == null ? untilNanos : head.deadlineNanos);
    return next - untilNanos < 0 ? next : untilNanos;
  }
}
