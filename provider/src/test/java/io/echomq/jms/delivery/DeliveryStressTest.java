package io.echomq.jms.delivery;

import static io.echomq.jms.delivery.DeliveryFixture.text;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.WireException;
import io.echomq.jms.wire.fake.FakeClock;
import io.echomq.jms.wire.fake.FakeServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many threads at once; every message must come, once, without help of the beat. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class DeliveryStressTest {
  private static final int MESSAGES = 2000;

  private final Map<String, Integer> seen = new ConcurrentHashMap<>();

  private void handle(DeliveryFixture fixture, Delivery delivery) {
    try {
      fixture.ack(delivery);
    } catch (WireException failure) {
      throw new IllegalStateException(failure);
    }
    seen.merge(text(delivery), 1, Integer::sum);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "stress");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Test
  void twoConnectionsWithReceiversAndListenersGetEverythingOnce() throws Exception {
    FakeServer server = new FakeServer(FakeClock.running());
    try (DeliveryFixture one = new DeliveryFixture(server, DeliveryFixture.CALM);
        DeliveryFixture two = new DeliveryFixture(server, DeliveryFixture.CALM);
        Dispatcher first = new Dispatcher(one.hub, "d1");
        Dispatcher second = new Dispatcher(two.hub, "d2")) {
      first.add(one.feed(), delivery -> handle(one, delivery));
      first.add(one.feed(), delivery -> handle(one, delivery));
      second.add(two.feed(), delivery -> handle(two, delivery));
      AtomicBoolean over = new AtomicBoolean();
      List<Thread> receivers = new ArrayList<>();
      for (DeliveryFixture fixture : List.of(one, two)) {
        receivers.add(daemon(() -> receiveUntil(over, fixture)));
        receivers.add(daemon(() -> reopenUntil(over, fixture)));
      }
      List<CompletableFuture<Void>> senders = new ArrayList<>();
      for (int s = 0; s < 2; s++) {
        String name = "s" + s + "-";
        senders.add(CompletableFuture.runAsync(() -> sendMany(one, name)));
      }
      for (CompletableFuture<Void> sender : senders) {
        sender.get(30, TimeUnit.SECONDS);
      }

      await().atMost(60, TimeUnit.SECONDS).until(() -> seen.size() == 2 * MESSAGES);
      over.set(true);
      for (Thread receiver : receivers) {
        receiver.join(5000);
      }
    }
    assertEquals(2 * MESSAGES, seen.values().stream().mapToInt(Integer::intValue).sum());
  }

  private void sendMany(DeliveryFixture fixture, String name) {
    try {
      for (int i = 0; i < MESSAGES; i++) {
        fixture.send(name + i);
        if (i % 7 == 0) {
          // Lets the consumers run dry and park.
          Thread.yield();
        }
      }
    } catch (WireException failure) {
      throw new IllegalStateException(failure);
    }
  }

  private void receiveUntil(AtomicBoolean over, DeliveryFixture fixture) {
    Feed feed = fixture.feed();
    receive(over, fixture, feed, 3);
  }

  /** Closes its feed after each few messages: wake-ups and buffers must go to others. */
  private void reopenUntil(AtomicBoolean over, DeliveryFixture fixture) {
    while (!over.get()) {
      try (Feed feed = fixture.feed()) {
        receive(new AtomicBoolean(true), fixture, feed, 2);
      }
    }
  }

  private void receive(AtomicBoolean over, DeliveryFixture fixture, Feed feed, long timeout) {
    try {
      do {
        Delivery delivery = feed.next(timeout);
        if (delivery != null) {
          handle(fixture, delivery);
        }
      } while (!over.get());
    } catch (WireException | InterruptedException failure) {
      throw new IllegalStateException(failure);
    }
  }

  @Test
  void pingPongLosesNoWakeUp() throws Exception {
    try (DeliveryFixture fixture = new DeliveryFixture()) {
      var ping = DeliveryFixture.queue("ping");
      var pong = DeliveryFixture.queue("pong");
      Feed pings = fixture.feed(ping);
      Feed pongs = fixture.feed(pong);
      Thread echo =
          daemon(
              () -> {
                try {
                  for (int i = 0; i < 1000; i++) {
                    fixture.sendTo(pong, fixture.receive(pings, -1));
                  }
                } catch (WireException | InterruptedException failure) {
                  throw new IllegalStateException(failure);
                }
              });
      for (int i = 0; i < 1000; i++) {
        fixture.sendTo(ping, "m" + i);
        assertEquals("m" + i, fixture.receive(pongs, 20_000));
      }
      echo.join(5000);
    }
  }
}
