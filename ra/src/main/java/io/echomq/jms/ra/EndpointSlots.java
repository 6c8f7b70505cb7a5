package io.echomq.jms.ra;

import java.util.function.BooleanSupplier;

/**
 * How many messages an endpoint works on at the same time, over all its connections: beans that
 * still work on one that has failed count.
 *
 * <p>Threads: any. What has stopped waiting is asked under the monitor, so it may take no lock.
 */
final class EndpointSlots {
  private final int most;
  private int taken;

  EndpointSlots(int most) {
    this.most = most;
  }

  /** False when the caller is stopped, which {@link #wake} must tell. */
  synchronized boolean awaitFree(BooleanSupplier stopped) throws InterruptedException {
    while (taken >= most && !stopped.getAsBoolean()) {
      wait();
    }
    return !stopped.getAsBoolean();
  }

  synchronized void take() {
    taken++;
  }

  synchronized void giveBack() {
    taken--;
    notifyAll();
  }

  synchronized void wake() {
    notifyAll();
  }
}
