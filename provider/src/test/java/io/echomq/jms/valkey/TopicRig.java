package io.echomq.jms.valkey;

import static org.awaitility.Awaitility.await;

import io.echomq.jms.config.Options;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Replay;
import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.Subscription;
import io.echomq.jms.wire.SubscriptionSpec;
import io.echomq.jms.wire.SubscriptionSpec.Kind;
import io.echomq.jms.wire.WireException;
import io.echomq.jms.wire.fake.OutgoingBuilder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Brokers of one test on a real server, closed together. Threads: for the test's own. */
final class TopicRig implements AutoCloseable {
  static final String CLIENT = "client";
  static final String NAME = "audit";

  private final Deque<Broker> brokers = new ArrayDeque<>();

  Broker broker(String uri) throws WireException {
    Broker broker = new ValkeyConnector(Options.parse(uri)).connect(null);
    brokers.push(broker);
    return broker;
  }

  static Address topic(String name) throws WireException {
    return Address.topic(name);
  }

  static SubscriptionSpec spec(Address topic, Kind kind, Replay replay) {
    boolean plain = kind == Kind.PLAIN;
    return new SubscriptionSpec(
        topic, kind, plain ? null : CLIENT, plain ? null : NAME, null, false, replay);
  }

  static Subscription subscribe(Broker broker, Address topic, Kind kind) throws WireException {
    return broker.subscribe(spec(topic, kind, Replay.NONE));
  }

  /** Publishes many and waits for the last. */
  static void publish(Broker broker, Address topic, String prefix, int from, int to)
      throws WireException {
    Reply<Void> last = null;
    for (int i = from; i < to; i++) {
      last = broker.send(OutgoingBuilder.text(broker, topic, prefix + i).build());
      if (i % 1000 == 999) {
        last.await();
      }
    }
    if (last != null) {
      last.await();
    }
  }

  /** Takes and acknowledges so many. */
  static List<Delivery> take(Broker broker, Subscription subscription, int count) {
    List<Delivery> all = new ArrayList<>();
    await()
        .atMost(60, TimeUnit.SECONDS)
        .pollInterval(1, TimeUnit.MILLISECONDS)
        .until(
            () -> {
              List<Delivery> some =
                  subscription.fetch(Math.min(500, count - all.size())).deliveries();
              complete(broker, some);
              all.addAll(some);
              return all.size() >= count;
            });
    return all;
  }

  static void complete(Broker broker, List<Delivery> deliveries) throws WireException {
    List<LeaseToken> tokens = deliveries.stream().map(Delivery::token).toList();
    if (!tokens.isEmpty()) {
      broker.complete(tokens).await();
    }
  }

  static String text(Delivery delivery) {
    return ((Body.Text) delivery.message().body()).text();
  }

  static List<String> texts(List<Delivery> deliveries) {
    return deliveries.stream().map(TopicRig::text).toList();
  }

  @Override
  public void close() {
    while (!brokers.isEmpty()) {
      brokers.pop().close();
    }
  }
}
