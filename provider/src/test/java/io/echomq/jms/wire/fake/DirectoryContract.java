package io.echomq.jms.wire.fake;

import static io.echomq.jms.wire.fake.BrokerHarness.texts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Browse;
import io.echomq.jms.wire.BrowsePage;
import io.echomq.jms.wire.MintedId;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** Ids, names, temporary destinations, browsing. */
public interface DirectoryContract extends BrokerHarness {

  private static WireError error(Callable<?> call) {
    return assertThrows(WireException.class, call::call).error();
  }

  private List<String> browse(Address address, int max) throws WireException {
    List<String> seen = new ArrayList<>();
    String cursor = null;
    do {
      BrowsePage page = broker().browse(new Browse(address, null, cursor, max));
      assertTrue(page.messages().size() <= max);
      seen.addAll(texts(page.messages()));
      cursor = page.cursor();
    } while (cursor != null);
    return seen;
  }

  @Test
  default void mintedIdsRiseAndCarryTheirTime() throws WireException {
    long before = broker().now();
    MintedId first = broker().mintId(Address.Domain.QUEUE);
    MintedId second = broker().mintId(Address.Domain.QUEUE);
    MintedId record = broker().mintId(Address.Domain.TOPIC);

    assertTrue(first.id().startsWith("JOB") && first.id().length() == 14, first.id());
    assertTrue(record.id().startsWith("EVT"), record.id());
    assertTrue(first.id().compareTo(second.id()) < 0, first + " before " + second);
    assertTrue(first.millis() >= before - 1 && first.millis() <= second.millis());
  }

  @Test
  default void pingAndServerInfoAnswer() throws WireException {
    broker().ping();

    assertEquals("echomq:2.0.0", broker().server().protocol());
    assertNotEquals(broker().connectionId(), other().connectionId());
  }

  @Test
  default void clientIdBelongsToOneConnectionUntilItCloses() throws WireException {
    String clientId = "client-" + UUID.randomUUID();
    broker().takeClientId(clientId);

    assertEquals(
        WireError.CLIENT_ID_IN_USE,
        error(
            () -> {
              other().takeClientId(clientId);
              return null;
            }));

    broker().close();
    other().takeClientId(clientId);
  }

  @Test
  default void sendToATemporaryQueueWhoseOwnerIsGoneFails() throws WireException {
    Address temporary = other().createTemporary(Address.Domain.QUEUE);
    assertTrue(temporary.isTemporary() && temporary.isQueue(), temporary.name());
    OutgoingBuilder.text(broker(), temporary, "reply").send();

    other().close();

    assertEquals(
        WireError.DESTINATION_GONE,
        error(
            () -> {
              OutgoingBuilder.text(broker(), temporary, "late").send();
              return null;
            }));
  }

  @Test
  default void deletedTemporaryQueueIsGoneWithItsMessages() throws WireException {
    Address temporary = broker().createTemporary(Address.Domain.QUEUE);
    OutgoingBuilder.text(broker(), temporary, "reply").send();

    broker().deleteTemporary(temporary);

    assertEquals(WireError.DESTINATION_GONE, error(() -> browse(temporary, 10)));
    assertEquals(
        WireError.DESTINATION_GONE,
        error(
            () -> {
              OutgoingBuilder.text(broker(), temporary, "late").send();
              return null;
            }));
  }

  @Test
  default void browseShowsTheOrderOfConsumptionInPagesAndTakesNothing() throws WireException {
    sendAll("a", "b", "c", "d");
    text("first").priority(9).send();

    assertEquals(List.of("first", "a", "b", "c", "d"), browse(queue(), 2));
    assertEquals(List.of("first", "a", "b", "c", "d"), texts(fetch(10)));
    assertEquals(List.of(), browse(queue(), 2));
  }

  @Test
  default void browseShowsNeitherDelayedNorExpiredMessages() throws WireException {
    text("later").delay(60_000).send();
    text("short").ttl(40).send();
    sendAll("now");
    elapse(50);

    assertEquals(List.of("now"), browse(queue(), 10));
  }

  @Test
  default void viewsShowTheScheduleAndTheActive() throws WireException {
    sendAll("a");
    text("later").delay(60_000).send();
    fetch(1);

    assertEquals(List.of("later"), browse(Address.queue(queue().base() + "/schedule"), 10));
    assertEquals(List.of("a"), browse(Address.queue(queue().base() + "/active"), 10));
  }

  @Test
  default void closedBrokerRefusesAndClosesTwice() {
    broker().close();
    broker().close();

    assertEquals(WireError.CLOSED, error(() -> fetch(1)));
  }
}
