package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The calls that wait to be written, and who leads.
 *
 * <p>Threads: safe for any; one lock, held for moments, never over input or output or a foreign
 * action.
 */
final class ChannelQueue {
  /** From so many waiting calls on the flusher leads: it goes round without changing threads. */
  private static final int CROWD = 8;

  private record Follower(Thread thread, PendingReply<?> reply) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final ChannelLimits limits;
  private final long spreadNanos;
  private final ArrayDeque<ChannelCall<?>> waiting = new ArrayDeque<>();
  private final ArrayDeque<Follower> followers = new ArrayDeque<>();
  private long waitingBytes;
  private WireException refusing;
  private volatile Thread leader;
  private volatile int size;

  /** True while batches were written whose reply is lost; set by the leader. */
  private volatile boolean owing;

  /**
   * @param spreadNanos calls whose deadlines lie further apart do not share a batch, for a batch
   *     that has to be dropped takes all its calls with it
   */
  ChannelQueue(ChannelLimits limits, long spreadNanos) {
    this.limits = limits;
    this.spreadNanos = spreadNanos;
  }

  /** Puts a call last, or fails it when the channel is closed; false when too much waits. */
  boolean offer(ChannelCall<?> call) {
    WireException why;
    lock.lock();
    try {
      why = refusing;
      if (why == null) {
        boolean full =
            waiting.size() >= limits.waitingCalls()
                || (waitingBytes + call.bytes > limits.waitingBytes() && !waiting.isEmpty());
        if (full) {
          return false;
        }
        waiting.addLast(call);
        grown(call);
      }
    } finally {
      lock.unlock();
    }
    if (why != null) {
      call.fail(why);
    }
    return true;
  }

  /** Puts calls before all others, in their order: they were taken and surely not applied. */
  void putBack(List<ChannelCall<?>> calls) {
    lock.lock();
    try {
      for (int i = calls.size() - 1; i >= 0; i--) {
        ChannelCall<?> call = calls.get(i);
        call.taken = false;
        waiting.addFirst(call);
        grown(call);
      }
    } finally {
      lock.unlock();
    }
  }

  /** The calls of the next pipeline in batches; none when nothing waits. */
  List<ChannelBatch> take() {
    List<ChannelBatch> batches = new ArrayList<>();
    lock.lock();
    try {
      int calls = 0;
      long bytes = 0;
      ChannelBatch last = null;
      while (!waiting.isEmpty() && calls < limits.roundCalls()) {
        ChannelCall<?> call = waiting.peekFirst();
        if (calls > 0 && bytes + call.bytes > limits.roundBytes()) {
          break;
        }
        waiting.pollFirst();
        shrunk(call);
        if (call.isOver()) {
          continue;
        }
        call.taken = true;
        calls++;
        bytes += call.bytes;
        if (last != null && last.takes(call, limits, spreadNanos)) {
          last.add(call);
        } else {
          last = call.openBatch();
          batches.add(last);
        }
      }
    } finally {
      lock.unlock();
    }
    return batches;
  }

  /** Ends a call whose time is over; what was never written surely was not applied. */
  void expire(ChannelCall<?> call) {
    boolean written;
    lock.lock();
    try {
      written = call.taken;
      if (!written && waiting.remove(call)) {
        shrunk(call);
      }
    } finally {
      lock.unlock();
    }
    call.fail(written ? inDoubt(call) : unavailable(call));
  }

  /** Ends the calls at the head whose time is over. */
  void expireHead(long nowNanos) {
    for (ChannelCall<?> call = peek();
        call != null && call.deadlineNanos - nowNanos <= 0;
        call = peek()) {
      expire(call);
    }
  }

  /** Refuses every later call; those that wait are left. */
  void refuseMore(WireException why) {
    lock.lock();
    try {
      if (refusing == null) {
        refusing = why;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends every call that waits. */
  void failAll(WireException why) {
    List<ChannelCall<?>> calls;
    lock.lock();
    try {
      calls = List.copyOf(waiting);
      waiting.clear();
      waitingBytes = 0;
      size = 0;
    } finally {
      lock.unlock();
    }
    calls.forEach(call -> call.fail(why));
  }

  /** The call at the head, or null. */
  ChannelCall<?> peek() {
    lock.lock();
    try {
      return waiting.peekFirst();
    } finally {
      lock.unlock();
    }
  }

  int size() {
    return size;
  }

  boolean hasWork() {
    return size > 0 || owing;
  }

  /** As {@link #hasWork}, for the leader, who knows what is owed. */
  boolean hasWorkBut(boolean owed) {
    return size > 0 || owed;
  }

  void owes(boolean some) {
    owing = some;
  }

  boolean isLed() {
    return leader != null;
  }

  boolean isLedBy(Thread thread) {
    return leader == thread;
  }

  /** Wakes a leader that pauses between two attempts to connect. */
  void wakeLeader() {
    LockSupport.unpark(leader);
  }

  boolean tryLead(Thread thread) {
    lock.lock();
    try {
      if (leader != null) {
        return false;
      }
      leader = thread;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Ends the lead of the calling thread. */
  void stopLeading() {
    lock.lock();
    try {
      leader = null;
    } finally {
      lock.unlock();
    }
  }

  /** Registers a thread that parks until the reply is there; false when it should not park. */
  boolean follow(Thread thread, PendingReply<?> reply) {
    lock.lock();
    try {
      if (leader == null || !reply.addWaiter(thread)) {
        return false;
      }
      followers.addLast(new Follower(thread, reply));
      return true;
    } finally {
      lock.unlock();
    }
  }

  void unfollow(Thread thread, PendingReply<?> reply) {
    lock.lock();
    try {
      followers.removeIf(f -> f.thread == thread && f.reply == reply);
    } finally {
      lock.unlock();
    }
    reply.removeWaiter(thread);
  }

  /**
   * The thread to lead next when nobody does: one that waits itself; null: the flusher, or none.
   */
  Thread successor() {
    lock.lock();
    try {
      if (leader == null && hasWork() && waiting.size() < CROWD) {
        for (Follower follower : followers) {
          if (!follower.reply.isDone()) {
            return follower.thread;
          }
        }
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  static WireException inDoubt(ChannelCall<?> call) {
    return new WireException(
        WireError.IN_DOUBT,
        call.doing() + ": no answer within the send timeout; it may or may not have been applied");
  }

  static WireException unavailable(ChannelCall<?> call) {
    return new WireException(
        WireError.UNAVAILABLE,
        call.doing() + ": the server was away for the whole send timeout; nothing was applied");
  }

  private void grown(ChannelCall<?> call) {
    waitingBytes += call.bytes;
    size = waiting.size();
  }

  private void shrunk(ChannelCall<?> call) {
    waitingBytes -= call.bytes;
    size = waiting.size();
  }
}
