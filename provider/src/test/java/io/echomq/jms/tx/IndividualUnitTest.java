package io.echomq.jms.tx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import io.echomq.jms.wire.fake.BrokerHarness;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IndividualUnitTest {
  private UnitFixture session;
  private IndividualUnit unit;

  @BeforeEach
  void openSession() throws WireException {
    session = new UnitFixture();
    unit = new IndividualUnit(session.broker, session);
  }

  @Test
  void oneMessageIsAcknowledgedAndTheOthersComeAgain() throws WireException {
    session.sendAll("a", "b", "c");
    session.receive(unit);
    Handed second = session.receive(unit);
    session.receive(unit);
    unit.acknowledge(second.delivery().token());
    unit.recover();
    List<Delivery> again = session.fetch(9);
    assertEquals(List.of("a", "c"), BrokerHarness.texts(again));
    assertEquals(List.of(2, 2), BrokerHarness.counts(again));
  }

  @Test
  void acknowledgingTwiceOrAfterRecoverIsNothing() throws WireException {
    session.sendAll("a");
    Handed message = session.receive(unit);
    unit.recover();
    unit.acknowledge(message.delivery().token());
    assertEquals(1, session.server.pending(session.queue));
    Handed again = session.receive(unit);
    unit.acknowledge(again.delivery().token());
    unit.acknowledge(again.delivery().token());
    assertEquals(0, session.server.active(session.queue));
  }

  @Test
  void aLostLeaseIsToldAndTheMessageIsNoLongerTheSessions() throws WireException {
    session.sendAll("a");
    Handed stolen = session.receive(unit);
    session.server.steal(session.queue, stolen.delivery().token().id());
    LostLeasesException lost =
        assertThrows(LostLeasesException.class, () -> unit.acknowledge(stolen.delivery().token()));
    assertEquals(List.of(stolen.delivery().token()), lost.lost());
    unit.acknowledge(stolen.delivery().token());
    unit.close();
    assertEquals(1, session.server.active(session.queue));
  }

  @Test
  void aContextAcknowledgesAllThatIsLeft() throws WireException {
    session.sendAll("a", "b");
    session.receive(unit);
    session.receive(unit);
    unit.acknowledge();
    assertEquals(0, session.server.active(session.queue));
    assertEquals(0, session.server.pending(session.queue));
  }

  @Test
  void aFailedAcknowledgeKeepsTheMessageForTheNext() throws WireException {
    session.sendAll("a");
    Handed message = session.receive(unit);
    session.server.faults().failNext("complete", WireError.SERVER);
    assertThrows(WireException.class, () -> unit.acknowledge(message.delivery().token()));
    unit.acknowledge(message.delivery().token());
    assertEquals(0, session.server.active(session.queue));
  }

  @Test
  void closeGivesBackWhatIsNotAcknowledged() throws WireException {
    session.sendAll("a", "b");
    Handed first = session.receive(unit);
    session.receive(unit);
    unit.acknowledge(first.delivery().token());
    unit.close();
    assertEquals(List.of("b"), session.texts(9));
    assertEquals(WireError.WRONG_STATE, assertThrows(WireException.class, unit::commit).error());
    assertEquals(WireError.WRONG_STATE, assertThrows(WireException.class, unit::rollback).error());
  }
}
