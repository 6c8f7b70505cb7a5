package io.echomq.jms.wire.fake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Address;
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
            return parking.park(List.of(queue()), 5000);
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

      assertEquals(Optional.of(queue()), parked.get(4, TimeUnit.SECONDS));
    }
  }

  @Test
  default void tokenPushedAfterAnEmptyFetchIsNotLost() throws WireException {
    assertEquals(List.of(), fetch(1));
    sendAll("a");
    try (Parking parking = broker().openParking()) {
      assertEquals(Optional.of(queue()), parking.park(List.of(queue()), 2000));
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
      assertEquals(Optional.of(queue()), parking.park(List.of(queue()), 2000));
    }
  }

  @Test
  default void givingBackWakesAParkedConsumer() throws Exception {
    sendAll("a");
    GiveBack back = GiveBack.unseen(fetch(1).get(0));
    assertEquals(List.of(), fetch(1));
    try (Parking parking = other().openParking()) {
      broker().giveBack(List.of(back));

      assertEquals(Optional.of(queue()), parking.park(List.of(queue()), 2000));
    }
  }

  @Test
  default void nudgeEndsARunningParkOrTheNextOne() throws Exception {
    try (Parking parking = broker().openParking()) {
      parking.nudge();
      long start = System.nanoTime();
      assertEquals(Optional.empty(), parking.park(List.of(queue()), 5000));

      CompletableFuture<Optional<Address>> parked = parkAsync(parking);
      parking.nudge();
      assertEquals(Optional.empty(), parked.get(4, TimeUnit.SECONDS));
      assertTrue(System.nanoTime() - start < TimeUnit.SECONDS.toNanos(4));
    }
  }

  @Test
  default void handedBackTokenWakesAnother() throws WireException {
    try (Parking mine = broker().openParking();
        Parking theirs = other().openParking()) {
      sendAll("a");
      Address taken = mine.park(List.of(queue()), 2000).orElseThrow();
      assertEquals(Optional.empty(), parkBriefly(theirs));

      mine.handBack(taken);

      assertEquals(Optional.of(queue()), theirs.park(List.of(queue()), 2000));
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
        parking.park(List.of(queue(), second), 2000).ifPresent(woken::add);
      }
    }

    assertEquals(Set.of(queue(), second), woken);
  }

  @Test
  default void newEarliestDueMessageWakesAParkedConsumer() throws WireException {
    assertEquals(List.of(), fetch(1));
    text("later").delay(60_000).send();
    try (Parking parking = broker().openParking()) {
      assertEquals(Optional.of(queue()), parking.park(List.of(queue()), 2000));
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
            .get(4, TimeUnit.SECONDS));
  }
}
