package io.echomq.jms.client;

import io.echomq.jms.delivery.Source;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Fetched;
import io.echomq.jms.wire.Subscription;
import io.echomq.jms.wire.WireException;

/** Feeds a consumer from its part in a subscription. */
record SubscriptionSource(Subscription subscription) implements Source {
  @Override
  public Address address() {
    return subscription.topic();
  }

  @Override
  public boolean selective() {
    return false;
  }

  @Override
  public Fetched fetch(int max) throws WireException {
    return subscription.fetch(max);
  }
}
