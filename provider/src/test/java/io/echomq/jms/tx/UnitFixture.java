package io.echomq.jms.tx;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Fetch;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.RedeliveryPolicy;
import io.echomq.jms.wire.WireException;
import io.echomq.jms.wire.fake.BrokerHarness;
import io.echomq.jms.wire.fake.FakeBroker;
import io.echomq.jms.wire.fake.FakeClock;
import io.echomq.jms.wire.fake.FakeServer;
import io.echomq.jms.wire.fake.OutgoingBuilder;
import java.util.ArrayList;
import java.util.List;

/** A session's surroundings for one unit of work: a fake server, a buffer, and a memory. */
final class UnitFixture implements Holdings {
  final FakeServer server = new FakeServer(FakeClock.manual());
  final FakeBroker broker;
  final Address queue;
  final List<Delivery> buffered = new ArrayList<>();
  final List<LeaseToken> settled = new ArrayList<>();
  final List<LeaseToken> lost = new ArrayList<>();

  UnitFixture() throws WireException {
    broker = server.connect(null);
    queue = Address.queue("orders");
  }

  @Override
  public List<Delivery> drainBuffers() {
    List<Delivery> all = List.copyOf(buffered);
    buffered.clear();
    return all;
  }

  @Override
  public void giveBack(List<GiveBack> messages) throws WireException {
    broker.giveBack(messages);
  }

  @Override
  public void settling(List<LeaseToken> tokens) {
    // Only the lease keeper cares.
  }

  @Override
  public void settled(LeaseToken token) {
    settled.add(token);
  }

  @Override
  public void lost(Delivery message) {
    lost.add(message.token());
  }

  OutgoingBuilder text(String text) {
    return OutgoingBuilder.text(broker, queue, text);
  }

  void sendAll(String... texts) throws WireException {
    for (String text : texts) {
      text(text).send();
    }
  }

  List<Delivery> fetch(int max) throws WireException {
    return broker.fetch(new Fetch(queue, null, "s1", max, 30_000, 10)).deliveries();
  }

  /** Fetches one and hands it to the unit as {@code receive} does. */
  Handed receive(UnitOfWork unit) throws WireException {
    Handed handed = new Handed(fetch(1).get(0), RedeliveryPolicy.DEFAULT);
    unit.received(handed);
    return handed;
  }

  List<String> texts(int max) throws WireException {
    return BrokerHarness.texts(fetch(max));
  }
}
