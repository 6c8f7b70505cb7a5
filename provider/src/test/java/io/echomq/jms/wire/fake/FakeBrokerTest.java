package io.echomq.jms.wire.fake;

import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.WireException;

/** The contract on the fake. */
class FakeBrokerTest extends BrokerContract {
  private final FakeServer server = new FakeServer(FakeClock.manual());

  @Override
  protected Broker connect() throws WireException {
    return server.connect(null);
  }

  @Override
  public void elapse(long millis) {
    server.advance(millis);
  }
}
