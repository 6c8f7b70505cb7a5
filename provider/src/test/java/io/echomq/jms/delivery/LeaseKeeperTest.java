package io.echomq.jms.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Fetch;
import io.echomq.jms.wire.WireException;
import io.echomq.jms.wire.fake.FakeBroker;
import io.echomq.jms.wire.fake.FakeClock;
import io.echomq.jms.wire.fake.FakeServer;
import io.echomq.jms.wire.fake.OutgoingBuilder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Simulated time. */
class LeaseKeeperTest {
  private static final long LEASE = 6000;

  private final Address queue = new Address(Address.Domain.QUEUE, "orders", "");
  private final FakeServer server = new FakeServer(FakeClock.manual());
  private final FakeBroker broker = server.connect(null);
  private final List<String> lost = new ArrayList<>();
  private final LeaseKeeper keeper = new LeaseKeeper(broker, LEASE, () -> {});

  LeaseKeeperTest() throws WireException {
    keeper.onLost((from, messageId) -> lost.add(from + " " + messageId));
  }

  private List<Delivery> hold(int count) throws WireException {
    for (int i = 0; i < count; i++) {
      OutgoingBuilder.text(broker, queue, "m" + i).send();
    }
    List<Delivery> got = broker.fetch(new Fetch(queue, null, "s1", count, LEASE, 10)).deliveries();
    got.forEach(keeper::hold);
    return got;
  }

  private Delivery handed() throws WireException {
    Delivery delivery = hold(1).get(0);
    assertTrue(keeper.handOut(delivery.token(), server.now()));
    return delivery;
  }

  private void ticks(int count) {
    for (int i = 0; i < count; i++) {
      server.advance(LEASE / 6);
      keeper.extendDue();
    }
  }

  private boolean reaped() throws WireException {
    return broker.tend(List.of(queue), LEASE).get(queue).ready();
  }

  @Test
  void heldLeaseOutlivesItsTime() throws WireException {
    handed();
    for (int i = 0; i < 5; i++) {
      ticks(6);
      assertFalse(reaped());
    }
  }

  @Test
  void youngLeaseIsNotExtendedYet() throws WireException {
    hold(1);
    ticks(1);

    assertEquals(0, server.faults().calls("extend"));
  }

  @Test
  void leasesAreExtendedInBatchesOfFiveHundred() throws WireException {
    hold(1001);
    ticks(3);

    assertEquals(3, server.faults().calls("extend"));
  }

  @Test
  void settledLeaseIsNotExtended() throws WireException {
    Delivery delivery = handed();
    keeper.settled(delivery.token());
    ticks(6);

    assertTrue(reaped());
    assertEquals(0, keeper.held());
  }

  @Test
  void lostLeaseIsToldOnce() throws WireException {
    Delivery delivery = handed();
    server.steal(queue, delivery.token().id());
    ticks(12);

    assertEquals(List.of(queue + " " + delivery.message().header().messageId()), lost);
    assertTrue(keeper.isLost(delivery.token()));
    keeper.settled(delivery.token());
    assertFalse(keeper.isLost(delivery.token()));
  }

  @Test
  void lossOfABufferedMessageIsNotToldButItIsNeverHandedOut() throws WireException {
    Delivery delivery = hold(1).get(0);
    server.steal(queue, delivery.token().id());
    ticks(3);

    assertFalse(keeper.handOut(delivery.token(), server.now()));
    assertEquals(List.of(), lost);
  }

  @Test
  void messageCompletedWhileItsLeaseIsExtendedIsNotLost() throws WireException {
    Delivery delivery = handed();
    broker.complete(List.of(delivery.token())).await();
    ticks(3);
    keeper.settled(delivery.token());
    ticks(3);

    assertEquals(List.of(), lost);
  }

  @Test
  void lossIsNotToldWhileACommitIsOnItsWay() throws WireException {
    Delivery delivery = handed();
    keeper.settling(List.of(delivery.token()));
    broker.complete(List.of(delivery.token())).await();
    ticks(12);

    assertEquals(List.of(), lost);
  }

  @Test
  void lapsedLeaseIsNotHandedOut() throws WireException {
    Delivery delivery = hold(1).get(0);
    server.advance(LEASE);

    assertFalse(keeper.handOut(delivery.token(), server.now()));
  }

  @Test
  void lapsedLeaseNobodyTookIsTakenUpAgainAfterAnOutage() throws WireException {
    Delivery delivery = handed();
    server.down();
    ticks(9);
    server.up(true);
    ticks(1);

    assertFalse(keeper.isLost(delivery.token()));
    ticks(4);
    assertFalse(reaped());
    assertEquals(List.of(), lost);
  }

  @Test
  void leaseTakenDuringAnOutageIsLost() throws WireException {
    Delivery delivery = handed();
    server.down();
    ticks(9);
    server.up(false);
    assertTrue(reaped());
    broker.fetch(new Fetch(queue, null, "other", 1, LEASE, 10));
    ticks(3);

    assertEquals(List.of(queue + " " + delivery.message().header().messageId()), lost);
  }
}
