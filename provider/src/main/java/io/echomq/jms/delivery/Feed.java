package io.echomq.jms.delivery;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.WireException;
import java.util.List;

/** The flow of messages to one consumer. */
public final class Feed implements AutoCloseable {

  Feed() {}

  /**
   * The next message; its lease is held until {@link LeaseKeeper#settled}.
   *
   * @param timeoutMillis below 0: waits for ever; 0: does not wait, but when the buffer is empty
   *     asks the broker once
   * @return null when the time is over, or the feed or its hub is closed
   * @throws WireException a failure that waiting does not heal; a server that is away is waited for
   * @throws InterruptedException when the calling thread was interrupted; nothing was taken
   */
  public Delivery next(long timeoutMillis) throws WireException, InterruptedException {
    throw new UnsupportedOperationException();
  }

  /** Puts a message of {@link #next} that nobody has seen back at the head, uncounted. */
  public void unread(Delivery delivery) {
    throw new UnsupportedOperationException();
  }

  /**
   * Takes everything that is buffered, in order, for a rollback, a recover or the close of a
   * session: the caller gives it back ({@code UNSEEN}), in one call with what was handed out, and
   * does not call {@link #next} before. Leases stay held until {@link LeaseKeeper#settled}.
   */
  public List<Delivery> drain() {
    throw new UnsupportedOperationException();
  }

  public boolean isClosed() {
    throw new UnsupportedOperationException();
  }

  /** Ends a blocked {@link #next} and gives back what is buffered; idempotent. Threads: any. */
  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
