package io.echomq.jms.delivery;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Filter;
import io.echomq.jms.wire.LeaseToken;
import java.util.function.Consumer;

/** Everything that is shared by the consumers of one connection. Threads: any. */
public final class DeliveryHub implements AutoCloseable {

  /** A hub that is stopped. Its threads are named {@code threadName-wake} and {@code -lease}. */
  public DeliveryHub(Broker broker, DeliverySettings settings, String threadName) {
    throw new UnsupportedOperationException();
  }

  public LeaseKeeper leases() {
    throw new UnsupportedOperationException();
  }

  /** A flow of messages for one consumer; {@code owner} is the session's id. */
  public Feed openFeed(Address from, Filter filter, String owner) {
    throw new UnsupportedOperationException();
  }

  /** As {@link #openFeed(Address, Filter, String)}, from any source. */
  public Feed openFeed(Source source) {
    throw new UnsupportedOperationException();
  }

  /** Called when a lease was lost while the application had the message; must not block. */
  public void onLost(Consumer<LeaseToken> listener) {
    throw new UnsupportedOperationException();
  }

  /** From now on feeds hand out. */
  public void start() {
    throw new UnsupportedOperationException();
  }

  /**
   * When this returns no feed hands out any more, and no handler of a dispatcher runs (but the one
   * that calls this).
   */
  public void stop() {
    throw new UnsupportedOperationException();
  }

  /** Closes all feeds and dispatchers; leases that are still held end by themselves. */
  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
