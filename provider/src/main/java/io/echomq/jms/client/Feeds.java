package io.echomq.jms.client;

import io.echomq.jms.config.Options;
import io.echomq.jms.delivery.Feed;
import io.echomq.jms.destination.EmqDestination;
import io.echomq.jms.errors.JmsErrors;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Filter;
import io.echomq.jms.wire.SubscriptionSpec;
import io.echomq.jms.wire.SubscriptionSpec.Kind;
import io.echomq.jms.wire.WireException;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;

/**
 * Opens the flow of messages for a new consumer of any kind; everything that can be checked here is
 * checked before anything is opened.
 */
record Feeds(ConnectionCore connection) {

  /** What a consumer is made for. */
  record Wanted(
      EmqDestination destination, Filter filter, Kind kind, String name, boolean noLocal) {}

  /**
   * @param kind which kind of subscription when it is a topic
   * @param name the subscription's; null for {@link Kind#PLAIN}
   */
  Wanted check(Destination from, Kind kind, String name, String selector, boolean noLocal)
      throws JMSException {
    connection.use();
    EmqDestination destination = EmqDestination.of(from);
    Address address = destination.address();
    Policies.of(connection.options, destination);
    if (kind != Kind.PLAIN) {
      checkName(kind, name, address);
    }
    if (address.isTemporary() && !connection.owns(address)) {
      throw new InvalidDestinationException(
          "temporary destination '"
              + address.name()
              + "' was deleted or made by another connection; only the one that made it may consume"
              + " from it (§6.2.2)",
          "EMQ-INVALID-NAME");
    }
    return new Wanted(destination, Selectors.filter(selector), kind, name, noLocal);
  }

  private void checkName(Kind kind, String name, Address address) throws JMSException {
    if (name == null || name.isEmpty()) {
      throw new JMSException(
          "a subscription needs a name of one character or more", "EMQ-SUBSCRIPTION-NAME");
    }
    if (kind == Kind.DURABLE && connection.clientId() == null) {
      throw new IllegalStateException(
          "an unshared durable subscription needs a client id: set it on the connection or with"
              + " the option clientId (§8.3.3)");
    }
    if (kind.durable() && address.isTemporary()) {
      throw new InvalidDestinationException(
          "a temporary topic cannot have a durable subscription (§6.2.2)", "EMQ-INVALID-NAME");
    }
  }

  /**
   * @param owner names the session on the server
   */
  Feed open(Wanted wanted, String owner) throws JMSException {
    Address address = wanted.destination().address();
    Options options = Policies.of(connection.options, wanted.destination());
    int prefetch = options.receiving().prefetch();
    if (!wanted.destination().getOptions().isEmpty()) {
      connection.broker.endAt(address, Policies.endStations(options, wanted.destination()));
    }
    if (address.isQueue()) {
      return connection.hub.openFeed(
          address, wanted.filter(), owner, options.redelivery().maxDeliveries(), prefetch);
    }
    SubscriptionSpec spec =
        new SubscriptionSpec(
            address,
            wanted.kind(),
            connection.clientId(),
            wanted.name(),
            wanted.filter(),
            wanted.noLocal(),
            Replays.of(wanted.destination(), connection.broker.now()),
            options.redelivery().maxDeliveries());
    try {
      return connection.hub.openFeed(
          new SubscriptionSource(connection.broker.subscribe(spec)), prefetch);
    } catch (WireException refused) {
      throw JmsErrors.toJms(refused);
    }
  }
}
