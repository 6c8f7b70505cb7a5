package io.echomq.jms.delivery;

import static io.echomq.jms.delivery.DeliveryFixture.text;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import io.echomq.jms.wire.fake.FakeFaults;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nothing later overtakes messages that are on their way back, however long that takes. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class ReturnOrderTest {
  private static final DeliverySettings SHORT_HOLD =
      new DeliverySettings(60_000, 20_000, 1000, 60, 10);

  /** A feed whose buffer holds b and c. */
  private static Feed buffered(DeliveryFixture fixture) throws Exception {
    Feed feed = fixture.feed();
    fixture.warmUp(feed);
    fill(fixture, feed);
    return feed;
  }

  /** The buffer of a warm feed holds b and c. */
  private static void fill(DeliveryFixture fixture, Feed feed) throws Exception {
    fixture.send("a", "b", "c");
    fixture.ack(feed.next(0));
  }

  private static List<String> drain(DeliveryFixture fixture, Feed feed) throws Exception {
    List<String> got = new ArrayList<>();
    for (String next = fixture.receive(feed, 0); next != null; next = fixture.receive(feed, 0)) {
      got.add(next);
    }
    return got;
  }

  @Test
  void aFetchWaitsForWhatTheHousekeeperIsGivingBackAtLast() throws Exception {
    try (DeliveryFixture fixture = new DeliveryFixture(SHORT_HOLD)) {
      Feed feed = fixture.feed();
      fixture.warmUp(feed);
      FakeFaults faults = fixture.server.faults();
      CountDownLatch returning = new CountDownLatch(1);
      CountDownLatch goOn = new CountDownLatch(1);
      AtomicInteger calls = new AtomicInteger();
      faults.before(
          "giveBack",
          () -> {
            if (calls.incrementAndGet() == 2) {
              returning.countDown();
              awaitQuietly(goOn);
            }
          });
      faults.failNext("giveBack", WireError.UNAVAILABLE);
      fill(fixture, feed);
      awaitQuietly(returning);
      fixture.send("d");
      List<String> got = new ArrayList<>();
      Thread receiver =
          new Thread(
              () -> {
                try {
                  got.add(fixture.receive(feed, 5000));
                } catch (WireException | InterruptedException failed) {
                  got.add(failed.toString());
                }
              });
      receiver.start();
      await().until(() -> receiver.getState() != Thread.State.RUNNABLE);
      goOn.countDown();
      receiver.join();

      got.addAll(drain(fixture, feed));
      assertEquals(List.of("b", "c", "d"), got);
    }
  }

  @Test
  void aFetchDoesNotGoBeforeWhatStillCannotBeGivenBack() throws Exception {
    try (DeliveryFixture fixture = new DeliveryFixture()) {
      Feed closing = buffered(fixture);
      fixture.send("d");
      fixture.server.faults().failNext("giveBack", WireError.UNAVAILABLE);
      fixture.server.faults().failNext("giveBack", WireError.UNAVAILABLE);
      closing.close();
      Feed next = fixture.feed();

      assertNull(fixture.receive(next, 0), "b and c are still owed");
      assertEquals(List.of("b", "c", "d"), drain(fixture, next));
    }
  }

  @Test
  void whatARollbackCouldNotGiveBackComesBeforeWhatIsLater() throws Exception {
    try (DeliveryFixture fixture = new DeliveryFixture()) {
      fixture.send("a", "b");
      Feed feed = fixture.feed();
      Delivery first = feed.next(0);
      List<GiveBack> back = List.of(new GiveBack(first, GiveBack.Verdict.AGAIN, 0, null));
      fixture.server.faults().failNext("giveBack", WireError.UNAVAILABLE);
      assertThrows(WireException.class, () -> fixture.hub.giveBack(back));
      fixture.hub.leases().settled(first.token());

      Delivery again = feed.next(0);

      assertEquals("a", text(again));
      assertEquals(2, again.count());
    }
  }

  @Test
  void aFailureThatWaitingDoesNotHealKeepsNobodyFromFetching() throws Exception {
    try (DeliveryFixture fixture = new DeliveryFixture()) {
      Feed closing = buffered(fixture);
      fixture.send("d");
      fixture.server.faults().failNext("giveBack", WireError.UNAVAILABLE);
      fixture.server.faults().failNext("giveBack", WireError.SERVER);
      closing.close();

      assertNotNull(fixture.receive(fixture.feed(), 0), "what was in the buffer is left to lapse");
    }
  }

  @Test
  void whatIsOwedToOneQueueKeepsNobodyFromAnother() throws Exception {
    try (DeliveryFixture fixture = new DeliveryFixture()) {
      fixture.sendTo(DeliveryFixture.queue("other"), "x");
      Feed closing = buffered(fixture);
      fixture.server.faults().failNext("giveBack", WireError.UNAVAILABLE);
      closing.close();
      int calls = fixture.server.faults().calls("giveBack");

      assertEquals("x", fixture.receive(fixture.feed(DeliveryFixture.queue("other")), 0));
      assertEquals(calls, fixture.server.faults().calls("giveBack"));
    }
  }

  @Test
  void aBlockedReceiveEndsOnlyWhenTheBufferIsBack() throws Exception {
    try (DeliveryFixture fixture = new DeliveryFixture()) {
      Feed feed = buffered(fixture);
      fixture.hub.stop();
      CompletableFuture<String> blocked = fixture.receiveAsync(feed, -1);
      AtomicBoolean tooEarly = new AtomicBoolean();
      fixture
          .server
          .faults()
          .before(
              "giveBack",
              () -> {
                try {
                  blocked.get(300, TimeUnit.MILLISECONDS);
                  tooEarly.set(true);
                } catch (Exception waitsAsItShould) {
                  tooEarly.set(false);
                }
              });
      feed.close();

      assertNull(blocked.get(30, TimeUnit.SECONDS));
      assertFalse(tooEarly.get());
    }
  }

  @Test
  void behindALapsedLeaseNothingIsHandedOut() throws Exception {
    try (DeliveryFixture fixture = new DeliveryFixture()) {
      LeaseKeeper leases = new LeaseKeeper(fixture.broker, 60_000, () -> {});
      FeedBuffer buffer = new FeedBuffer(leases);
      // As when the housekeeper extends while the consumer looks: one is late, the next is not.
      Delivery lapsed = delivery(fixture, "1", 1_000);
      Delivery extended = delivery(fixture, "2", 9_000);
      leases.hold(lapsed);
      leases.hold(extended);
      buffer.addAll(List.of(lapsed, extended), 0);

      assertNull(buffer.take(5_000));
      assertEquals(List.of(lapsed, extended), buffer.rejects().lapsed());
    }
  }

  private static Delivery delivery(DeliveryFixture fixture, String id, long until)
      throws WireException {
    LeaseToken token = new LeaseToken(fixture.queue, "", id, 1);
    return new Delivery(token, fixture.message(id).build().message(), 1, until);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await(5, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }
}
