package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Who parks, and who is to be woken: sees to it that no nudge is lost between the decision to park
 * and the server's knowing of it. Each park has a number; a nudge is either kept for the next park,
 * or belongs to the running one until that is over.
 *
 * <p>Threads: any; no lock is held over input or output.
 */
final class ParkState {
  /** No park is running, or its nudge is somebody else's business. */
  static final long NONE = -1;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private long number;
  private boolean running;
  private boolean nudged;
  private boolean nudging;
  private boolean closed;

  /** Begins a park; false when a nudge was waiting, which is thereby used up, or it is closed. */
  boolean begin() {
    lock.lock();
    try {
      if (nudged || closed) {
        nudged = false;
        return false;
      }
      number++;
      running = true;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Ends the park; a nudge meant for it is used up. */
  void end() {
    lock.lock();
    try {
      running = false;
      nudged = false;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Notes a nudge.
   *
   * @return the number of the running park, which the caller has to unblock, calling {@link
   *     #nudgeNext} or {@link #nudgeFailed} when done; or {@link #NONE}
   */
  long nudge() {
    lock.lock();
    try {
      nudged = true;
      changed.signalAll();
      if (!running || nudging || closed) {
        return NONE;
      }
      nudging = true;
      return number;
    } finally {
      lock.unlock();
    }
  }

  /** Whether that park still runs. */
  boolean isDue(long park) {
    lock.lock();
    try {
      return running && number == park && !closed;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until that park is over, at most so many ms. */
  void awaitEnd(long park, long millis) throws WireException {
    lock.lock();
    try {
      long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
      while (nanos > 0 && running && number == park && !closed) {
        nanos = changed.awaitNanos(nanos);
      }
    } catch (InterruptedException interrupted) {
      throw interrupted(interrupted);
    } finally {
      lock.unlock();
    }
  }

  /**
   * The caller of {@link #nudge} has seen its park end.
   *
   * @return the next park that it has to end, since somebody nudged that one meanwhile and left it
   *     to this caller; or {@link #NONE}
   */
  long nudgeNext() {
    lock.lock();
    try {
      nudging = running && nudged && !closed;
      return nudging ? number : NONE;
    } finally {
      lock.unlock();
    }
  }

  /** The caller of {@link #nudge} cannot reach the server; answers {@link #NONE}. */
  long nudgeFailed() {
    lock.lock();
    try {
      nudging = false;
      return NONE;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits without the server, until the time is over, a nudge or the end; true when it was a nudge
   * or the end.
   */
  boolean sleep(long millis) throws WireException {
    lock.lock();
    try {
      long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
      checkOpen();
      while (nanos > 0 && !nudged && !closed) {
        nanos = changed.awaitNanos(nanos);
      }
      boolean woken = nudged || closed;
      nudged = false;
      return woken;
    } catch (InterruptedException interrupted) {
      throw interrupted(interrupted);
    } finally {
      lock.unlock();
    }
  }

  /** Ends all waiting. */
  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  void checkOpen() throws WireException {
    if (isClosed()) {
      throw new WireException(WireError.CLOSED, "this parking place is closed");
    }
  }

  private static WireException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new WireException(WireError.INTERRUPTED, "interrupted while waiting", cause);
  }
}
