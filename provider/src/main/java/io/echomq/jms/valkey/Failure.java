package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * The one end that cannot be mended: leases over, fence or login refused. Told once to each who
 * listens, also to those who come late.
 *
 * <p>Threads: any; listeners run on the thread that found it.
 */
final class Failure {
  private final AtomicReference<WireException> why = new AtomicReference<>();
  private final List<Once> listeners = new CopyOnWriteArrayList<>();
  private final List<Once> last = new CopyOnWriteArrayList<>();

  /** Ends it; only the first reason counts. */
  void fail(WireException reason) {
    if (why.compareAndSet(null, reason)) {
      listeners.forEach(listener -> listener.tell(reason));
      last.forEach(listener -> listener.tell(reason));
    }
  }

  /** Lets pass while nothing failed. */
  void check() throws WireException {
    WireException reason = why.get();
    if (reason != null) {
      throw new WireException(reason.error(), reason.getMessage(), reason);
    }
  }

  boolean hasFailed() {
    return why.get() != null;
  }

  void listen(Consumer<WireException> listener) {
    listen(listener, listeners);
  }

  /**
   * For what ends waiting calls: who made one and connects anew because of it, or gives a
   * connection back to a pool, finds that all the others know.
   */
  void listenLast(Consumer<WireException> listener) {
    listen(listener, last);
  }

  private void listen(Consumer<WireException> listener, List<Once> among) {
    Once once = new Once(listener);
    among.add(once);
    WireException reason = why.get();
    if (reason != null) {
      once.tell(reason);
    }
  }

  /** A listener that may be told from two sides, and hears one. */
  private static final class Once {
    private final AtomicReference<Consumer<WireException>> listener;

    Once(Consumer<WireException> listener) {
      this.listener = new AtomicReference<>(listener);
    }

    void tell(WireException reason) {
      Consumer<WireException> told = listener.getAndSet(null);
      if (told != null) {
        told.accept(reason);
      }
    }
  }
}
