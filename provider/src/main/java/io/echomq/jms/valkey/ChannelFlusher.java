package io.echomq.jms.valkey;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that leads when calls wait and no thread waits for them, or very many do.
 *
 * <p>Threads: one of its own, asleep while nothing happens. While calls come it looks every
 * millisecond, or every other while somebody else leads, so that a call costs no wake-up; it leaves
 * young calls to the thread that is about to wait for them. Others call {@link #submitted}, {@link
 * #hurry} and {@link #stop}.
 */
final class ChannelFlusher implements Runnable {
  private static final long TICK = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long LED_TICK = TimeUnit.MILLISECONDS.toNanos(2);
  private static final long YOUNG = TimeUnit.MICROSECONDS.toNanos(200);
  private static final long COOLING = TimeUnit.MILLISECONDS.toNanos(50);
  private static final int CROWD = 64;

  private final Thread thread;
  private final ChannelQueue queue;
  private final ChannelLeader leader;
  private volatile boolean asleep;
  private volatile boolean hurried;
  private volatile boolean stopping;

  ChannelFlusher(String name, ChannelQueue queue, ChannelLeader leader) {
    this.queue = queue;
    this.leader = leader;
    this.thread = new Thread(this, name);
    this.thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** A call was put into the queue; cheap as a rule. */
  void submitted() {
    if (asleep || (queue.size() == CROWD && !queue.isLed())) {
      asleep = false;
      LockSupport.unpark(thread);
    }
  }

  /** Nobody waits for what is in the queue: lead at once. */
  void hurry() {
    if (!hurried) {
      hurried = true;
      LockSupport.unpark(thread);
    }
  }

  /**
   * Ends the thread after its round.
   *
   * @param waits for that, when called from another thread
   */
  void stop(boolean waits) throws InterruptedException {
    stopping = true;
    LockSupport.unpark(thread);
    if (waits && Thread.currentThread() != thread) {
      thread.join();
    }
  }

  @Override
  public void run() {
    long lastWork = System.nanoTime();
    while (!stopping) {
      long now = System.nanoTime();
      if (!queue.hasWork()) {
        hurried = false;
        if (now - lastWork < COOLING) {
          LockSupport.parkNanos(this, TICK);
        } else {
          sleep();
          lastWork = System.nanoTime();
        }
        continue;
      }
      lastWork = now;
      long young = hurried ? 0 : YOUNG - age(now);
      if (young > 0) {
        LockSupport.parkNanos(this, young);
      } else if (queue.tryLead(thread)) {
        hurried = false;
        leadWhileBusy();
      } else {
        hurried = false;
        LockSupport.parkNanos(this, LED_TICK);
      }
    }
  }

  private void leadWhileBusy() {
    try {
      while (!stopping && queue.hasWork()) {
        leader.round(System.nanoTime() + TimeUnit.MINUTES.toNanos(1));
      }
    } finally {
      queue.stopLeading();
      LockSupport.unpark(queue.successor());
    }
  }

  private void sleep() {
    asleep = true;
    if (!queue.hasWork() && !stopping && !hurried) {
      LockSupport.park(this);
    }
    asleep = false;
  }

  private long age(long now) {
    ChannelCall<?> head = queue.peek();
    return head == null ? Long.MAX_VALUE : now - head.submittedNanos;
  }
}
