package io.echomq.jms.delivery;

import static io.echomq.jms.delivery.DeliveryFixture.text;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Fetch;
import io.echomq.jms.wire.Fetched;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 180, unit = TimeUnit.SECONDS)
class FeedTest {
  private final DeliveryFixture fixture = new DeliveryFixture();
  private final Feed feed = fixture.feed();

  FeedTest() throws WireException {}

  @AfterEach
  void close() {
    fixture.close();
  }

  /** Takes the first of three at once, so that two are buffered. */
  private Delivery takeFirstOfThreeBuffered() throws Exception {
    fixture.warmUp(feed);
    fixture.send("a", "b", "c");
    Delivery first = feed.next(0);
    assertEquals("a", text(first));
    assertEquals(3, fixture.server.active(fixture.queue), "a, and b and c in the buffer");
    return first;
  }

  @Test
  void messagesComeInOrder() throws Exception {
    List<String> sent = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      sent.add("m" + i);
      fixture.send("m" + i);
    }
    List<String> got = new ArrayList<>();
    for (String text = fixture.receive(feed, 0); text != null; text = fixture.receive(feed, 0)) {
      got.add(text);
    }

    assertEquals(sent, got);
    int fetches = fixture.server.faults().calls("fetch");
    assertTrue(fetches < 60, "batches must grow, took " + fetches + " fetches");
  }

  @Test
  void noWaitReturnsTheMessageTheFirstTime() throws Exception {
    fixture.send("a");

    assertEquals("a", fixture.receive(feed, 0));
    assertNull(feed.next(0));
  }

  @Test
  void noWaitDoesNotParkAtTheServer() throws Exception {
    for (int i = 0; i < 10; i++) {
      assertNull(feed.next(0));
    }

    assertEquals(10, fixture.server.faults().calls("fetch"));
    assertEquals(0, fixture.server.faults().calls("park"));
  }

  @Test
  void nextWaitsAboutAsLongAsAsked() throws Exception {
    long start = System.nanoTime();

    assertNull(feed.next(100));

    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    assertTrue(millis >= 100 && millis < 20_000, millis + " ms");
  }

  @Test
  void waitingConsumerIsWokenByASend() throws Exception {
    CompletableFuture<String> waiting = fixture.receiveAsync(feed, -1);
    await().until(() -> fixture.server.faults().calls("park") > 0);

    fixture.send("a");

    assertEquals("a", waiting.get(30, TimeUnit.SECONDS));
  }

  @Test
  void expiredMessageInTheBufferIsNeverHandedOut() throws Exception {
    fixture.warmUp(feed);
    fixture.send("a");
    fixture.message("b").ttl(5000).send();
    fixture.send("c");
    assertEquals("a", fixture.receive(feed, 0));
    assertEquals(2, fixture.server.active(fixture.queue));
    fixture.server.advance(6000);

    assertEquals("c", fixture.receive(feed, 0));
    assertEquals(0, fixture.server.active(fixture.queue), "b is completed, not left to lapse");
  }

  @Test
  void lapsedMessageInTheBufferIsNeverHandedOut() throws Exception {
    fixture.ack(takeFirstOfThreeBuffered());
    fixture.server.advance(DeliveryFixture.CALM.leaseMillis() + 1);

    Delivery next = feed.next(0);

    assertEquals("b", text(next));
    assertEquals(1, next.count(), "given back and fetched anew");
    assertTrue(next.leasedUntil() > fixture.server.now());
  }

  @Test
  void closeEndsABlockedNext() throws Exception {
    CompletableFuture<String> waiting = fixture.receiveAsync(feed, -1);
    await().until(() -> fixture.server.faults().calls("park") > 0);

    feed.close();

    assertNull(waiting.get(30, TimeUnit.SECONDS));
    feed.close();
    assertNull(feed.next(0));
  }

  @Test
  void closeGivesTheBufferBackUncountedAndInOrder() throws Exception {
    fixture.ack(takeFirstOfThreeBuffered());

    feed.close();

    Feed second = fixture.feed();
    Delivery b = second.next(0);
    Delivery c = second.next(0);
    assertEquals(List.of("b", "c"), List.of(text(b), text(c)));
    assertEquals(List.of(1, 1), List.of(b.count(), c.count()));
  }

  @Test
  void whatAFetchBringsAfterTheCloseGoesBack() throws Exception {
    fixture.send("a");
    CountDownLatch fetched = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    fixture
        .server
        .faults()
        .after(
            "fetch",
            () -> {
              fetched.countDown();
              awaitLatch(goOn);
            });
    CompletableFuture<String> receiving = fixture.receiveAsync(feed, -1);
    awaitLatch(fetched);
    fixture.server.faults().after("fetch", null);
    CompletableFuture<Void> closing = CompletableFuture.runAsync(feed::close);
    await().until(feed::isClosed);
    goOn.countDown();

    closing.get(30, TimeUnit.SECONDS);
    assertNull(receiving.get(30, TimeUnit.SECONDS));
    assertEquals(1, fixture.server.pending(fixture.queue));
    Delivery again = fixture.feed().next(0);
    assertEquals(1, again.count());
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      assertTrue(latch.await(5, TimeUnit.SECONDS));
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  @Test
  void unreadMessageIsTheNextOneAndNotRedelivered() throws Exception {
    Delivery first = takeFirstOfThreeBuffered();

    feed.unread(first);

    Delivery again = feed.next(0);
    assertEquals("a", text(again));
    assertEquals(1, again.count());
    assertEquals("b", text(feed.next(0)));
  }

  @Test
  void messageUnreadAfterTheCloseGoesBackUncounted() throws Exception {
    Delivery first = takeFirstOfThreeBuffered();
    feed.close();

    feed.unread(first);

    Delivery again = fixture.feed().next(0);
    assertEquals("a", text(again));
    assertEquals(1, again.count());
  }

  @Test
  void rollbackOfHandedAndBufferedKeepsOrderAndCounts() throws Exception {
    Delivery first = takeFirstOfThreeBuffered();
    List<GiveBack> back = new ArrayList<>();
    back.add(new GiveBack(first, GiveBack.Verdict.AGAIN, 0, null));
    feed.drain().forEach(buffered -> back.add(GiveBack.unseen(buffered)));
    fixture.broker.giveBack(back);
    back.forEach(one -> fixture.hub.leases().settled(one.delivery().token()));

    List<String> texts = new ArrayList<>();
    List<Integer> counts = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Delivery next = feed.next(0);
      texts.add(text(next));
      counts.add(next.count());
    }

    assertEquals(List.of("a", "b", "c"), texts);
    assertEquals(List.of(2, 1, 1), counts);
  }

  @Test
  void stoppedHubHandsOutNothingAndFetchesNothing() throws Exception {
    fixture.ack(takeFirstOfThreeBuffered());
    fixture.hub.stop();
    int fetches = fixture.server.faults().calls("fetch");

    assertNull(feed.next(0));
    assertNull(feed.next(50));

    assertEquals(fetches, fixture.server.faults().calls("fetch"));
    fixture.hub.start();
    assertEquals("b", fixture.receive(feed, 0));
  }

  @Test
  void nextThatWaitsWhileStoppedGoesOnAtTheStart() throws Exception {
    fixture.hub.stop();
    fixture.send("a");
    CompletableFuture<String> waiting = fixture.receiveAsync(feed, -1);

    fixture.hub.start();

    assertEquals("a", waiting.get(30, TimeUnit.SECONDS));
  }

  @Test
  void parkedConsumerSleepsThroughAStop() throws Exception {
    CompletableFuture<String> waiting = fixture.receiveAsync(feed, -1);
    await().until(() -> fixture.server.faults().calls("park") > 0);
    fixture.hub.stop();
    fixture.send("a");
    assertFalse(waiting.isDone());
    assertEquals(1, fixture.server.pending(fixture.queue));

    fixture.hub.start();

    assertEquals("a", waiting.get(30, TimeUnit.SECONDS));
  }

  @Test
  void interruptedNextThrowsAndTakesNothing() throws Exception {
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, () -> feed.next(-1));
    fixture.send("a");

    assertEquals("a", fixture.receive(feed, 0));
  }

  @Test
  void failureThatWaitingDoesNotHealIsThrown() {
    fixture.server.faults().failNext("fetch", WireError.DESTINATION_GONE);

    WireException failure = assertThrows(WireException.class, () -> feed.next(-1));

    assertEquals(WireError.DESTINATION_GONE, failure.error());
  }

  @Test
  void noWaitGoesOnWhileAScanIsUnfinished() throws Exception {
    fixture.send("a");
    AtomicInteger scans = new AtomicInteger();
    Source slowScan =
        new Source() {
          @Override
          public Address address() {
            return fixture.queue;
          }

          @Override
          public boolean selective() {
            return true;
          }

          @Override
          public Fetched fetch(int max, long patienceMillis) throws WireException {
            if (scans.incrementAndGet() < 4) {
              return new Fetched(List.of(), -1, true);
            }
            return fixture.broker.fetch(new Fetch(fixture.queue, null, "s1", max, 60_000, 10));
          }
        };

    assertEquals("a", fixture.receive(fixture.hub.openFeed(slowScan), 0));
  }

  @Test
  void waitingConsumerOutlivesAnOutage() throws Exception {
    CompletableFuture<String> waiting = fixture.receiveAsync(feed, -1);
    await().until(() -> fixture.server.faults().calls("park") > 0);
    fixture.server.down();
    int parks = fixture.server.faults().calls("park");
    await().until(() -> fixture.server.faults().calls("park") > parks + 1);
    fixture.server.up(true);

    fixture.send("a");

    assertEquals("a", waiting.get(30, TimeUnit.SECONDS));
  }

  @Test
  void nextDuringAnOutageWaitsForItsTimeOnly() throws Exception {
    fixture.server.down();

    assertNull(feed.next(0));
    assertNull(feed.next(60));
    int fetches = fixture.server.faults().calls("fetch");
    assertTrue(fetches < 8, "it must pause between tries, made " + fetches);
  }

  @Test
  void bufferOfACloseDuringAnOutageIsGivenBackWhenTheServerIsBack() throws Exception {
    fixture.ack(takeFirstOfThreeBuffered());
    fixture.server.down();
    feed.close();
    fixture.server.up(false);

    Feed second = fixture.feed();
    Delivery b = second.next(0);
    assertEquals("b", text(b));
    assertEquals(1, b.count());
  }
}
