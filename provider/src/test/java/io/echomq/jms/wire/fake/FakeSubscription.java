package io.echomq.jms.wire.fake;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Fetched;
import io.echomq.jms.wire.Subscription;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;

/** One consumer's part in a subscription. Threads: any; the server's monitor. */
final class FakeSubscription implements Subscription {
  private final FakeServer server;
  private final FakeTopics topics;
  private final FakeGroup group;
  private final long serial;
  private final FakeBroker by;
  private volatile Runnable wake = () -> {};
  private boolean closed;

  FakeSubscription(
      FakeServer server, FakeTopics topics, FakeGroup group, long serial, FakeBroker by) {
    this.server = server;
    this.topics = topics;
    this.group = group;
    this.serial = serial;
    this.by = by;
  }

  FakeGroup group() {
    return group;
  }

  long serial() {
    return serial;
  }

  FakeBroker by() {
    return by;
  }

  @Override
  public Address topic() {
    return group.spec.topic();
  }

  @Override
  public Fetched fetch(int max) throws WireException {
    return by.call(
        "fetch",
        () -> {
          if (closed) {
            throw new WireException(WireError.CLOSED, "this consumer is closed");
          }
          return new Fetched(group.take(serial, max, server.now()), -1, false);
        });
  }

  @Override
  public void onReady(Runnable listener) {
    wake = listener;
    listener.run();
  }

  void wake() {
    wake.run();
  }

  @Override
  public void close() {
    synchronized (server) {
      if (!closed) {
        closed = true;
        topics.close(this);
      }
    }
  }
}
