package io.echomq.jms.delivery;

import static io.echomq.jms.delivery.DeliveryFixture.text;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 180, unit = TimeUnit.SECONDS)
class DispatcherTest {
  private final DeliveryFixture fixture = new DeliveryFixture();
  private final Dispatcher dispatcher = new Dispatcher(fixture.hub, "emq-test-deliver");
  private final List<String> handled = new CopyOnWriteArrayList<>();

  DispatcherTest() throws WireException {}

  @AfterEach
  void close() {
    dispatcher.close();
    fixture.close();
  }

  private void record(Delivery delivery) {
    try {
      fixture.ack(delivery);
    } catch (WireException failure) {
      throw new IllegalStateException(failure);
    }
    handled.add(text(delivery));
  }

  private void awaitHandled(int count) {
    await().until(() -> handled.size() >= count);
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      assertTrue(latch.await(5, TimeUnit.SECONDS));
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  @Test
  void handlersGetMessagesInOrderOnTheNamedThread() throws Exception {
    Set<String> threads = ConcurrentHashMap.newKeySet();
    dispatcher.add(
        fixture.feed(),
        delivery -> {
          threads.add(Thread.currentThread().getName());
          record(delivery);
        });
    send("a", "b", "c");
    awaitHandled(3);

    assertEquals(List.of("a", "b", "c"), handled);
    assertEquals(Set.of("emq-test-deliver"), threads);
  }

  private void send(String... texts) {
    try {
      fixture.send(texts);
    } catch (WireException failure) {
      throw new IllegalStateException(failure);
    }
  }

  @Test
  void feedsOfOneDispatcherAreServedInTurn() throws Exception {
    Address second = DeliveryFixture.queue("second");
    for (int i = 0; i < 10; i++) {
      send("a" + i);
      fixture.sendTo(second, "b" + i);
    }
    dispatcher.pause();
    dispatcher.add(fixture.feed(), this::record);
    dispatcher.add(fixture.feed(second), this::record);
    dispatcher.resume();
    awaitHandled(20);

    long early = handled.subList(0, 10).stream().filter(text -> text.startsWith("b")).count();
    assertTrue(early >= 4 && early <= 6, handled.toString());
  }

  @Test
  void idleFeedIsServedWhileAnotherIsBusy() throws Exception {
    Address second = DeliveryFixture.queue("second");
    CountDownLatch gotSecond = new CountDownLatch(1);
    dispatcher.add(
        fixture.feed(),
        delivery -> {
          record(delivery);
          if (gotSecond.getCount() > 0) {
            send("again");
          }
        });
    dispatcher.add(
        fixture.feed(second),
        delivery -> {
          record(delivery);
          gotSecond.countDown();
        });
    send("first");
    awaitHandled(5);

    fixture.sendTo(second, "b");

    awaitLatch(gotSecond);
  }

  @Test
  void handlerMayCloseItsFeed() throws Exception {
    AtomicReference<Feed> feed = new AtomicReference<>(fixture.feed());
    dispatcher.add(
        feed.get(),
        delivery -> {
          dispatcher.remove(feed.get());
          feed.get().close();
          record(delivery);
        });
    send("a", "b");
    awaitHandled(1);

    await().until(() -> fixture.server.pending(fixture.queue) == 1);
    assertEquals(List.of("a"), handled);
  }

  @Test
  void handlerMayCloseDispatcherAndHub() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    dispatcher.add(
        fixture.feed(),
        delivery -> {
          record(delivery);
          dispatcher.close();
          fixture.hub.close();
          closed.countDown();
        });
    send("a");

    awaitLatch(closed);
  }

  @Test
  void pauseStopAndRemoveWaitForTheRunningHandler() throws Exception {
    Feed feed = fixture.feed();
    assertWaitsForHandler(feed, dispatcher::pause);
    dispatcher.resume();
    assertWaitsForHandler(feed, fixture.hub::stop);
    fixture.hub.start();
    assertWaitsForHandler(feed, () -> dispatcher.remove(feed));
    assertWaitsForHandler(feed, dispatcher::close);
  }

  private void assertWaitsForHandler(Feed feed, Runnable action) throws WireException {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    dispatcher.remove(feed);
    dispatcher.add(
        feed,
        delivery -> {
          inside.countDown();
          awaitLatch(goOn);
          record(delivery);
        });
    send("m");
    awaitLatch(inside);
    int before = handled.size();
    CompletableFuture<Integer> sizeAfter =
        CompletableFuture.supplyAsync(
            () -> {
              action.run();
              return handled.size();
            });
    await().during(30, TimeUnit.MILLISECONDS).until(() -> !sizeAfter.isDone());
    goOn.countDown();
    assertEquals(before + 1, sizeAfter.join());
  }

  @Test
  void pausedDispatcherHandlesNothingUntilResumed() throws Exception {
    dispatcher.add(fixture.feed(), this::record);
    dispatcher.pause();
    send("a");
    await().during(50, TimeUnit.MILLISECONDS).until(handled::isEmpty);

    dispatcher.resume();

    awaitHandled(1);
  }

  @Test
  void throwingHandlerDoesNotEndTheThread() throws Exception {
    dispatcher.add(
        fixture.feed(),
        delivery -> {
          record(delivery);
          throw new IllegalStateException("expected by the test");
        });
    send("a", "b");

    awaitHandled(2);
  }

  @Test
  void interruptedHandlerDoesNotEndTheThread() throws Exception {
    dispatcher.add(
        fixture.feed(),
        delivery -> {
          record(delivery);
          Thread.currentThread().interrupt();
        });
    send("a");
    awaitHandled(1);
    send("b");

    awaitHandled(2);
  }

  @Test
  void feedWhoseDestinationIsGoneIsToldAndRemoved() throws Exception {
    AtomicReference<WireException> told = new AtomicReference<>();
    fixture.server.faults().failNext("fetch", WireError.DESTINATION_GONE);
    dispatcher.add(
        fixture.feed(),
        new Dispatcher.Handler() {
          @Override
          public void handle(Delivery delivery) {
            record(delivery);
          }

          @Override
          public void failed(WireException failure) {
            told.set(failure);
          }
        });

    await().until(() -> told.get() != null);
    send("a");
    assertEquals(WireError.DESTINATION_GONE, told.get().error());
    assertTrue(handled.isEmpty());
  }

  @Test
  void listenersComeAliveAfterAnOutage() throws Exception {
    dispatcher.add(fixture.feed(), this::record);
    fixture.server.down();
    fixture.server.up(true);
    send("a");

    awaitHandled(1);
  }

  @Test
  void longHandlerDoesNotEatWakeUpsOfItsOtherFeeds() throws Exception {
    Address second = DeliveryFixture.queue("second");
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    dispatcher.add(fixture.feed(second), this::record);
    dispatcher.add(
        fixture.feed(),
        delivery -> {
          inside.countDown();
          awaitLatch(goOn);
          record(delivery);
        });
    send("long");
    awaitLatch(inside);
    CompletableFuture<String> elsewhere = fixture.receiveAsync(fixture.feed(second), -1);

    fixture.sendTo(second, "b");

    assertEquals("b", elsewhere.get(30, TimeUnit.SECONDS));
    assertFalse(handled.contains("long"));
    goOn.countDown();
    awaitHandled(1);
    fixture.sendTo(second, "c");
    awaitHandled(2);
  }

  @Test
  void isDispatchThreadKnowsItsHandlers() throws Exception {
    List<Boolean> answers = new CopyOnWriteArrayList<>();
    dispatcher.add(
        fixture.feed(),
        delivery -> {
          answers.add(dispatcher.isDispatchThread());
          record(delivery);
        });
    send("a");
    awaitHandled(1);

    assertEquals(List.of(true), answers);
    assertFalse(dispatcher.isDispatchThread());
  }

  @Test
  void aFeedThatComesAfterTheCloseIsRefused() throws Exception {
    Feed feed = fixture.feed();
    dispatcher.close();

    WireException refused =
        assertThrows(WireException.class, () -> dispatcher.add(feed, this::record));

    assertEquals(WireError.CLOSED, refused.error());
    fixture.send("a");
    assertEquals("a", fixture.receive(feed, 0), "the feed itself goes on");
  }
}
