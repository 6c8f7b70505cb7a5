package io.echomq.jms.wire.fake;

import static io.echomq.jms.wire.GiveBack.Verdict.AGAIN;
import static io.echomq.jms.wire.GiveBack.Verdict.DEAD;
import static io.echomq.jms.wire.fake.BrokerHarness.counts;
import static io.echomq.jms.wire.fake.BrokerHarness.texts;
import static io.echomq.jms.wire.fake.BrokerHarness.tokens;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Fetch;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Giving back, lapsing, extending: the fence never falls and counts stay true. */
public interface LeaseContract extends BrokerHarness {

  private List<Delivery> fetchShort() throws WireException {
    return fetch(broker(), "s1", null, 10, SHORT_LEASE);
  }

  private boolean reap(Broker by) throws WireException {
    return by.tend(List.of(queue()), SHORT_LEASE).get(queue()).ready();
  }

  private static List<GiveBack> again(List<Delivery> deliveries, long delay) {
    return deliveries.stream().map(d -> new GiveBack(d, AGAIN, delay, "failed")).toList();
  }

  @Test
  default void unseenMessagesKeepCountAndPlace() throws WireException {
    sendAll("a", "b", "c");
    List<Delivery> got = new ArrayList<>(fetch(3));
    Collections.reverse(got);

    assertEquals(List.of(), broker().giveBack(got.stream().map(GiveBack::unseen).toList()));

    List<Delivery> next = fetch(10);
    assertEquals(List.of("a", "b", "c"), texts(next));
    assertEquals(List.of(1, 1, 1), counts(next));
  }

  @Test
  default void theFenceNeverComesBack() throws WireException {
    sendAll("a");
    Delivery first = fetch(1).get(0);
    broker().giveBack(List.of(GiveBack.unseen(first)));
    Delivery second = fetch(1).get(0);
    assertNotEquals(first.token(), second.token());

    List<LeaseToken> lost = broker().giveBack(List.of(GiveBack.unseen(first)));

    assertEquals(List.of(first.token()), lost);
    assertEquals(List.of(), fetch(1), "a late second release took it from its holder");
    assertEquals(List.of(), broker().complete(List.of(second.token())).await().lost());
  }

  @Test
  default void handedMessagesComeAgainWithTheNextCountBeforeLaterOnes() throws WireException {
    sendAll("a", "b", "c", "d");
    List<Delivery> got = fetch(3);
    List<GiveBack> back = new ArrayList<>(again(got.subList(0, 1), 0));
    got.subList(1, 3).forEach(d -> back.add(GiveBack.unseen(d)));

    broker().giveBack(back);

    List<Delivery> next = fetch(10);
    assertEquals(List.of("a", "b", "c", "d"), texts(next));
    assertEquals(List.of(2, 1, 1, 1), counts(next));
  }

  @Test
  default void priorityOutlivesGivingBackAndLapsing() throws WireException {
    text("high").priority(9).send();
    sendAll("n");
    broker().giveBack(again(fetch(2), 0));
    List<Delivery> got = fetchShort();
    assertEquals(List.of("high", "n"), texts(got));
    elapse(SHORT_LEASE + 20);
    reap(broker());

    assertEquals(List.of("high", "n"), texts(fetch(5)));
  }

  @Test
  default void redeliveryDelayHoldsTheMessageBack() throws WireException {
    sendAll("a");
    broker().giveBack(again(fetch(1), 200));

    assertEquals(List.of(), fetch(1));
    elapse(220);
    assertTrue(reap(broker()));
    List<Delivery> next = fetch(1);
    assertEquals(List.of("a"), texts(next));
    assertEquals(List.of(2), counts(next));
  }

  @Test
  default void deadMessageIsInTheDeadViewOnly() throws WireException {
    sendAll("a");
    broker().giveBack(List.of(new GiveBack(fetch(1).get(0), DEAD, 0, "boom")));
    assertEquals(List.of(), fetch(1));

    Fetch fromDead = new Fetch(dead(), null, "s1", 5, LONG_LEASE, 10);
    List<Delivery> got = broker().fetch(fromDead).deliveries();
    assertEquals(List.of("a"), texts(got));
    assertEquals(List.of(), broker().fetch(fromDead).deliveries(), "it is leased");

    broker().giveBack(List.of(GiveBack.unseen(got.get(0))));
    assertEquals(List.of(), fetch(1), "given back to the view it must stay dead");
    List<Delivery> second = broker().fetch(fromDead).deliveries();
    assertEquals(List.of("a"), texts(second));
    broker().complete(tokens(second)).await();
    assertEquals(List.of(), broker().fetch(fromDead).deliveries());
  }

  private Address dead() {
    return new Address(Address.Domain.QUEUE, queue().base(), "dead");
  }

  @Test
  default void lapsedLeaseIsReapedAndCountsAsADelivery() throws WireException {
    sendAll("a");
    long fetched = broker().now();
    fetchShort();
    boolean reaped = reap(other());
    assertTrue(!reaped || other().now() - fetched >= SHORT_LEASE, "reaped too early");
    elapse(SHORT_LEASE + 20);
    assertTrue(reap(other()));

    List<Delivery> next = fetch(other(), "s2", null, 5, LONG_LEASE);
    assertEquals(List.of("a"), texts(next));
    assertEquals(List.of(2), counts(next));
  }

  @Test
  default void takenLeaseIsLostForItsOldHolder() throws WireException {
    sendAll("a", "b");
    List<Delivery> old = fetchShort();
    elapse(SHORT_LEASE + 20);
    reap(other());
    List<Delivery> taken = fetch(other(), "s2", null, 1, LONG_LEASE);

    assertEquals(
        List.of(old.get(0).token()), broker().extend(tokens(old.subList(0, 1)), LONG_LEASE));
    assertEquals(List.of(old.get(0).token()), broker().complete(tokens(old)).await().lost());
    assertEquals(List.of(), other().complete(tokens(taken)).await().lost());
    assertEquals(List.of(), fetch(5), "b, reaped and not taken, is completed by its old token");
  }

  @Test
  default void extendedLeaseIsNotReaped() throws WireException {
    sendAll("a");
    List<Delivery> got = fetchShort();

    assertEquals(List.of(), broker().extend(tokens(got), LONG_LEASE));

    elapse(SHORT_LEASE + 20);
    assertFalse(reap(other()));
  }

  @Test
  default void extendNeverLowersADeadline() throws WireException {
    sendAll("a");
    List<Delivery> got = fetch(1);

    assertEquals(List.of(), broker().extend(tokens(got), SHORT_LEASE));

    elapse(SHORT_LEASE + 20);
    assertFalse(reap(other()));
  }

  @Test
  default void lapsedLeaseThatNobodyReapedIsTakenUpAgain() throws WireException {
    sendAll("a");
    List<Delivery> got = fetchShort();
    elapse(SHORT_LEASE + 20);

    assertEquals(List.of(), broker().extend(tokens(got), LONG_LEASE));

    assertFalse(reap(other()));
    assertEquals(List.of(), fetch(1));
  }

  @Test
  default void extendOfACompletedMessageIsALoss() throws WireException {
    sendAll("a");
    List<Delivery> got = fetch(1);
    broker().complete(tokens(got)).await();

    assertEquals(tokens(got), broker().extend(tokens(got), LONG_LEASE));
    assertEquals(List.of(), fetch(1));
  }
}
