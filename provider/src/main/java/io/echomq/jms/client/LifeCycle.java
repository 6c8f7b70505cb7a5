package io.echomq.jms.client;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import jakarta.jms.IllegalStateException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Open, closing, closed; closing happens once, and everybody else who closes waits for it.
 *
 * <p>Threads: any. While it is closing, callbacks that still run may go on using the object, as
 * §6.1.8 and §6.2.15 want it; only then it is closed.
 */
final class LifeCycle {
  private enum State {
    OPEN,
    CLOSING,
    CLOSED
  }

  private final String what;
  private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);
  private final CountDownLatch closed = new CountDownLatch(1);

  /**
   * @param what named in exceptions, for example {@code "the session"}
   */
  LifeCycle(String what) {
    this.what = what;
  }

  void checkOpen() throws IllegalStateException {
    if (state.get() == State.CLOSED) {
      throw new IllegalStateException(what + " is closed", "EMQ-CLOSED");
    }
  }

  boolean isOpen() {
    return state.get() == State.OPEN;
  }

  boolean isClosed() {
    return state.get() == State.CLOSED;
  }

  /** True for the one caller that is to close; it calls {@link #closed} at the end. */
  boolean beginClose() {
    return state.compareAndSet(State.OPEN, State.CLOSING);
  }

  void closed() {
    state.set(State.CLOSED);
    closed.countDown();
  }

  /** Waits for the one that closes. */
  void awaitClosed() throws WireException {
    try {
      closed.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new WireException(
          WireError.INTERRUPTED, "interrupted while another thread closes " + what, interrupted);
    }
  }
}
