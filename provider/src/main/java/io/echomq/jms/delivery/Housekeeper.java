package io.echomq.jms.delivery;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that extends leases and takes back buffers that lie too long; it sleeps while nothing
 * is held.
 *
 * <p>Threads: {@link #needed} and {@link #close} by any; one monitor, not held during the work.
 */
final class Housekeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeper.class);

  private final String threadName;
  private final long periodMillis;
  private final BooleanSupplier anyWork;
  private final Runnable work;
  private volatile boolean awake;
  private Thread thread;
  private boolean closed;

  /**
   * @param anyWork false: the thread may sleep until {@link #needed}
   */
  Housekeeper(String threadName, long periodMillis, BooleanSupplier anyWork, Runnable work) {
    this.threadName = threadName;
    this.periodMillis = periodMillis;
    this.anyWork = anyWork;
    this.work = work;
  }

  /** Makes the thread, so that there need not be waited for that when the first work comes. */
  synchronized void prepare() {
    if (thread == null && !closed) {
      thread = new Thread(this::run, threadName);
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** There is work now; cheap when the thread is awake already. */
  void needed() {
    if (awake) {
      return;
    }
    synchronized (this) {
      if (closed) {
        return;
      }
      awake = true;
      prepare();
      notifyAll();
    }
  }

  private void run() {
    while (pause()) {
      try {
        work.run();
      } catch (RuntimeException broken) {
        LOG.error("housekeeping failed, going on", broken);
      }
    }
  }

  /** False when closed. */
  private synchronized boolean pause() {
    Deadline tick = Deadline.after(periodMillis);
    try {
      while (!closed && (!awake || !tick.over())) {
        // First asleep, then the look for work: who adds work looks at `awake` afterwards.
        awake = false;
        awake = anyWork.getAsBoolean();
        if (awake) {
          tick.awaitOn(this);
        } else {
          wait();
          tick = Deadline.after(periodMillis);
        }
      }
    } catch (InterruptedException stray) {
      LOG.debug("{} was interrupted and goes on", threadName, stray);
    }
    return !closed;
  }

  @Override
  public void close() {
    Thread ending;
    synchronized (this) {
      closed = true;
      ending = thread;
      notifyAll();
    }
    if (ending != null && ending != Thread.currentThread()) {
      join(ending);
    }
  }

  private static void join(Thread ending) {
    try {
      ending.join(TimeUnit.SECONDS.toMillis(1));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
