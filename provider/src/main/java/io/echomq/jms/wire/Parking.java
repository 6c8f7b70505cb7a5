package io.echomq.jms.wire;

import java.util.List;
import java.util.Optional;

/**
 * One blocking connection on which the consumers of a connection wait for wake tokens.
 *
 * <p>Threads: {@link #park} by one thread at a time; the others by any.
 */
public interface Parking extends AutoCloseable {

  /**
   * Waits until a wake token of one of the queues was taken, the time is over, or {@link #nudge}.
   * No queue of the list starves behind the ones before it.
   *
   * @return the queue whose token was taken
   * @throws WireException {@link WireError#UNAVAILABLE} when the connection is lost; the next call
   *     connects anew
   */
  Optional<Address> park(List<Address> queues, long millis) throws WireException;

  /** Makes a running park return, or the next one when none runs. */
  void nudge();

  /** Puts back a token that nobody here can use, so that another process wakes. */
  void handBack(Address queue) throws WireException;

  /** Ends a running park; idempotent. */
  @Override
  void close();
}
