package io.echomq.jms.tx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import io.echomq.jms.wire.fake.BrokerHarness;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TransactedUnitTest {
  private UnitFixture session;
  private TransactedUnit unit;

  @BeforeEach
  void openSession() throws WireException {
    session = new UnitFixture();
    unit =
        new TransactedUnit(session.broker, session, "session-1", new TransactionLimits(4, 1_000));
  }

  @Test
  void sendsAndAcknowledgementsAppearWithTheCommitTogether() throws WireException {
    session.sendAll("in");
    session.receive(unit);
    unit.send(session.text("out").build());
    assertEquals(0, session.server.pending(session.queue));
    unit.commit();
    assertEquals(0, session.server.active(session.queue));
    assertEquals(List.of("out"), session.texts(9));
  }

  @Test
  void rollbackForgetsSendsAndPutsBackWhatWasReceivedFirst() throws WireException {
    session.sendAll("a", "b", "c");
    session.receive(unit);
    session.buffered.addAll(session.fetch(2));
    unit.send(session.text("never").build());
    unit.rollback();
    List<Delivery> again = session.fetch(9);
    assertEquals(List.of("a", "b", "c"), BrokerHarness.texts(again));
    assertEquals(List.of(2, 1, 1), BrokerHarness.counts(again));
  }

  @Test
  void aLostLeaseRollsTheWholeTransactionBack() throws WireException {
    session.sendAll("a", "b");
    Handed stolen = session.receive(unit);
    session.receive(unit);
    unit.send(session.text("never").build());
    session.server.steal(session.queue, stolen.delivery().token().id());
    WireException failed = assertThrows(WireException.class, unit::commit);
    assertEquals(WireError.ROLLED_BACK, failed.error());
    assertEquals(List.of("b"), session.texts(9));
  }

  @Test
  void aCommitInDoubtIsNeverToldAsRolledBackAndGivesNothingBack() throws WireException {
    session.sendAll("a");
    session.receive(unit);
    session.server.faults().failNext("commit", WireError.IN_DOUBT);
    WireException failed = assertThrows(WireException.class, unit::commit);
    assertEquals(WireError.IN_DOUBT, failed.error());
    assertEquals(1, session.server.active(session.queue));
    assertEquals(1, session.settled.size(), "the lease is left to lapse");
  }

  @Test
  void aCommitThatTheServerRefusesRollsBack() throws WireException {
    session.sendAll("a");
    session.receive(unit);
    session.server.faults().failNext("commit", WireError.QUEUE_FULL);
    WireException failed = assertThrows(WireException.class, unit::commit);
    assertEquals(WireError.ROLLED_BACK, failed.error());
    assertEquals(1, session.server.pending(session.queue));
  }

  @Test
  void aTransactionThatGrowsTooLargeIsRefusedAtTheSendByName() throws WireException {
    for (int i = 0; i < 4; i++) {
      unit.send(session.text("m" + i).build());
    }
    WireException refused =
        assertThrows(WireException.class, () -> unit.send(session.text("one more").build()));
    assertEquals(WireError.TOO_LARGE, refused.error());
    assertTrue(refused.getMessage().contains("maxTransactionOperations"), refused.getMessage());
    unit.commit();
    assertEquals(4, session.fetch(9).size());
  }

  @Test
  void tooManyBytesAreRefusedByName() {
    WireException refused =
        assertThrows(WireException.class, () -> unit.send(session.text("x".repeat(1_001)).build()));
    assertTrue(refused.getMessage().contains("maxTransactionBytes"), refused.getMessage());
  }

  @Test
  void closeRollsBack() throws WireException {
    session.sendAll("a");
    session.receive(unit);
    unit.close();
    assertEquals(List.of(2), BrokerHarness.counts(session.fetch(1)));
  }

  @Test
  void recoverIsRefused() {
    assertEquals(WireError.WRONG_STATE, assertThrows(WireException.class, unit::recover).error());
  }

  @Test
  void aCommitThatComesAfterTheCloseSaysSoAndSoDoesASend() throws WireException {
    session.sendAll("a");
    session.receive(unit);
    unit.send(session.text("never").build());
    unit.close();
    WireException refused = assertThrows(WireException.class, unit::commit);
    assertEquals(WireError.CLOSED, refused.error());
    assertThrows(WireException.class, () -> unit.send(session.text("late").build()));
    assertEquals(List.of("a"), session.texts(9));
  }

  @Test
  void anInterruptedCommitIsInDoubtAndNeverToldAsRolledBack() throws WireException {
    session.sendAll("a");
    session.receive(unit);
    session.server.faults().failNext("commit", WireError.INTERRUPTED);
    WireException failed = assertThrows(WireException.class, unit::commit);
    assertEquals(WireError.INTERRUPTED, failed.error());
    assertEquals(1, session.server.active(session.queue), "nothing is given back");
  }

  @Test
  void whatARollbackCouldNotGiveBackIsNotCommittedLater() throws WireException {
    session.sendAll("a", "b");
    session.receive(unit);
    session.server.faults().failNext("giveBack", WireError.UNAVAILABLE);
    assertThrows(WireException.class, unit::rollback);
    session.receive(unit);
    unit.commit();
    assertEquals(1, session.server.active(session.queue), "a comes again when its lease ends");
  }
}
