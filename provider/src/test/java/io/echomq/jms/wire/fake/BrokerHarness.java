package io.echomq.jms.wire.fake;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Fetch;
import io.echomq.jms.wire.Filter;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.MessageData;
import io.echomq.jms.wire.WireException;
import java.util.List;
import java.util.function.Predicate;

/** What the parts of the contract stand on. */
public interface BrokerHarness {

  /** A lease that does not end during a test. */
  long LONG_LEASE = 60_000;

  /** A lease that a test lets lapse by {@link #elapse}. */
  long SHORT_LEASE = 200;

  /** The connection under test. */
  Broker broker();

  /** Another connection to the same server. */
  Broker other();

  /** A queue that no other test uses. */
  Address queue();

  /** Returns when the server's clock has moved on by at least this. */
  void elapse(long millis);

  /** The selector as the broker under test needs it; here only the predicate decides. */
  default Filter filter(String selector, Predicate<MessageData> check) {
    return new Filter(selector, "", check);
  }

  default OutgoingBuilder text(String text) {
    return OutgoingBuilder.text(broker(), queue(), text);
  }

  default void sendAll(String... texts) throws WireException {
    for (String text : texts) {
      text(text).send();
    }
  }

  default List<Delivery> fetch(int max) throws WireException {
    return fetch(broker(), "s1", null, max, LONG_LEASE);
  }

  default List<Delivery> fetch(Broker by, String owner, Filter filter, int max, long lease)
      throws WireException {
    return by.fetch(new Fetch(queue(), filter, owner, max, lease, 10)).deliveries();
  }

  static List<String> texts(List<Delivery> deliveries) {
    return deliveries.stream().map(BrokerHarness::text).toList();
  }

  static String text(Delivery delivery) {
    return ((Body.Text) delivery.message().body()).text();
  }

  static List<Integer> counts(List<Delivery> deliveries) {
    return deliveries.stream().map(Delivery::count).toList();
  }

  static List<LeaseToken> tokens(List<Delivery> deliveries) {
    return deliveries.stream().map(Delivery::token).toList();
  }
}
