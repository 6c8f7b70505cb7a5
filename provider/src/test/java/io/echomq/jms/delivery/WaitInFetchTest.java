package io.echomq.jms.delivery;

import static io.echomq.jms.delivery.DeliveryFixture.text;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Fetch;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import io.echomq.jms.wire.fake.FakeFaults;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One consumer whose messages come one by one waits at the server within its fetch. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class WaitInFetchTest {
  private final DeliveryFixture fixture = new DeliveryFixture();
  private final FakeFaults faults = fixture.server.faults();
  private final Feed feed = fixture.feed();

  WaitInFetchTest() throws WireException {}

  @AfterEach
  void close() {
    fixture.close();
  }

  /** One after the other, until the next is waited for in the fetch: it learns how they come. */
  private CompletableFuture<String> waitInFetch() throws Exception {
    for (int i = 0; i < 100; i++) {
      CompletableFuture<String> waiting = fixture.receiveAsync(feed, -1);
      await().until(() -> isAnyThreadIn("park"));
      if (isParkedInFetch()) {
        return waiting;
      }
      fixture.send("warm");
      assertEquals("warm", waiting.get(30, TimeUnit.SECONDS));
    }
    throw new AssertionError("never waits in its fetch");
  }

  private static boolean isParkedInFetch() {
    return isAnyThreadIn("parkAndFetch");
  }

  private static boolean isAnyThreadIn(String method) {
    return Thread.getAllStackTraces().values().stream()
        .anyMatch(
            stack -> {
              boolean waits = stack.length > 0 && stack[0].getMethodName().startsWith("wait");
              for (StackTraceElement frame : stack) {
                if (waits && frame.getMethodName().equals(method)) {
                  return true;
                }
              }
              return false;
            });
  }

  @Test
  void theMessageComesWithoutAnotherFetch() throws Exception {
    CompletableFuture<String> waiting = waitInFetch();
    int fetches = faults.calls("fetch");

    fixture.send("a");

    assertEquals("a", waiting.get(30, TimeUnit.SECONDS));
    assertEquals(fetches + 1, faults.calls("fetch"), "the one within the wait");
  }

  @Test
  void closeEndsIt() throws Exception {
    CompletableFuture<String> waiting = waitInFetch();

    feed.close();

    assertNull(waiting.get(30, TimeUnit.SECONDS));
  }

  @Test
  void whatComesWhileItIsClosedGoesBackUncounted() throws Exception {
    CompletableFuture<String> waiting = waitInFetch();
    CountDownLatch closing = new CountDownLatch(1);
    faults.before(
        "fetch",
        () -> {
          faults.before("fetch", null);
          Thread closer = new Thread(feed::close, "closer");
          closer.start();
          closing.countDown();
          await().until(feed::isClosed);
        });

    fixture.send("a");

    assertTrue(closing.await(5, TimeUnit.SECONDS));
    assertNull(waiting.get(30, TimeUnit.SECONDS));
    Delivery again = fixture.feed().next(5000);
    assertEquals("a", text(again));
    assertEquals(1, again.count());
  }

  @Test
  void stopEndsItAndStartGoesOn() throws Exception {
    CompletableFuture<String> waiting = waitInFetch();

    fixture.hub.stop();
    fixture.send("a");
    assertEquals("a", text(fetchedByAnother()));
    assertFalse(waiting.isDone());

    fixture.hub.start();
    fixture.send("b");
    assertEquals("b", waiting.get(30, TimeUnit.SECONDS));
  }

  @Test
  void whatComesWhileTheConnectionIsStoppedGoesBackAtOnce() throws Exception {
    CompletableFuture<String> waiting = waitInFetch();
    faults.before(
        "fetch",
        () -> {
          faults.before("fetch", null);
          new Thread(fixture.hub::stop, "stopper").start();
          await().until(() -> !fixture.hub.isStarted());
        });
    int fetches = faults.calls("fetch");

    fixture.send("a");
    await().until(() -> faults.calls("fetch") > fetches && !fixture.hub.isStarted());

    Delivery again = fetchedByAnother();
    assertEquals("a", text(again));
    assertEquals(1, again.count());
    assertFalse(waiting.isDone());
  }

  /** What the ended wait has fetched comes back only then. */
  private Delivery fetchedByAnother() throws WireException {
    Broker other = fixture.server.connect(null);
    List<Delivery> got = new ArrayList<>();
    Fetch one = new Fetch(fixture.queue, null, "s9", 1, 60_000, 10);
    await().until(() -> got.addAll(other.fetch(one).deliveries()));
    return got.get(0);
  }

  @Test
  void drainDoesNotWaitForAMessage() throws Exception {
    CompletableFuture<String> waiting = waitInFetch();

    assertEquals(List.of(), CompletableFuture.supplyAsync(feed::drain).get(30, TimeUnit.SECONDS));

    fixture.send("a");
    assertEquals("a", waiting.get(30, TimeUnit.SECONDS));
  }

  @Test
  void anotherConsumerThatWaitsGetsItsMessageToo() throws Exception {
    CompletableFuture<String> waiting = waitInFetch();
    var other = DeliveryFixture.queue("other");
    int fetches = faults.calls("fetch");
    CompletableFuture<String> beside = fixture.receiveAsync(fixture.feed(other), -1);
    // Its own, and the one within the wait that it ends.
    await().until(() -> faults.calls("fetch") >= fetches + 2);

    fixture.sendTo(other, "b");
    assertEquals("b", beside.get(30, TimeUnit.SECONDS));

    fixture.send("a");
    assertEquals("a", waiting.get(30, TimeUnit.SECONDS));
  }

  @Test
  void interruptingEndsIt() throws Exception {
    CompletableFuture<String> waiting = waitInFetch();

    Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("receiver"))
        .forEach(Thread::interrupt);

    ExecutionException ended =
        assertThrows(ExecutionException.class, () -> waiting.get(30, TimeUnit.SECONDS));
    assertInstanceOf(InterruptedException.class, ended.getCause());
  }

  @Test
  void aServerThatWasAwayIsWaitedFor() throws Exception {
    CompletableFuture<String> waiting = waitInFetch();

    fixture.server.down();
    await().until(() -> !isAnyThreadIn("parkAndFetch"));
    fixture.server.up(false);
    fixture.send("a");

    assertEquals("a", waiting.get(30, TimeUnit.SECONDS));
  }

  @Test
  void aWaitThatIsRefusedIsNotTakenForARefusedFetch() throws Exception {
    CompletableFuture<String> waiting = waitInFetch();
    faults.failNext("parkAndFetch", WireError.SERVER);
    fixture.send("a");
    assertEquals("a", waiting.get(30, TimeUnit.SECONDS));
    CompletableFuture<String> next = fixture.receiveAsync(feed, -1);
    await().until(() -> isAnyThreadIn("park"));

    fixture.send("b");

    assertEquals("b", next.get(30, TimeUnit.SECONDS));
  }

  @Test
  void aListenerThatWaitsInItsFetchCanBePausedRemovedAndClosed() throws Exception {
    List<String> handled = new CopyOnWriteArrayList<>();
    try (Dispatcher dispatcher = new Dispatcher(fixture.hub, "emq-test-deliver")) {
      dispatcher.add(
          feed,
          delivery -> {
            try {
              fixture.ack(delivery);
            } catch (WireException failure) {
              throw new IllegalStateException(failure);
            }
            handled.add(text(delivery));
          });
      int sent = 0;
      await().until(() -> isAnyThreadIn("park"));
      while (!isParkedInFetch()) {
        assertTrue(sent < 100, "never waits in its fetch");
        fixture.send("m" + ++sent);
        int count = sent;
        await().until(() -> handled.size() == count && isAnyThreadIn("park"));
      }
      int before = sent;

      dispatcher.pause();
      fixture.send("kept");
      assertEquals(before, handled.size());
      dispatcher.resume();
      await().until(() -> handled.size() == before + 1 && isAnyThreadIn("park"));

      dispatcher.remove(feed);
      fixture.send("mine");
      assertEquals("mine", fixture.receive(feed, 5000));
      assertEquals(before + 1, handled.size());
    }
  }
}
