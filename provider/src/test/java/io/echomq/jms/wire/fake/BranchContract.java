package io.echomq.jms.wire.fake;

import static io.echomq.jms.wire.fake.BrokerHarness.counts;
import static io.echomq.jms.wire.fake.BrokerHarness.texts;
import static io.echomq.jms.wire.fake.BrokerHarness.tokens;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.BranchId;
import io.echomq.jms.wire.BranchOutcome;
import io.echomq.jms.wire.BranchWork;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Branches of distributed transactions: decided once, by anybody, whoever prepared them. */
public interface BranchContract extends BrokerHarness {

  @Test
  default void aPreparedBranchIsUnseenUntilAnotherProcessCommitsIt() throws WireException {
    sendAll("in");
    BranchWork work = work(fetch(1), 0, text("out").build());
    broker().prepare(work);
    assertEquals(List.of(), fetch(5));
    assertTrue(other().recover().contains(work.id()));

    assertEquals(BranchOutcome.COMMITTED, other().decide(work.id(), true));

    assertEquals(List.of("out"), texts(fetch(5)));
    assertFalse(other().recover().contains(work.id()));
  }

  @Test
  default void aRolledBackBranchGivesBackWithItsCountAndSendsNothing() throws WireException {
    sendAll("in");
    BranchWork work = work(fetch(1), 0, text("out").build());
    broker().prepare(work);

    assertEquals(BranchOutcome.ROLLED_BACK, other().decide(work.id(), false));

    List<Delivery> again = fetch(5);
    assertEquals(List.of("in"), texts(again));
    assertEquals(List.of(2), counts(again));
  }

  @Test
  default void preparingAndDecidingTwiceAppliesOnce() throws WireException {
    sendAll("in");
    BranchWork work = work(fetch(1), 0, text("out").build());
    broker().prepare(work);
    broker().prepare(work);
    broker().decide(work.id(), true);

    assertEquals(BranchOutcome.COMMITTED, broker().decide(work.id(), true));
    assertEquals(BranchOutcome.COMMITTED, broker().decide(work.id(), false));

    assertEquals(List.of("out"), texts(fetch(5)));
  }

  @Test
  default void aPreparedMessageOutlivesItsLeaseAndItsHolder() throws WireException {
    sendAll("in");
    List<Delivery> got = fetch(broker(), "s1", null, 1, SHORT_LEASE);
    BranchWork work = work(got, 0);
    broker().prepare(work);

    assertEquals(tokens(got), broker().extend(tokens(got), SHORT_LEASE), "the old lease is over");
    elapse(SHORT_LEASE + 20);
    other().tend(List.of(queue()), SHORT_LEASE);

    assertEquals(List.of(), fetch(other(), "s2", null, 5, LONG_LEASE));
    broker().decide(work.id(), false);
  }

  @Test
  default void aMessageIsInOneBranchOnly() throws WireException {
    sendAll("in");
    List<Delivery> got = fetch(1);
    BranchWork first = work(got, 0);
    broker().prepare(first);

    WireException refused = assertThrows(WireException.class, () -> other().prepare(work(got, 0)));

    assertEquals(WireError.ROLLED_BACK, refused.error());
    broker().decide(first.id(), true);
  }

  @Test
  default void aRollbackWithADelayBringsTheMessageLater() throws WireException {
    sendAll("in");
    BranchWork work = work(fetch(1), 200);
    broker().prepare(work);
    broker().decide(work.id(), false);
    assertEquals(List.of(), fetch(5));

    elapse(220);
    other().tend(List.of(queue()), LONG_LEASE);

    assertEquals(List.of(2), counts(fetch(5)));
  }

  @Test
  default void anOperatorsDecisionIsKeptUntilItIsForgotten() throws WireException {
    BranchWork work = work(List.of(), 0, text("out").build());
    broker().prepare(work);
    assertEquals(
        WireError.WRONG_STATE,
        assertThrows(WireException.class, () -> broker().forget(work.id())).error());

    assertEquals(BranchOutcome.HEURISTIC_COMMIT, other().decideHeuristically(work.id(), true));

    assertEquals(List.of("out"), texts(fetch(5)));
    assertEquals(BranchOutcome.HEURISTIC_COMMIT, broker().decide(work.id(), false));
    assertTrue(broker().recover().contains(work.id()));
    assertTrue(broker().forget(work.id()));
    assertFalse(broker().forget(work.id()));
  }

  @Test
  default void aBranchThatNobodyPreparedIsNone() throws WireException {
    assertEquals(BranchOutcome.NONE, broker().decide(id(), true));
    assertEquals(BranchOutcome.NONE, broker().decide(id(), false));
  }

  private static BranchWork work(List<Delivery> acks, long delay, Outgoing... sends) {
    List<GiveBack> back =
        acks.stream().map(d -> new GiveBack(d, GiveBack.Verdict.AGAIN, delay, null)).toList();
    return new BranchWork(id(), back, List.of(sends));
  }

  private static BranchId id() {
    return new BranchId("0000002a." + UUID.randomUUID().toString().replace("-", "") + ".01");
  }
}
