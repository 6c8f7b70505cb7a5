package io.echomq.jms.client;

import io.echomq.jms.config.Options;
import io.echomq.jms.destination.EmqDestination;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Filter;
import io.echomq.jms.wire.SubscriptionSpec.Kind;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Topic;

/** Makes the consumers of one session. Threads: the session's thread of control. */
final class ConsumerFactory {
  private final SessionCore session;
  private final Feeds feeds;

  ConsumerFactory(SessionCore session) {
    this.session = session;
    this.feeds = new Feeds(session.connection);
  }

  /** A consumer of a queue, or an unshared non-durable one of a topic. */
  EmqConsumer consumer(Destination from, String selector, boolean noLocal) throws JMSException {
    return consumer(from, Kind.PLAIN, null, selector, noLocal);
  }

  EmqConsumer subscriber(Topic topic, Kind kind, String name, String selector, boolean noLocal)
      throws JMSException {
    return consumer(topic, kind, name, selector, noLocal);
  }

  private EmqConsumer consumer(
      Destination from, Kind kind, String name, String selector, boolean noLocal)
      throws JMSException {
    session.checkOpen();
    Feeds.Wanted wanted = feeds.check(from, kind, name, selector, noLocal);
    EmqDestination destination = wanted.destination();
    Address address = destination.address();
    if (address.isTopic()) {
      session.domain.needsTopics("a consumer of a topic");
    } else {
      session.domain.needsQueues("a consumer of a queue");
    }
    Options options = Policies.of(session.connection.options, destination);
    Filter filter = wanted.filter();
    ConsumerCore core =
        new ConsumerCore(
            session,
            feeds.open(wanted, session.id),
            address,
            Policies.redelivery(options),
            filter == null ? null : filter.text());
    session.add(core);
    return new EmqConsumer(core, destination, noLocal);
  }
}
