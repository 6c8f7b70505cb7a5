package io.echomq.jms.wire.fake;

import static io.echomq.jms.wire.fake.BrokerHarness.texts;
import static io.echomq.jms.wire.fake.BrokerHarness.tokens;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.TransactionUnit;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Commits: whole or not at all, once. */
public interface TransactionContract extends BrokerHarness {

  @Test
  default void commitAcknowledgesAndSends() throws WireException {
    sendAll("in");
    List<Delivery> got = fetch(1);
    TransactionUnit unit =
        new TransactionUnit(
            session(), 1, tokens(got), List.of(text("o1").build(), text("o2").build()));
    assertEquals(List.of(), fetch(5));

    broker().commit(unit).await();

    assertEquals(List.of("o1", "o2"), texts(fetch(5)));
  }

  @Test
  default void repeatedCommitAppliesOnce() throws WireException {
    TransactionUnit unit =
        new TransactionUnit(session(), 1, List.of(), List.of(text("once").build()));
    broker().commit(unit).await();
    assertEquals(List.of("once"), texts(fetch(5)));

    broker().commit(unit).await();

    assertEquals(List.of(), fetch(5));
  }

  @Test
  default void commitWithALostLeaseAppliesNothing() throws WireException {
    sendAll("a", "b");
    List<Delivery> got = fetch(broker(), "s1", null, 1, SHORT_LEASE);
    List<Delivery> kept = fetch(broker(), "s1", null, 1, LONG_LEASE);
    elapse(SHORT_LEASE + 20);
    other().tend(List.of(queue()), SHORT_LEASE);
    assertEquals(List.of("a"), texts(fetch(other(), "s2", null, 5, LONG_LEASE)));
    TransactionUnit unit =
        new TransactionUnit(
            session(),
            1,
            List.of(got.get(0).token(), kept.get(0).token()),
            List.of(text("never").build()));

    WireException failure = assertThrows(WireException.class, () -> broker().commit(unit).await());

    assertEquals(WireError.ROLLED_BACK, failure.error());
    assertEquals(List.of(), fetch(5));
    assertEquals(List.of(), broker().extend(tokens(kept), LONG_LEASE), "b is still held");
  }

  @Test
  default void unitsOfASessionFollowEachOther() throws WireException {
    String session = session();
    for (int number = 1; number <= 3; number++) {
      broker()
          .commit(
              new TransactionUnit(session, number, List.of(), List.of(text("u" + number).build())))
          .await();
    }
    broker().endSession(session);

    assertEquals(List.of("u1", "u2", "u3"), texts(fetch(5)));
  }

  @Test
  default void commitWakesAParkedConsumerAsASendDoes() throws Exception {
    try (var parking = other().openParking()) {
      broker()
          .commit(new TransactionUnit(session(), 1, List.of(), List.of(text("x").build())))
          .await();

      assertTrue(parking.park(List.of(queue()), 2000).isPresent());
    }
  }

  private static String session() {
    return "session-" + UUID.randomUUID();
  }
}
