package io.echomq.jms.client;

import java.util.ArrayDeque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls completion listeners of one session, one at a time, in the order of the sends (§7.3).
 *
 * <p>Threads: any may {@link #submit}; callbacks run on one thread that exists only while there is
 * something to call. One lock, never held during a callback.
 */
final class CallbackThread {
  private static final Logger LOG = LoggerFactory.getLogger(CallbackThread.class);

  private final String name;
  private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
  private Thread thread;
  private int expected;

  CallbackThread(String name) {
    this.name = name;
  }

  /** A callback will come: {@link #drain} waits for it. */
  synchronized void expect() {
    expected++;
  }

  /** An expected callback will not come after all. */
  synchronized void unexpect() {
    expected--;
    notifyAll();
  }

  /** Queues an expected callback. */
  synchronized void submit(Runnable callback) {
    waiting.addLast(callback);
    if (thread == null) {
      thread = new Thread(this::run, name);
      thread.setDaemon(true);
      thread.start();
    } else {
      notifyAll();
    }
  }

  synchronized boolean isCurrentThread() {
    return thread == Thread.currentThread();
  }

  /**
   * Waits until every expected callback has returned; at once when called by one of them. An
   * interrupt does not end it (§7.3.8 promises the wait): it is told afterwards.
   */
  synchronized void drain() {
    boolean interrupted = false;
    while (expected > 0 && thread != Thread.currentThread()) {
      try {
        wait();
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    for (Runnable next = next(); next != null; next = next()) {
      try {
        next.run();
      } catch (RuntimeException | Error thrown) {
        LOG.error("a completion listener threw", thrown);
      } finally {
        unexpect();
      }
    }
  }

  /** The next callback; null when none came for a second, and then this thread is gone. */
  private synchronized Runnable next() {
    long until = System.nanoTime() + 1_000_000_000L;
    while (waiting.isEmpty()) {
      long left = (until - System.nanoTime()) / 1_000_000L;
      if (left <= 0 || expected == 0) {
        thread = null;
        return null;
      }
      try {
        wait(left);
      } catch (InterruptedException idle) {
        // Left over from a callback. Not the end: a callback may have been queued meanwhile, by one
        // who saw this thread alive.
        LOG.debug("{} was interrupted while idle and goes on", name, idle);
      }
    }
    return waiting.pollFirst();
  }
}
