package io.echomq.jms.client;

import java.util.concurrent.TimeUnit;

/**
 * The receives of a consumer that are under way, from the take out of the buffer until the session
 * has noted the message: whoever closes waits for them, so that a message which was taken too late
 * is back before the close returns.
 *
 * <p>Threads: any; one monitor.
 */
final class Receives {
  private int running;

  synchronized void begin() {
    running++;
  }

  synchronized void end() {
    running--;
    notifyAll();
  }

  /** Returns when none runs, or after this time; an interrupt is kept for later. */
  synchronized void awaitNone(long millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    boolean interrupted = false;
    for (long left = millis; running > 0 && left > 0; ) {
      try {
        wait(left);
      } catch (InterruptedException later) {
        interrupted = true;
      }
      left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
