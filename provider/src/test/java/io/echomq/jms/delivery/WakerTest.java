package io.echomq.jms.delivery;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Fetched;
import io.echomq.jms.wire.Parking;
import io.echomq.jms.wire.fake.FakeFaults;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 180, unit = TimeUnit.SECONDS)
class WakerTest {

  @BeforeAll
  static void pollOften() {
    Awaitility.setDefaultPollInterval(5, TimeUnit.MILLISECONDS);
  }

  private static void awaitParked(DeliveryFixture fixture, int parks) {
    await().until(() -> fixture.server.faults().calls("park") >= parks);
  }

  @Test
  void foreignMessageWithoutATokenIsFoundOnTheBeat() throws Exception {
    try (DeliveryFixture fixture =
        new DeliveryFixture(new DeliverySettings(60_000, 50, 1000, 60_000, 10))) {
      CompletableFuture<String> waiting = fixture.receiveAsync(fixture.feed(), -1);
      awaitParked(fixture, 1);

      fixture.server.enqueueForeign(fixture.message("foreign").build());

      assertEquals("foreign", waiting.get(30, TimeUnit.SECONDS));
    }
  }

  @Test
  void delayedMessageComesInTimeAndNotBefore() throws Exception {
    try (DeliveryFixture fixture = new DeliveryFixture()) {
      CompletableFuture<Long> waiting =
          fixture.receiveAsync(fixture.feed(), -1).thenApply(text -> System.currentTimeMillis());
      awaitParked(fixture, 1);
      var message = fixture.message("later").delay(300).build();
      fixture.broker.send(message).await();

      // Well before the beat, which is the only other that would find it.
      long late = waiting.get(30, TimeUnit.SECONDS) - message.message().header().deliveryTime();

      assertTrue(late >= 0, late + " ms late");
    }
  }

  @Test
  void delayedMessageSentBeforeTheConsumerCameArrivesInTime() throws Exception {
    try (DeliveryFixture fixture = new DeliveryFixture()) {
      var message = fixture.message("later").delay(200).build();
      fixture.broker.send(message).await();

      assertEquals("later", fixture.receive(fixture.feed(), 10_000));

      long late = System.currentTimeMillis() - message.message().header().deliveryTime();
      assertTrue(late >= 0, late + " ms late");
    }
  }

  @Test
  void oneTokenWakesOneOfManyWaiters() throws Exception {
    try (DeliveryFixture fixture = new DeliveryFixture()) {
      List<CompletableFuture<String>> waiting = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        waiting.add(fixture.receiveAsync(fixture.feed(), -1));
      }
      FakeFaults faults = fixture.server.faults();
      await().until(() -> faults.calls("fetch") >= 20 && faults.calls("park") > 0);
      int fetches = faults.calls("fetch");

      fixture.send("a");

      CompletableFuture.anyOf(waiting.toArray(new CompletableFuture<?>[0]))
          .get(30, TimeUnit.SECONDS);
      // One for the message, one for the question whether there is more.
      await().during(50, TimeUnit.MILLISECONDS).until(() -> faults.calls("fetch") <= fetches + 2);
    }
  }

  @Test
  void tokensWakeAsManyAsThereAreMessages() throws Exception {
    try (DeliveryFixture fixture = new DeliveryFixture()) {
      List<CompletableFuture<String>> waiting = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        waiting.add(fixture.receiveAsync(fixture.feed(), -1));
      }
      awaitParked(fixture, 1);
      for (int i = 0; i < 10; i++) {
        fixture.send("m" + i);
      }

      CompletableFuture.allOf(waiting.toArray(new CompletableFuture<?>[0]))
          .get(30, TimeUnit.SECONDS);
    }
  }

  @Test
  void tokenOfAWaiterThatClosedWakesAnotherProcess() throws Exception {
    try (DeliveryFixture fixture = new DeliveryFixture();
        Parking elsewhere = fixture.server.connect(null).openParking()) {
      Feed feed = fixture.feed();
      Feed sleeper = fixture.feed(DeliveryFixture.queue("quiet"));
      fixture.receiveAsync(sleeper, -1);
      CompletableFuture<String> waiting = fixture.receiveAsync(feed, -1);
      await().until(() -> fixture.server.faults().calls("fetch") >= 2);
      awaitParked(fixture, 1);
      // The waker still parks on the queue when its only waiter leaves.
      feed.close();
      assertNull(waiting.get(30, TimeUnit.SECONDS));

      fixture.send("a");

      assertTrue(elsewhere.park(List.of(fixture.queue), 5000).isPresent());
    }
  }

  @Test
  void selectiveWaiterPassesTheTokenOnToThePlainOne() throws Exception {
    try (DeliveryFixture fixture = new DeliveryFixture()) {
      CompletableFuture<String> selective = fixture.receiveAsync(fixture.selectiveFeed("x"), -1);
      awaitParked(fixture, 1);
      CompletableFuture<String> plain = fixture.receiveAsync(fixture.feed(), -1);
      await().until(() -> fixture.server.faults().calls("fetch") >= 2);

      fixture.send("a1");

      assertEquals("a1", plain.get(30, TimeUnit.SECONDS));
      assertFalse(selective.isDone());
      fixture.send("x1");
      assertEquals("x1", selective.get(30, TimeUnit.SECONDS));
    }
  }

  @Test
  void tokenThatNoSelectiveWaiterCanUseGoesBackAndIsNotFoughtFor() throws Exception {
    try (DeliveryFixture fixture = new DeliveryFixture()) {
      fixture.receiveAsync(fixture.selectiveFeed("x"), -1);
      fixture.receiveAsync(fixture.selectiveFeed("y"), -1);
      awaitParked(fixture, 1);
      FakeFaults faults = fixture.server.faults();

      long begun = System.nanoTime();
      fixture.send("a1");

      // Once more when the waker was parked already as the token came back, and after pauses of 2,
      // 4, 8 ms and so on: the slower the machine, the more of them there was time for.
      await().until(() -> faults.calls("handBack") >= 1);
      await()
          .pollDelay(80, TimeUnit.MILLISECONDS)
          .until(() -> fixture.server.tokens(fixture.queue) == 1);
      long handedBack = faults.calls("handBack");
      long fetched = faults.calls("fetch");
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
      int pauses = Long.SIZE - Long.numberOfLeadingZeros(millis / 2 + 1);
      assertTrue(handedBack <= 2 + pauses, handedBack + " times handed back in " + millis);
      assertTrue(fetched <= 2 * (3 + pauses), fetched + " times fetched in " + millis);
    }
  }

  @Test
  void laterQueuesDoNotStarve() throws Exception {
    try (DeliveryFixture fixture = new DeliveryFixture()) {
      List<CompletableFuture<String>> waiting = new ArrayList<>();
      List<Address> queues = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        Address queue = DeliveryFixture.queue("q" + i);
        queues.add(queue);
        waiting.add(fixture.receiveAsync(fixture.feed(queue), -1));
      }
      for (Address queue : queues) {
        fixture.sendTo(queue, queue.base());
      }

      for (int i = 0; i < 20; i++) {
        assertEquals("q" + i, waiting.get(i).get(30, TimeUnit.SECONDS));
      }
    }
  }

  @Test
  void twoHundredParkedConsumersAreQuiet() throws Exception {
    try (DeliveryFixture fixture =
        new DeliveryFixture(new DeliverySettings(60_000, 100, 1000, 60_000, 10))) {
      for (int i = 0; i < 200; i++) {
        fixture.receiveAsync(fixture.feed(DeliveryFixture.queue("q" + i % 50)), -1);
      }
      FakeFaults faults = fixture.server.faults();
      await().until(() -> faults.calls("fetch") >= 200 && faults.calls("tend") >= 2);
      int fetches = faults.calls("fetch");
      int tends = faults.calls("tend");
      int parks = faults.calls("park");

      await().until(() -> faults.calls("tend") >= tends + 5);

      assertTrue(faults.calls("fetch") == fetches, "fetched while nothing was there");
      int more = faults.calls("park") - parks;
      assertTrue(more <= 8, "parked " + more + " times in five beats");
    }
  }

  @Test
  void sourceThatWakesByItselfIsNotWaitedForAtTheServer() throws Exception {
    try (DeliveryFixture fixture = new DeliveryFixture()) {
      SelfWaking source = new SelfWaking(Address.topic("prices"), new AtomicInteger());
      Feed feed = fixture.hub.openFeed(source);
      fixture.receiveAsync(feed, -1);
      await().until(() -> source.fetches.get() >= 1);
      int before = source.fetches.get();

      source.wake.run();

      await().until(() -> source.fetches.get() > before);
      FakeFaults faults = fixture.server.faults();
      assertEquals(0, faults.calls("park") + faults.calls("tend"));
      feed.close();
      assertTrue(source.closed);
    }
  }

  private static final class SelfWaking implements Source {
    private final Address address;
    private final AtomicInteger fetches;
    private volatile Runnable wake;
    private volatile boolean closed;

    SelfWaking(Address address, AtomicInteger fetches) {
      this.address = address;
      this.fetches = fetches;
    }

    @Override
    public Address address() {
      return address;
    }

    @Override
    public boolean selective() {
      return false;
    }

    @Override
    public boolean onReady(Runnable listener) {
      wake = listener;
      return true;
    }

    @Override
    public Fetched fetch(int max, long patienceMillis) {
      fetches.incrementAndGet();
      return Fetched.NOTHING;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @Test
  void busyQueuesAreTendedToo() throws Exception {
    try (DeliveryFixture fixture =
        new DeliveryFixture(new DeliverySettings(60_000, 20, 1000, 60_000, 10))) {
      fixture.feed();

      await().until(() -> fixture.server.faults().calls("tend") >= 2);
      assertEquals(0, fixture.server.faults().calls("park"));
    }
  }
}
