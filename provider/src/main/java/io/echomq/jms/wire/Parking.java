package io.echomq.jms.wire;

import java.util.List;
import java.util.Optional;

/**
 * One blocking connection on which the consumers of a connection wait for wake tokens.
 *
 * <p>Threads: {@link #park} and {@link #parkAndFetch} by one thread at a time, which need not be
 * the same one; the others by any.
 */
public interface Parking extends AutoCloseable {

  /**
   * As {@link #park(List, long, long)}, by a caller who stays to the end.
   *
   * @return the queue whose token was taken
   * @throws WireException {@link WireError#UNAVAILABLE} when the connection is lost; the next call
   *     connects anew
   */
  default Optional<Address> park(List<Address> queues, long millis) throws WireException {
    return park(queues, millis, millis);
  }

  /**
   * Waits until a wake token of one of the queues was taken, the time is over, or {@link #nudge}.
   * No queue of the list starves behind the ones before it.
   *
   * <p>A caller may leave before the time is over. The wait then goes on at the server, see {@link
   * #isParked}, and what it brings is for the next call: that one goes on with it when it asks for
   * none but the same queues, else it ends it first.
   *
   * @param patienceMillis how long the caller stays at most; from {@code millis} on: to the end
   * @return the queue whose token was taken
   * @throws WireException {@link WireError#UNAVAILABLE} when the connection is lost; the next call
   *     connects anew
   */
  Optional<Address> park(List<Address> queues, long millis, long patienceMillis)
      throws WireException;

  /**
   * Waits as {@link #park} does for the queue of the request, to the end, and fetches from there
   * when the wait ends, in whichever way, in the same round trip. What is lost of it is undone as
   * with {@link Receiver#fetch}.
   *
   * @return empty when nothing was fetched: a nudge was waiting, or the wait of another call
   * @throws WireException as {@link #park} and {@link Receiver#fetch}
   */
  Optional<Fetched> parkAndFetch(Fetch request, long millis) throws WireException;

  /** True while a wait goes on whose caller has left: somebody has to call {@link #park}. */
  boolean isParked();

  /** Makes a running park return, or the next one when none runs. */
  void nudge();

  /**
   * Puts back a token that nobody here can use, so that another process wakes.
   *
   * @return false when there is nothing to claim, so that nobody needs it
   */
  boolean handBack(Address queue) throws WireException;

  /** Ends a running park; idempotent. */
  @Override
  void close();
}
