package io.echomq.jms.wire;

import java.util.List;
import java.util.function.Consumer;

/**
 * The port to the message store, one per JMS connection; connections of one factory share sockets
 * underneath. It reconnects by itself: what waits is retried, what is leased stays leased.
 *
 * <p>Threads: safe for use by any thread.
 */
public interface Broker extends Line, Sender, Receiver, Directory, Branches, AutoCloseable {

  ServerInfo server();

  /** The line of a new session; the broker is one itself, for what belongs to none. */
  default Line openLine() {
    return this;
  }

  @Override
  default Reply<Settled> expire(List<Delivery> expired) {
    return complete(expired.stream().map(Delivery::token).toList());
  }

  /** Round trip to the server; for health checks and to see that credentials still hold. */
  void ping() throws WireException;

  /**
   * Tells once when this broker has failed for good (leases over, version fence refused, wrong
   * password after a reconnect). Called on a thread of the broker; must not block.
   */
  void onFailure(Consumer<WireException> listener);

  /** Whether it has failed for good; true before any call fails of that, or anybody is told. */
  boolean hasFailed();

  /**
   * Waits for replies that are due (bounded by the close timeout), gives up client id and temporary
   * destinations, closes what is not shared. Idempotent.
   */
  @Override
  void close();
}
