package io.echomq.jms.wire;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/** What consumers need of the broker. Threads: safe for use by any thread. */
public interface Receiver {

  /**
   * Leases messages; never waits for some to come. One round trip (two when a large body is kept
   * out of the script).
   *
   * @throws WireException {@link WireError#UNAVAILABLE} when the server is away: try again later
   */
  Fetched fetch(Fetch request) throws WireException;

  /**
   * Puts leased messages back where they were, those of one queue in one step. A message whose
   * lease is lost is left alone.
   *
   * @return the tokens whose lease was lost
   */
  List<LeaseToken> giveBack(List<GiveBack> messages) throws WireException;

  /**
   * Extends leases; never lowers a deadline, never adds a member (hard cases, 6). A lapsed lease
   * that nobody took is taken up again.
   *
   * @return the tokens whose lease is lost: taken by somebody else, or the row is gone
   */
  List<LeaseToken> extend(Collection<LeaseToken> tokens, long leaseMillis) throws WireException;

  /**
   * Promotes what is due and reaps lapsed leases of these queues (after a change of the server's
   * run id not before one lease has passed, hard cases, 7), and tells what is ready.
   */
  Map<Address, Tended> tend(Collection<Address> queues, long leaseMillis) throws WireException;

  /**
   * A consumer of this connection was opened or closed: tells operators who consumes from where.
   * Never fails, and costs no message anything.
   *
   * @param change 1 or -1
   */
  default void consumes(Address from, int change) {}

  /**
   * Drops expired messages that are leased, or moves them where their queue's {@link EndStations}
   * say. Not waiting for the reply is allowed: what fails comes again, and is expired again.
   */
  Reply<Settled> expire(List<Delivery> expired);

  /** From now on messages of this queue end there, for all consumers of this factory. */
  default void endAt(Address queue, EndStations stations) {
    // A broker that knows no end stations keeps dead letters where they are.
  }

  /** Opens the one blocking connection on which the consumers of a connection park. */
  Parking openParking() throws WireException;
}
