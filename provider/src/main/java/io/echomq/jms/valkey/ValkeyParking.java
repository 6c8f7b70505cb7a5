package io.echomq.jms.valkey;

import io.echomq.jms.config.Options;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Parking;
import io.echomq.jms.wire.WireException;
import java.util.List;
import java.util.Optional;

/** {@code BLPOP} on the wake lists of all queues of a connection. */
final class ValkeyParking implements Parking {
  ValkeyParking(Links links, ScriptRunner scripts, Keys keys, Options options) {}

  @Override
  public Optional<Address> park(List<Address> queues, long millis) throws WireException {
    throw new UnsupportedOperationException();
  }

  @Override
  public void nudge() {}

  @Override
  public void handBack(Address queue) throws WireException {}

  @Override
  public void close() {}
}
