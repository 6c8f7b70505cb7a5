package io.echomq.jms.delivery;

import static io.echomq.jms.delivery.DeliveryFixture.text;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.config.Options;
import io.echomq.jms.valkey.ValkeyConnector;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.WireException;
import io.echomq.jms.wire.fake.OutgoingBuilder;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Delivery over a real server. */
@WithServer
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class DeliveryHubIT {
  private final TestServer server;
  private final List<AutoCloseable> open = new ArrayList<>();
  private Broker broker;
  private DeliveryHub hub;
  private Address queue;

  DeliveryHubIT(TestServer server) {
    this.server = server;
  }

  @BeforeEach
  void connect() throws WireException {
    queue = Address.queue("it." + UUID.randomUUID());
    broker = newBroker();
    hub = newHub(broker);
  }

  private Broker newBroker() throws WireException {
    Broker made = new ValkeyConnector(Options.parse(server.uri())).connect(null);
    open.add(0, made);
    return made;
  }

  private DeliveryHub newHub(Broker over) {
    DeliveryHub made = new DeliveryHub(over, DeliverySettings.DEFAULT, "emq-it");
    made.start();
    open.add(0, made);
    return made;
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable one : open) {
      one.close();
    }
  }

  private void send(int count) throws WireException {
    Reply<Void> last = Reply.of(null);
    for (int i = 0; i < count; i++) {
      last = broker.send(OutgoingBuilder.text(broker, queue, "m" + i).build());
    }
    last.await();
  }

  private void ack(DeliveryHub by, Broker over, Delivery delivery) {
    List<LeaseToken> token = List.of(delivery.token());
    by.leases().settled(token);
    over.complete(token);
  }

  @Test
  void twoSlowConsumersShareTwentyWaitingMessages() throws Exception {
    send(20);
    AtomicInteger[] got = {new AtomicInteger(), new AtomicInteger()};
    for (AtomicInteger count : got) {
      Broker over = newBroker();
      DeliveryHub by = newHub(over);
      Dispatcher dispatcher = new Dispatcher(by, "emq-it-deliver");
      dispatcher.add(
          by.openFeed(queue, null, "s1"),
          delivery -> {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            ack(by, over, delivery);
            count.incrementAndGet();
          });
    }

    await().atMost(20, TimeUnit.SECONDS).until(() -> got[0].get() + got[1].get() == 20);
    assertTrue(got[0].get() >= 8 && got[0].get() <= 12, got[0] + " and " + got[1]);
  }

  @Test
  void drainOfTenThousandIsFastAndInOrder() throws Exception {
    send(10_000);
    Feed feed = hub.openFeed(queue, null, "s1");
    long start = System.nanoTime();
    for (int i = 0; i < 10_000; i++) {
      Delivery delivery = feed.next(5000);
      assertEquals("m" + i, text(delivery));
      ack(hub, broker, delivery);
    }

    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    assertTrue(millis < 20_000, millis + " ms");
  }

  @Test
  void parkedListenerIsWokenSoonerThanTheBeat() throws Exception {
    List<Long> micros = new CopyOnWriteArrayList<>();
    CountDownLatch all = new CountDownLatch(100);
    try (Dispatcher dispatcher = new Dispatcher(hub, "emq-it-deliver")) {
      AtomicInteger seen = new AtomicInteger();
      long[] sentAt = new long[1];
      dispatcher.add(
          hub.openFeed(queue, null, "s1"),
          delivery -> {
            micros.add((System.nanoTime() - sentAt[0]) / 1000);
            ack(hub, broker, delivery);
            seen.incrementAndGet();
            all.countDown();
          });
      for (int i = 1; i <= 100; i++) {
        sentAt[0] = System.nanoTime();
        send(1);
        int expected = i;
        await().pollInterval(1, TimeUnit.MILLISECONDS).until(() -> seen.get() == expected);
      }
    }
    List<Long> sorted = micros.stream().sorted().toList();
    assertTrue(sorted.get(50) < 50_000, "median " + sorted.get(50) + " microseconds");
  }

  @Test
  void delayedMessageIsNeverEarlyAndHardlyLate() throws Exception {
    Feed feed = hub.openFeed(queue, null, "s1");
    for (int i = 0; i < 3; i++) {
      var message = OutgoingBuilder.text(broker, queue, "later").delay(400).build();
      broker.send(message).await();
      Delivery delivery = feed.next(5000);
      long late = broker.now() - message.message().header().deliveryTime();
      ack(hub, broker, delivery);
      assertTrue(late >= 0 && late <= 100, late + " ms late");
    }
  }

  @Test
  void parkedConsumersCostNearlyNothing() throws Exception {
    for (int i = 0; i < 200; i++) {
      Feed feed = hub.openFeed(Address.queue(queue.base() + "." + i % 50), null, "s1");
      Thread waiting =
          new Thread(
              () -> {
                try {
                  feed.next(-1);
                } catch (WireException | InterruptedException failure) {
                  throw new IllegalStateException(failure);
                }
              });
      waiting.setDaemon(true);
      waiting.start();
    }
    await().during(2, TimeUnit.SECONDS).atMost(10, TimeUnit.SECONDS).until(() -> true);
    long before = cpu();
    await().during(3, TimeUnit.SECONDS).atMost(10, TimeUnit.SECONDS).until(() -> true);
    long spent = TimeUnit.NANOSECONDS.toMillis(cpu() - before);
    assertTrue(spent < 600, spent + " ms of CPU in three idle seconds");
  }

  private static long cpu() {
    return ((com.sun.management.OperatingSystemMXBean)
            java.lang.management.ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
