package io.echomq.jms.wire.fake;

import static io.echomq.jms.wire.fake.BrokerHarness.texts;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Fetch;
import io.echomq.jms.wire.Filter;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.Parking;
import io.echomq.jms.wire.WireException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Waiting for wake tokens. */
public interface ParkingContract extends BrokerHarness {

  private Optional<Address> parkBriefly(Parking parking) throws WireException {
    return parking.park(List.of(queue()), 30);
  }

  private CompletableFuture<Optional<Address>> parkAsync(Parking parking) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return parking.park(List.of(queue()), 60_000);
          } catch (WireException failure) {
            throw new IllegalStateException(failure);
          }
        });
  }

  @Test
  default void parkEndsWithItsTime() throws WireException {
    try (Parking parking = broker().openParking()) {
      long start = System.nanoTime();

      assertEquals(Optional.empty(), parkBriefly(parking));

      assertTrue(System.nanoTime() - start >= TimeUnit.MILLISECONDS.toNanos(25));
    }
  }

  @Test
  default void sendWakesAParkedConsumerOfAnotherConnection() throws Exception {
    try (Parking parking = other().openParking()) {
      CompletableFuture<Optional<Address>> parked = parkAsync(parking);

      sendAll("a");

      assertEquals(Optional.of(queue()), parked.get(40, TimeUnit.SECONDS));
    }
  }

  @Test
  default void tokenPushedAfterAnEmptyFetchIsNotLost() throws WireException {
    assertEquals(List.of(), fetch(1));
    sendAll("a");
    try (Parking parking = broker().openParking()) {
      assertEquals(Optional.of(queue()), parking.park(List.of(queue()), 20_000));
    }
  }

  @Test
  default void emptyFetchClearsStaleTokens() throws WireException {
    sendAll("a", "b");
    fetch(2);
    assertEquals(List.of(), fetch(1));
    try (Parking parking = broker().openParking()) {
      assertEquals(Optional.empty(), parkBriefly(parking));
    }
  }

  @Test
  default void fetchOfASelectiveConsumerKeepsTheTokensOfOthers() throws WireException {
    sendAll("a");
    Filter none = filter("n = 99", data -> false);
    assertEquals(List.of(), fetch(broker(), "s1", none, 5, LONG_LEASE));
    try (Parking parking = broker().openParking()) {
      assertEquals(Optional.of(queue()), parking.park(List.of(queue()), 20_000));
    }
  }

  @Test
  default void givingBackWakesAParkedConsumer() throws Exception {
    sendAll("a");
    GiveBack back = GiveBack.unseen(fetch(1).get(0));
    assertEquals(List.of(), fetch(1));
    try (Parking parking = other().openParking()) {
      broker().giveBack(List.of(back));

      assertEquals(Optional.of(queue()), parking.park(List.of(queue()), 20_000));
    }
  }

  @Test
  default void nudgeEndsARunningParkOrTheNextOne() throws Exception {
    try (Parking parking = broker().openParking()) {
      parking.nudge();
      long start = System.nanoTime();
      assertEquals(Optional.empty(), parking.park(List.of(queue()), 60_000));

      CompletableFuture<Optional<Address>> parked = parkAsync(parking);
      parking.nudge();
      assertEquals(Optional.empty(), parked.get(40, TimeUnit.SECONDS));
      assertTrue(System.nanoTime() - start < TimeUnit.SECONDS.toNanos(50));
    }
  }

  @Test
  default void handedBackTokenWakesAnother() throws WireException {
    try (Parking mine = broker().openParking();
        Parking theirs = other().openParking()) {
      sendAll("a");
      Address taken = mine.park(List.of(queue()), 20_000).orElseThrow();
      assertEquals(Optional.empty(), parkBriefly(theirs));

      mine.handBack(taken);

      assertEquals(Optional.of(queue()), theirs.park(List.of(queue()), 20_000));
    }
  }

  @Test
  default void laterQueuesOfTheListDoNotStarve() throws WireException {
    Address second = new Address(Address.Domain.QUEUE, queue().base() + ".second", "");
    for (int i = 0; i < 10; i++) {
      sendAll("a" + i);
      OutgoingBuilder.text(broker(), second, "b" + i).send();
    }
    Set<Address> woken = new HashSet<>();
    try (Parking parking = broker().openParking()) {
      for (int i = 0; i < 4; i++) {
        parking.park(List.of(queue(), second), 20_000).ifPresent(woken::add);
      }
    }

    assertEquals(Set.of(queue(), second), woken);
  }

  @Test
  default void newEarliestDueMessageWakesAParkedConsumer() throws WireException {
    assertEquals(List.of(), fetch(1));
    text("later").delay(60_000).send();
    try (Parking parking = broker().openParking()) {
      assertEquals(Optional.of(queue()), parking.park(List.of(queue()), 20_000));
    }
  }

  private Fetch everything() {
    return new Fetch(queue(), null, "s1", 10, LONG_LEASE, 0);
  }

  private CompletableFuture<List<String>> parkAndFetchAsync(Parking parking, long millis) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return texts(parking.parkAndFetch(everything(), millis).orElseThrow().deliveries());
          } catch (WireException failure) {
            throw new IllegalStateException(failure);
          }
        });
  }

  @Test
  default void whoWaitsInItsFetchGetsTheMessageWithItsToken() throws Exception {
    assertEquals(List.of(), fetch(1));
    try (Parking parking = broker().openParking()) {
      CompletableFuture<List<String>> waiting = parkAndFetchAsync(parking, 60_000);

      text("a").send();

      assertEquals(List.of("a"), waiting.get(40, TimeUnit.SECONDS));
      assertEquals(Optional.empty(), parkBriefly(parking));
    }
  }

  @Test
  default void whoWaitsInItsFetchFetchesAlsoWhenTheTimeIsOverOrAtANudge() throws Exception {
    assertEquals(List.of(), fetch(1));
    try (Parking parking = broker().openParking()) {
      assertEquals(List.of(), parking.parkAndFetch(everything(), 20).orElseThrow().deliveries());
      CompletableFuture<List<String>> waiting = parkAndFetchAsync(parking, 60_000);
      await().until(() -> endsAtANudge(parking, waiting));
      assertEquals(List.of(), waiting.get());
    }
  }

  /** A nudge before the wait has begun would be for the next. */
  private static boolean endsAtANudge(Parking parking, CompletableFuture<?> waiting) {
    parking.nudge();
    return waiting.isDone();
  }

  @Test
  default void aWaitThatWasLeftIsForTheNextWhoWaits() throws Exception {
    assertEquals(List.of(), fetch(1));
    try (Parking parking = broker().openParking()) {
      assertEquals(Optional.empty(), parking.park(List.of(queue()), 60_000, 20));
      assertTrue(parking.isParked());
      assertEquals(Optional.empty(), parking.parkAndFetch(everything(), 20));

      text("a").send();

      assertEquals(Optional.of(queue()), parking.park(List.of(queue()), 60_000, 60_000));
      assertFalse(parking.isParked());
    }
  }

  @Test
  default void aWaitThatWasLeftIsEndedByOneForOtherQueues() throws Exception {
    Address second = new Address(Address.Domain.QUEUE, queue().base() + ".second", "");
    try (Parking parking = broker().openParking()) {
      assertEquals(Optional.empty(), parking.park(List.of(queue()), 60_000, 20));
      OutgoingBuilder.text(broker(), second, "b").send();

      assertEquals(Optional.of(second), parking.park(List.of(second), 60_000));
      assertFalse(parking.isParked());
      text("a").send();
      assertEquals(Optional.of(queue()), parking.park(List.of(queue()), 60_000));
    }
  }

  @Test
  default void aWaitThatWasLeftEndsWithItsTimeAllTheSame() throws Exception {
    try (Parking parking = broker().openParking()) {
      assertEquals(Optional.empty(), parking.park(List.of(queue()), 1_000, 20));
      assertEquals(Optional.empty(), parking.park(List.of(queue()), 60_000));
      assertFalse(parking.isParked());
    }
  }

  @Test
  default void closeEndsARunningPark() throws Exception {
    Parking parking = broker().openParking();
    CompletableFuture<Optional<Address>> parked = parkAsync(parking);

    parking.close();

    assertTrue(
        parked
            .handle((token, failure) -> failure != null || token.isEmpty())
            .get(40, TimeUnit.SECONDS));
  }
}
