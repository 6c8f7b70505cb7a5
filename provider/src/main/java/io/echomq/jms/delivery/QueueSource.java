package io.echomq.jms.delivery;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Fetch;
import io.echomq.jms.wire.Fetched;
import io.echomq.jms.wire.Filter;
import io.echomq.jms.wire.Parking;
import io.echomq.jms.wire.Receiver;
import io.echomq.jms.wire.WireException;
import java.util.Optional;

/**
 * A queue or a view of one.
 *
 * @param filter null: every message
 * @param owner the session
 */
record QueueSource(
    Receiver broker, Address address, Filter filter, String owner, DeliverySettings settings)
    implements Source {

  @Override
  public boolean selective() {
    return filter != null;
  }

  @Override
  public int mostPerFetch() {
    return Fetch.MOST;
  }

  @Override
  public Fetched fetch(int max, long patienceMillis) throws WireException {
    return broker.fetch(request(max, patienceMillis));
  }

  @Override
  public Optional<Fetched> waitAndFetch(Parking at, int max, long millis) throws WireException {
    return at.parkAndFetch(request(max, -1), millis);
  }

  private Fetch request(int max, long patienceMillis) {
    return new Fetch(
        address,
        filter,
        owner,
        max,
        settings.leaseMillis(),
        settings.maxDeliveries(),
        patienceMillis);
  }
}
