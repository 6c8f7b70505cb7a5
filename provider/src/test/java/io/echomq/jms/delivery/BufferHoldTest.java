package io.echomq.jms.delivery;

import static io.echomq.jms.delivery.DeliveryFixture.text;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.jms.wire.Delivery;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Buffers that lie, and leases that are kept, by the housekeeping thread. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class BufferHoldTest {
  private static final DeliverySettings SHORT_HOLD =
      new DeliverySettings(60_000, 20_000, 1000, 60, 10);

  private static Feed warmFeed(DeliveryFixture fixture) throws Exception {
    Feed feed = fixture.feed();
    fixture.warmUp(feed);
    return feed;
  }

  @Test
  void bufferOfAConsumerThatStoppedReceivingGoesToAnother() throws Exception {
    try (DeliveryFixture fixture = new DeliveryFixture(SHORT_HOLD)) {
      Feed hoarder = warmFeed(fixture);
      fixture.send("a", "b", "c");
      Delivery first = hoarder.next(0);
      await().until(() -> fixture.server.pending(fixture.queue) == 2);

      Feed other = fixture.feed();
      Delivery b = other.next(0);
      assertEquals("b", text(b));
      assertEquals(1, b.count());
      assertEquals("a", text(first));
      assertEquals(1, fixture.server.pending(fixture.queue), "the other starts with credit 1");
    }
  }

  @Test
  void creditFallsToOneWithTheBuffer() throws Exception {
    try (DeliveryFixture fixture = new DeliveryFixture(SHORT_HOLD)) {
      Feed feed = warmFeed(fixture);
      fixture.send("a", "b", "c");
      fixture.ack(feed.next(0));
      await().until(() -> fixture.server.pending(fixture.queue) == 2);

      feed.next(0);

      assertEquals(1, fixture.server.pending(fixture.queue));
    }
  }

  @Test
  void nothingOvertakesMessagesThatAreOnTheirWayBack() throws Exception {
    try (DeliveryFixture fixture = new DeliveryFixture(SHORT_HOLD)) {
      Feed feed = warmFeed(fixture);
      fixture.send("a", "b", "c");
      CountDownLatch returning = new CountDownLatch(1);
      CountDownLatch goOn = new CountDownLatch(1);
      fixture
          .server
          .faults()
          .before(
              "giveBack",
              () -> {
                returning.countDown();
                awaitQuietly(goOn);
              });
      fixture.ack(feed.next(0));
      awaitQuietly(returning);
      fixture.send("d");
      var receiving = fixture.receiveAsync(feed, 5000);
      goOn.countDown();

      List<String> got = new ArrayList<>();
      got.add(receiving.get(30, TimeUnit.SECONDS));
      got.add(fixture.receive(feed, 0));
      got.add(fixture.receive(feed, 0));
      assertEquals(List.of("b", "c", "d"), got);
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await(5, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  @Test
  void bufferOfAStoppedHubIsGivenBackAfterTheHold() throws Exception {
    try (DeliveryFixture fixture = new DeliveryFixture(SHORT_HOLD)) {
      Feed feed = warmFeed(fixture);
      fixture.send("a", "b", "c");
      fixture.ack(feed.next(0));
      fixture.hub.stop();

      await().until(() -> fixture.server.pending(fixture.queue) == 2);
    }
  }

  @Test
  void messageInTheHandsOfTheApplicationIsKeptForManyLeases() throws Exception {
    DeliverySettings shortLease = new DeliverySettings(600, 50, 1000, 60_000, 10);
    try (DeliveryFixture fixture = new DeliveryFixture(shortLease)) {
      Feed feed = fixture.feed();
      Feed other = fixture.feed();
      fixture.send("a");
      Delivery held = feed.next(0);

      assertEquals(null, other.next(2_000));

      fixture.ack(held);
      assertEquals(0, fixture.server.active(fixture.queue));
    }
  }

  @Test
  void lossOfAHandedMessageIsTold() throws Exception {
    DeliverySettings shortLease = new DeliverySettings(120, 20_000, 1000, 60_000, 10);
    try (DeliveryFixture fixture = new DeliveryFixture(shortLease)) {
      List<String> lost = new ArrayList<>();
      CountDownLatch told = new CountDownLatch(1);
      fixture.hub.onLost(
          (from, messageId) -> {
            lost.add(messageId);
            told.countDown();
          });
      fixture.send("a");
      Delivery held = fixture.feed().next(0);
      fixture.server.steal(fixture.queue, held.token().id());

      awaitQuietly(told);
      assertEquals(List.of(held.message().header().messageId()), lost);
    }
  }
}
