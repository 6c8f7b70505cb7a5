package io.echomq.jms.tx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.RedeliveryPolicy;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import io.echomq.jms.wire.fake.BrokerHarness;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClientAckUnitTest {
  private UnitFixture session;
  private ClientAckUnit unit;

  @BeforeEach
  void openSession() throws WireException {
    session = new UnitFixture();
    unit = new ClientAckUnit(session.broker, session);
  }

  @Test
  void nothingIsAcknowledgedUntilTheApplicationDoes() throws WireException {
    session.sendAll("a", "b");
    session.receive(unit);
    session.receive(unit);
    assertEquals(2, session.server.active(session.queue));
    unit.acknowledge();
    assertEquals(0, session.server.active(session.queue));
    assertEquals(0, session.server.pending(session.queue));
  }

  @Test
  void oneLostLeaseIsNamedAndTheOthersAreAcknowledged() throws WireException {
    session.sendAll("a", "b", "c");
    session.receive(unit);
    Handed stolen = session.receive(unit);
    session.receive(unit);
    session.server.steal(session.queue, stolen.delivery().token().id());
    LostLeasesException lost = assertThrows(LostLeasesException.class, unit::acknowledge);
    assertEquals(List.of(stolen.delivery().token()), lost.lost());
    assertTrue(
        lost.getMessage().contains(stolen.delivery().message().header().messageId()),
        lost.getMessage());
    assertEquals(1, session.server.active(session.queue));
  }

  @Test
  void recoverPutsBackWhatWasHandedOutInOrderAndCountedWithTheBufferBehind() throws WireException {
    session.sendAll("a", "b", "c");
    session.receive(unit);
    session.receive(unit);
    session.buffered.addAll(session.fetch(1));
    unit.recover();
    List<Delivery> again = session.fetch(3);
    assertEquals(List.of("a", "b", "c"), BrokerHarness.texts(again));
    assertEquals(List.of(2, 2, 1), BrokerHarness.counts(again));
  }

  @Test
  void closeGivesBackAndALateReceiveIsRefusedSoThatItCanBeGivenBack() throws WireException {
    session.sendAll("a", "b");
    session.receive(unit);
    unit.close();
    assertEquals(2, session.server.pending(session.queue));
    Handed late = new Handed(session.fetch(1).get(0), RedeliveryPolicy.DEFAULT);
    WireException refused = assertThrows(WireException.class, () -> unit.received(late));
    assertEquals(WireError.CLOSED, refused.error());
  }

  @Test
  void aFailedAcknowledgeKeepsTheMessagesForTheNext() throws WireException {
    session.sendAll("a");
    session.receive(unit);
    session.server.faults().failNext("complete", WireError.SERVER);
    assertThrows(WireException.class, unit::acknowledge);
    unit.acknowledge();
    assertEquals(0, session.server.active(session.queue));
  }

  @Test
  void anAcknowledgeThatComesAfterTheCloseSaysSo() throws WireException {
    session.sendAll("a");
    session.receive(unit);
    unit.close();
    WireException refused = assertThrows(WireException.class, unit::acknowledge);
    assertEquals(WireError.CLOSED, refused.error());
    assertEquals(1, session.server.pending(session.queue));
  }

  @Test
  void aMessageThatAnotherConsumerHasTakenAndSettledIsLost() throws WireException {
    session.sendAll("a");
    Handed stolen = session.receive(unit);
    session.broker.complete(List.of(stolen.delivery().token())).await();
    LostLeasesException lost = assertThrows(LostLeasesException.class, unit::acknowledge);
    assertEquals(List.of(stolen.delivery().token()), lost.lost());
  }

  @Test
  void whatIsGoneAfterAnAcknowledgeInDoubtIsItsWork() throws WireException {
    session.sendAll("a");
    Handed first = session.receive(unit);
    session.server.faults().failNext("complete", WireError.IN_DOUBT);
    assertThrows(WireException.class, unit::acknowledge);
    session.broker.complete(List.of(first.delivery().token())).await();
    unit.acknowledge();
    assertEquals(0, session.server.active(session.queue));
  }

  @Test
  void whatARecoverCouldNotGiveBackIsNotAcknowledgedLater() throws WireException {
    session.sendAll("a", "b");
    session.receive(unit);
    session.server.faults().failNext("giveBack", WireError.UNAVAILABLE);
    assertThrows(WireException.class, unit::recover);
    session.receive(unit);
    unit.acknowledge();
    assertEquals(1, session.server.active(session.queue), "a comes again when its lease ends");
  }
}
