package io.echomq.jms.delivery;

import java.util.function.BooleanSupplier;

/**
 * Where the thread of a consumer or a dispatcher waits: at the server for a while, when no other
 * thread of the connection does so, else on the owner's monitor. See {@link Waker#lead}.
 *
 * <p>Threads: {@link #await} by one at a time, without the monitor; the rest by any.
 */
final class Parker {
  private final Waker waker;
  private final Object monitor;
  private final BooleanSupplier done;
  private final BooleanSupplier mayLead;
  private volatile Thread leader;

  /**
   * @param monitor notified when {@code done} may have become true
   * @param done what is waited for; called with the monitor and without
   * @param mayLead false when what is waited for comes from elsewhere too
   */
  Parker(Waker waker, Object monitor, BooleanSupplier done, BooleanSupplier mayLead) {
    this.waker = waker;
    this.monitor = monitor;
    this.done = done;
    this.mayLead = mayLead;
  }

  /**
   * Waits until it is done or the time is over.
   *
   * @throws InterruptedException the thread was interrupted; who waits at the server sees that at
   *     the next beat
   */
  void await(Deadline end) throws InterruptedException {
    if (!mayLead.getAsBoolean()) {
      waker.remind();
    } else if (waker.lead(this, end) && Thread.interrupted()) {
      throw new InterruptedException("interrupted while waiting for messages");
    }
    synchronized (monitor) {
      while (!done.getAsBoolean() && !end.over()) {
        end.awaitOn(monitor);
      }
    }
  }

  /** Something has changed: who waits looks. Called without the monitor. */
  void stir() {
    synchronized (monitor) {
      monitor.notifyAll();
    }
    Thread waiting = leader;
    if (waiting != null && waiting != Thread.currentThread()) {
      waker.nudge();
    }
  }

  /** False: waits here, or does not wait. */
  boolean isLeading() {
    return leader != null;
  }

  boolean mayLead() {
    return mayLead.getAsBoolean();
  }

  /** True when who leads has to look at other things. */
  boolean isDone(Deadline end) {
    return done.getAsBoolean() || end.over() || Thread.currentThread().isInterrupted();
  }

  /** For the waker: null when it leads no longer. */
  void leads(Thread thread) {
    leader = thread;
  }
}
