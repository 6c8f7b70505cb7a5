package io.echomq.jms.delivery;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Filter;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.WireException;
import io.echomq.jms.wire.fake.FakeBroker;
import io.echomq.jms.wire.fake.FakeClock;
import io.echomq.jms.wire.fake.FakeServer;
import io.echomq.jms.wire.fake.OutgoingBuilder;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A fake server, a connection to it, and its hub, started. */
final class DeliveryFixture implements AutoCloseable {
  /** Leases do not lapse, the beat is too rare to help, buffers are kept. */
  static final DeliverySettings CALM = new DeliverySettings(60_000, 20_000, 1000, 60_000, 10);

  final FakeServer server;
  final FakeBroker broker;
  final DeliveryHub hub;
  final Address queue = new Address(Address.Domain.QUEUE, "orders", "");

  DeliveryFixture() throws WireException {
    this(new FakeServer(FakeClock.running()), CALM);
  }

  DeliveryFixture(DeliverySettings settings) throws WireException {
    this(new FakeServer(FakeClock.running()), settings);
  }

  DeliveryFixture(FakeServer server, DeliverySettings settings) throws WireException {
    this.server = server;
    this.broker = server.connect(null);
    this.hub = new DeliveryHub(broker, settings, "emq-test");
    hub.start();
  }

  static Address queue(String name) {
    return new Address(Address.Domain.QUEUE, name, "");
  }

  Feed feed() {
    return hub.openFeed(queue, null, "s1");
  }

  Feed feed(Address from) {
    return hub.openFeed(from, null, "s1");
  }

  /** Takes only messages whose text begins so. */
  Feed selectiveFeed(String prefix) {
    Filter filter =
        new Filter(prefix, "", data -> ((Body.Text) data.body()).text().startsWith(prefix));
    return hub.openFeed(queue, filter, "s1");
  }

  OutgoingBuilder message(String text) {
    return OutgoingBuilder.text(broker, queue, text);
  }

  void send(String... texts) throws WireException {
    for (String text : texts) {
      message(text).send();
    }
  }

  void sendTo(Address to, String text) throws WireException {
    OutgoingBuilder.text(broker, to, text).send();
  }

  void ack(Delivery delivery) throws WireException {
    LeaseToken token = delivery.token();
    hub.leases().settled(token);
    broker.complete(List.of(token)).await();
  }

  static String text(Delivery delivery) {
    return delivery == null ? null : ((Body.Text) delivery.message().body()).text();
  }

  /** The text of the next message, acknowledged; null when none came in time. */
  String receive(Feed feed, long timeout) throws WireException, InterruptedException {
    Delivery delivery = feed.next(timeout);
    if (delivery != null) {
      ack(delivery);
    }
    return text(delivery);
  }

  /**
   * Gives a feed the credit of a fast consumer: works on so many that a pause of a busy machine
   * does not make it a slow one.
   */
  void warmUp(Feed feed) throws WireException, InterruptedException {
    for (int i = 0; i < 200; i++) {
      send("warm");
    }
    for (int i = 0; i < 200; i++) {
      receive(feed, 0);
    }
  }

  /** {@link #receive} on a thread of its own. */
  CompletableFuture<String> receiveAsync(Feed feed, long timeout) {
    CompletableFuture<String> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                result.complete(receive(feed, timeout));
              } catch (WireException | InterruptedException failure) {
                result.completeExceptionally(failure);
              }
            },
            "receiver");
    thread.setDaemon(true);
    thread.start();
    return result;
  }

  @Override
  public void close() {
    hub.close();
    broker.close();
  }
}
