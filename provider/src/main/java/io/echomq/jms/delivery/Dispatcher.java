package io.echomq.jms.delivery;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.WireException;

/** The one dispatch thread of a session: serves the handlers of all its feeds in turn. */
public final class Dispatcher implements AutoCloseable {

  /** What is done with the messages of one feed. Runs on the dispatch thread. */
  public interface Handler {

    /** Handles one message; never throws. */
    void handle(Delivery delivery);

    /** The feed can give no more (broker failed, destination gone); it is removed. */
    default void failed(WireException failure) {}
  }

  /** The thread is created by the first {@link #add}. */
  public Dispatcher(DeliveryHub hub, String threadName) {
    throw new UnsupportedOperationException();
  }

  /** Serves this feed from now on; while it is here nobody else calls its {@code next}. */
  public void add(Feed feed, Handler handler) {
    throw new UnsupportedOperationException();
  }

  /**
   * No handler is called for this feed after this; waits for one that runs unless called on the
   * dispatch thread. The feed stays open. No-op when the feed is not here.
   */
  public void remove(Feed feed) {
    throw new UnsupportedOperationException();
  }

  /** No handler starts after this; waits for one that runs unless called on the dispatch thread. */
  public void pause() {
    throw new UnsupportedOperationException();
  }

  public void resume() {
    throw new UnsupportedOperationException();
  }

  /** True when the caller is a handler of this dispatcher. */
  public boolean isDispatchThread() {
    throw new UnsupportedOperationException();
  }

  /**
   * As {@link #pause}, for good, and the thread ends (after the handler that calls this). Does not
   * close the feeds. Idempotent.
   */
  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
