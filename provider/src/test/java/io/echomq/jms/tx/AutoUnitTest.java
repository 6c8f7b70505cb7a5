package io.echomq.jms.tx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.RedeliveryPolicy;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import io.echomq.jms.wire.fake.BrokerHarness;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AutoUnitTest {
  private final List<WireException> ackFailures = new ArrayList<>();
  private UnitFixture session;
  private AutoUnit unit;

  @BeforeEach
  void openSession() throws WireException {
    session = new UnitFixture();
    unit = new AutoUnit(session.broker, session, 8, ackFailures::add);
  }

  @Test
  void whatReceiveReturnsIsAcknowledged() throws WireException {
    session.sendAll("a");
    Handed handed = session.receive(unit);
    assertEquals(0, session.server.active(session.queue));
    assertEquals(List.of(handed.delivery().token()), session.settled);
  }

  @Test
  void aListenersMessageIsAcknowledgedOnlyWhenItReturns() throws WireException {
    session.sendAll("a");
    Handed handed = new Handed(session.fetch(1).get(0), RedeliveryPolicy.DEFAULT);
    unit.entering(handed);
    assertEquals(1, session.server.active(session.queue));
    unit.returned(handed);
    assertEquals(0, session.server.active(session.queue));
    assertEquals(0, session.server.pending(session.queue));
  }

  @Test
  void aThrowingListenerGetsTheMessageAgainFirstAndCountedAndTheBufferUncounted()
      throws WireException {
    session.sendAll("a", "b", "c");
    List<Delivery> all = session.fetch(3);
    session.buffered.addAll(all.subList(1, 3));
    Handed first = new Handed(all.get(0), RedeliveryPolicy.DEFAULT);
    unit.entering(first);
    unit.failed(first, new IllegalStateException("boom"));
    List<Delivery> again = session.fetch(3);
    assertEquals(List.of("a", "b", "c"), BrokerHarness.texts(again));
    assertEquals(List.of(2, 1, 1), BrokerHarness.counts(again));
  }

  @Test
  void theLastAllowedDeliveryThatFailsIsDead() throws WireException {
    session.sendAll("poison");
    RedeliveryPolicy once = new RedeliveryPolicy(1, 0, 1, 0, 0);
    Handed handed = new Handed(session.fetch(1).get(0), once);
    unit.entering(handed);
    unit.failed(handed, new IllegalStateException("boom"));
    assertEquals(1, session.server.dead(session.queue));
  }

  @Test
  void recoverInsideAListenerGivesItsMessageBackAndItsReturnAcknowledgesNothing()
      throws WireException {
    session.sendAll("a");
    Handed handed = new Handed(session.fetch(1).get(0), RedeliveryPolicy.DEFAULT);
    unit.entering(handed);
    unit.recover();
    unit.returned(handed);
    assertEquals(1, session.server.pending(session.queue));
    assertEquals(List.of(2), BrokerHarness.counts(session.fetch(1)));
  }

  @Test
  void aLeaseThatWasTakenIsToldAsLost() throws WireException {
    session.sendAll("a");
    Delivery delivery = session.fetch(1).get(0);
    session.server.steal(session.queue, delivery.token().id());
    unit.received(new Handed(delivery, RedeliveryPolicy.DEFAULT));
    assertEquals(List.of(delivery.token()), session.lost);
    assertTrue(ackFailures.isEmpty());
  }

  @Test
  void anAcknowledgementThatFailsForGoodIsTold() throws WireException {
    session.sendAll("a");
    session.server.faults().failNext("complete", WireError.IN_DOUBT);
    session.receive(unit);
    assertEquals(WireError.IN_DOUBT, ackFailures.get(0).error());
  }

  @Test
  void commitAndRollbackAreRefused() {
    assertEquals(WireError.WRONG_STATE, assertThrows(WireException.class, unit::commit).error());
    assertEquals(WireError.WRONG_STATE, assertThrows(WireException.class, unit::rollback).error());
  }
}
