package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * An ordered channel to a server: sends, acknowledgements and commits reach the server in the order
 * of {@link #submit}, exactly once over reconnects (hard cases, 1 and 4).
 *
 * <p>Threads: any thread submits. Whoever waits for a reply while nobody leads becomes the leader:
 * it takes what waits, writes one pipeline, reads every reply, until its own is there; then it
 * hands over to another that waits, or to the flusher thread, which serves calls that nobody waits
 * for. A thread alone pays one round trip and no change of thread. Replies are completed in order,
 * outside the lock.
 */
final class CommandChannel {
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final ChannelQueue queue;
  private final ChannelLeader leader;
  private final ChannelFlusher flusher;
  private final long sendTimeoutNanos;

  /** Who must not wait for a reply: it would be for another that waits for it. */
  private volatile Predicate<Thread> leads;

  /**
   * A channel, which connects with its first call.
   *
   * @param name for the thread: {@code emq-<name>-flush}
   * @param reconnect how it pauses between attempts to connect; its own
   * @param sendTimeoutMillis how long a call waits for a server that is away
   * @param replyTimeoutMillis a link that is silent for so long counts as lost
   * @param onFailure told once when no link will ever be opened again
   */
  CommandChannel(
      String name,
      ChannelLink.Source links,
      Reconnect reconnect,
      ChannelLimits limits,
      long sendTimeoutMillis,
      long replyTimeoutMillis,
      Consumer<WireException> onFailure) {
    this.sendTimeoutNanos = TimeUnit.MILLISECONDS.toNanos(sendTimeoutMillis);
    this.queue = new ChannelQueue(limits, sendTimeoutNanos / 4);
    this.leads = queue::isLedBy;
    ChannelWire wire = new ChannelWire(links, replyTimeoutMillis);
    this.leader = new ChannelLeader(queue, wire, reconnect, onFailure);
    this.flusher = new ChannelFlusher("emq-" + name + "-flush", queue, leader);
    flusher.start();
  }

  /**
   * Puts a call at the end of the order. Waits only when very much waits already, and then at most
   * for the send timeout.
   *
   * @return the call's own reply
   */
  <T> PendingReply<T> submit(ChannelCall<T> call) {
    call.submittedNanos = System.nanoTime();
    call.deadlineNanos = call.submittedNanos + sendTimeoutNanos;
    while (!queue.offer(call)) {
      ChannelCall<?> eldest = queue.peek();
      if (leads.test(Thread.currentThread())
          || (eldest != null && !waitFor(eldest.reply, call.deadlineNanos))) {
        call.fail(
            new WireException(
                WireError.UNAVAILABLE,
                call.doing() + ": too many calls wait for the server; nothing was applied"));
        return call.reply;
      }
    }
    flusher.submitted();
    return call.reply;
  }

  /** Waits for a reply, doing the input and output of others meanwhile when nobody else does. */
  void await(PendingReply<?> reply) throws WireException {
    ChannelCall<?> call = reply.call();
    if (leads.test(Thread.currentThread())) {
      throw new WireException(
          WireError.WRONG_STATE,
          call.doing() + ": not from within a callback of the provider, which must not wait");
    }
    if (!waitFor(reply, call.deadlineNanos)) {
      if (call.deadlineNanos - System.nanoTime() <= 0) {
        queue.expire(call);
      } else {
        throw new WireException(
            WireError.INTERRUPTED,
            call.doing() + ": the waiting thread was interrupted; it may still be applied");
      }
    }
  }

  /**
   * It is one of several, whose leaders must not wait for each other.
   *
   * @param any tells who leads one of them
   */
  void leadersOfAll(Predicate<Thread> any) {
    leads = any;
  }

  /** True while a thread goes round on it. */
  boolean isAtWork() {
    return queue.isLed();
  }

  boolean isLedBy(Thread thread) {
    return queue.isLedBy(thread);
  }

  /** How many calls were not written yet. */
  int waiting() {
    return queue.size();
  }

  /** An action was put on a reply that is due: perhaps no thread will ever wait for it. */
  void nobodyWaits() {
    if (!queue.isLed()) {
      flusher.hurry();
    }
  }

  /** A call whose reply is there once all that were submitted before are answered. */
  PendingReply<Void> barrier() {
    return submit(new BarrierCall(this));
  }

  /**
   * Waits for a reply of this channel; false when the time was over first. Who leads does not wait:
   * it takes part in what comes before.
   */
  boolean await(PendingReply<Void> barrier, long deadlineNanos) {
    return leads.test(Thread.currentThread()) || waitFor(barrier, deadlineNanos);
  }

  /** Ends every call that waits, and every later one, with this error: a lease is over. */
  void fail(WireException why) {
    leader.giveUp(why);
    flusher.hurry();
  }

  /** The first step of a close: takes no more calls, and serves what waits until this time. */
  void settle(long deadlineNanos) {
    queue.refuseMore(closed());
    drain(deadlineNanos);
  }

  /** The second step: whoever is at work stops. */
  void giveUp() {
    leader.giveUp(closed());
  }

  /** The last step: ends the thread and the link; calls that are left fail. Idempotent, as all. */
  void end() {
    boolean interrupted = Thread.interrupted();
    try {
      // A leader may be waited for by the very thread that it would wait for here.
      flusher.stop(!leads.test(Thread.currentThread()));
    } catch (InterruptedException e) {
      interrupted = true;
    }
    // The last round ends what is left; whoever leads now sees that the link is closed.
    drain(System.nanoTime() + TimeUnit.SECONDS.toNanos(1));
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static WireException closed() {
    return new WireException(WireError.CLOSED, "the connection is closed");
  }

  private void drain(long deadlineNanos) {
    Thread me = Thread.currentThread();
    boolean last = leader.hasGivenUp();
    if (queue.isLedBy(me)) {
      // Closed by an action on a reply: its own round goes on when it returns, and ends the rest.
      return;
    }
    while ((queue.isLed() || queue.hasWork() || last) && deadlineNanos - System.nanoTime() > 0) {
      if (queue.tryLead(me)) {
        try {
          leader.round(deadlineNanos);
        } finally {
          queue.stopLeading();
        }
        last = false;
      } else {
        LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(1));
      }
    }
  }

  /**
   * False when the time was over before the reply was there. An interrupted thread waits only
   * {@link #GRACE_NANOS} more, for the answer is nearly always on its way, and to leave without it
   * is to leave in doubt; it is interrupted again at the end.
   */
  private boolean waitFor(PendingReply<?> reply, long deadlineNanos) {
    Thread me = Thread.currentThread();
    boolean interrupted = false;
    long end = deadlineNanos;
    while (!reply.isDone() && end - System.nanoTime() > 0) {
      if (Thread.interrupted() && !interrupted) {
        interrupted = true;
        long soon = System.nanoTime() + GRACE_NANOS;
        end = soon - end < 0 ? soon : end;
      }
      if (queue.tryLead(me)) {
        try {
          leader.leadUntil(reply, end);
        } finally {
          queue.stopLeading();
        }
      } else if (queue.follow(me, reply)) {
        LockSupport.parkNanos(this, end - System.nanoTime());
        queue.unfollow(me, reply);
      }
    }
    passOn();
    if (interrupted) {
      me.interrupt();
    }
    return reply.isDone();
  }

  /** Sees to it that somebody leads while something waits. */
  private void passOn() {
    if (!queue.isLed() && queue.hasWork()) {
      Thread next = queue.successor();
      if (next == null) {
        flusher.hurry();
      } else {
        LockSupport.unpark(next);
      }
    }
  }
}
