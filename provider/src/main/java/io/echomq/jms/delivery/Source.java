package io.echomq.jms.delivery;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Fetched;
import io.echomq.jms.wire.Parking;
import io.echomq.jms.wire.WireException;
import java.util.Optional;

/** Where a feed gets its messages: a queue or view, or a subscription. Threads: one at a time. */
public interface Source {

  /** The address whose wake tokens and beats concern this source. */
  Address address();

  /** True when it takes only some of the messages, so that an empty fetch says little. */
  boolean selective();

  /** How many one fetch brings at most, whatever it is asked for. */
  default int mostPerFetch() {
    return 1000;
  }

  /**
   * Takes over waking: from now on calls this when a fetch that would have found nothing may find
   * something. Must be asked once.
   *
   * @return false when it does not: then the feed waits at the connection's waker
   */
  default boolean onReady(Runnable wake) {
    return false;
  }

  /**
   * Leases up to {@code max} messages; never waits for some to come.
   *
   * @param patienceMillis how long to wait for a connection to be made, if there is none; below 0:
   *     as long as it takes
   */
  Fetched fetch(int max, long patienceMillis) throws WireException;

  /**
   * As {@link #fetch}, when nobody waits afterwards: finds all that is there, also what a wake-up
   * is on its way for.
   */
  default Fetched fetchNow(int max) throws WireException {
    return fetch(max, 0);
  }

  /**
   * Waits for a token of this queue, then fetches, see {@link Parking#parkAndFetch}. Only for
   * sources that take every message of a queue.
   */
  default Optional<Fetched> waitAndFetch(Parking at, int max, long millis) throws WireException {
    throw new UnsupportedOperationException(address() + " cannot be waited for in its fetch");
  }

  /** The feed is closed, and what it had not handed out was given back. */
  default void close() {}
}
