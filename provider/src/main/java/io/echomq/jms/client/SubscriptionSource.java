package io.echomq.jms.client;

import io.echomq.jms.delivery.Source;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Fetched;
import io.echomq.jms.wire.Subscription;
import io.echomq.jms.wire.WireException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Feeds a consumer from its part in a subscription. */
record SubscriptionSource(Subscription subscription) implements Source {
  private static final Logger LOG = LoggerFactory.getLogger(SubscriptionSource.class);

  @Override
  public Address address() {
    return subscription.topic();
  }

  @Override
  public boolean selective() {
    return false;
  }

  @Override
  public boolean onReady(Runnable wake) {
    subscription.onReady(wake);
    return true;
  }

  @Override
  public Fetched fetch(int max, long patienceMillis) throws WireException {
    return subscription.fetch(max, patienceMillis);
  }

  @Override
  public Fetched fetchNow(int max) throws WireException {
    return subscription.fetchNow(max);
  }

  @Override
  public void close() {
    try {
      subscription.close();
    } catch (WireException late) {
      LOG.warn("the consumer's part ends with its lease: {}", late.getMessage());
    }
  }
}
