package io.echomq.jms.xa;

import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.TransactionUnit;
import io.echomq.jms.wire.WireException;
import java.util.List;

/**
 * Numbers the units that are committed in one phase, so that the server tells a repeat from a
 * second one (hard cases, 14).
 *
 * <p>Threads: any; one unit at a time.
 */
final class UnitSequence {
  private final String session;
  private long number;

  /**
   * @param session names the units on the server, unique for ever
   */
  UnitSequence(String session) {
    this.session = session;
  }

  synchronized void commit(Broker broker, List<LeaseToken> acks, List<Outgoing> sends)
      throws WireException {
    broker.commit(new TransactionUnit(session, ++number, acks, sends)).await();
  }

  /** True when the server remembers an outcome. */
  synchronized boolean isUsed() {
    return number > 0;
  }

  /** Lets the server forget the last outcome. */
  synchronized void close(Broker broker) throws WireException {
    broker.endSession(session);
  }
}
