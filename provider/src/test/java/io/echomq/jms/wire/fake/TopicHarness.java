package io.echomq.jms.wire.fake;

import static org.awaitility.Awaitility.await;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Browse;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Filter;
import io.echomq.jms.wire.Replay;
import io.echomq.jms.wire.Subscription;
import io.echomq.jms.wire.SubscriptionSpec;
import io.echomq.jms.wire.SubscriptionSpec.Kind;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What the contracts of topics stand on: one topic, one name of a subscription. */
public interface TopicHarness extends BrokerHarness {
  String NAME = "audit";

  default Address topic() {
    return new Address(Address.Domain.TOPIC, queue().base(), Address.DEFAULT_STREAM);
  }

  default OutgoingBuilder message(String text) {
    return OutgoingBuilder.text(broker(), topic(), text);
  }

  default void publish(String... texts) throws WireException {
    for (String text : texts) {
      message(text).send();
    }
  }

  default SubscriptionSpec spec(Kind kind, Filter filter, boolean noLocal) {
    return spec(kind, kind == Kind.PLAIN ? null : NAME, filter, noLocal);
  }

  /** Named ones have a client id, which only this test uses. */
  default SubscriptionSpec spec(Kind kind, String name, Filter filter, boolean noLocal) {
    return new SubscriptionSpec(
        topic(), kind, kind == Kind.PLAIN ? null : queue().base(), name, filter, noLocal);
  }

  default SubscriptionSpec replay(Kind kind, Replay replay) {
    SubscriptionSpec plain = spec(kind, null, false);
    return new SubscriptionSpec(topic(), kind, plain.clientId(), plain.name(), null, false, replay);
  }

  default Subscription subscribe(Kind kind) throws WireException {
    return broker().subscribe(spec(kind, null, false));
  }

  default Subscription otherSubscribe(Kind kind) throws WireException {
    return other().subscribe(spec(kind, null, false));
  }

  /** So many, in the order in which they come. */
  default List<Delivery> take(Subscription subscription, int count) {
    List<Delivery> all = new ArrayList<>();
    await()
        .atMost(40, TimeUnit.SECONDS)
        .pollInterval(2, TimeUnit.MILLISECONDS)
        .until(
            () -> {
              all.addAll(subscription.fetchNow(count - all.size()).deliveries());
              return all.size() >= count;
            });
    return all;
  }

  /** What a fetch finds when it must find nothing. */
  default List<Delivery> nothing(Subscription subscription) throws WireException {
    var fetched = subscription.fetchNow(5);
    while (fetched.more() && fetched.deliveries().isEmpty()) {
      fetched = subscription.fetchNow(5);
    }
    return fetched.deliveries();
  }

  default List<Delivery> browse(Broker by, String view) throws WireException {
    Address at = new Address(Address.Domain.QUEUE, queue().base(), view);
    return by.browse(new Browse(at, null, null, 10)).messages();
  }
}
