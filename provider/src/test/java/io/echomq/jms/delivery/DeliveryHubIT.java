package io.echomq.jms.delivery;

import static io.echomq.jms.delivery.DeliveryFixture.text;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
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
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** Delivery over a real server. */
@WithServer
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class DeliveryHubIT {
  /** What comes before its end was not found by it. */
  private static final DeliverySettings RARE_BEAT =
      new DeliverySettings(7_200_000, 3_600_000, 1000, 1000, 10);

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
    return newHub(over, DeliverySettings.DEFAULT);
  }

  private DeliveryHub newHub(Broker over, DeliverySettings settings) {
    DeliveryHub made = new DeliveryHub(over, settings, "emq-it");
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
    CountDownLatch both = new CountDownLatch(2);
    AtomicInteger[] got = {new AtomicInteger(), new AtomicInteger()};
    for (AtomicInteger count : got) {
      Broker over = newBroker();
      DeliveryHub by = newHub(over);
      Dispatcher dispatcher = new Dispatcher(by, "emq-it-deliver");
      dispatcher.add(
          by.openFeed(queue, null, "s1"),
          delivery -> {
            if (count.get() == 0) {
              both.countDown(); // who connected first has no start
              await().until(() -> both.getCount() == 0);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(400));
            ack(by, over, delivery);
            count.incrementAndGet();
          });
    }

    await().atMost(30, TimeUnit.SECONDS).until(() -> got[0].get() + got[1].get() == 20);
    assertTrue(got[0].get() >= 8 && got[0].get() <= 12, got[0] + " and " + got[1]);
  }

  @Test
  void drainOfTenThousandIsInOrderAndTakesFewFetches() throws Exception {
    send(10_000);
    AtomicInteger fetches = new AtomicInteger();
    DeliveryHub counted = newHub(counting(broker, fetches));
    Feed feed = counted.openFeed(queue, null, "s1");
    for (int i = 0; i < 10_000; i++) {
      Delivery delivery = feed.next(20_000);
      assertEquals("m" + i, text(delivery));
      ack(counted, broker, delivery);
    }

    // About fifteen; the credit falls for a while whenever this thread is held up.
    assertTrue(fetches.get() < 1_000, "fetches: " + fetches);
  }

  /** The same broker; counts fetches. */
  private static Broker counting(Broker broker, AtomicInteger fetches) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (method.getName().equals("fetch")) {
            fetches.incrementAndGet();
          }
          try {
            return method.invoke(broker, arguments);
          } catch (InvocationTargetException failed) {
            throw failed.getCause();
          }
        };
    return (Broker)
        Proxy.newProxyInstance(
            DeliveryHubIT.class.getClassLoader(), new Class<?>[] {Broker.class}, handler);
  }

  @Test
  void parkedListenerIsWokenAndDoesNotWaitForTheBeat() throws Exception {
    DeliveryHub patient = newHub(broker, RARE_BEAT);
    AtomicInteger seen = new AtomicInteger();
    try (Dispatcher dispatcher = new Dispatcher(patient, "emq-it-deliver")) {
      dispatcher.add(
          patient.openFeed(queue, null, "s1"),
          delivery -> {
            ack(patient, broker, delivery);
            seen.incrementAndGet();
          });
      for (int i = 1; i <= 100; i++) {
        send(1);
        int expected = i;
        await().pollInterval(1, TimeUnit.MILLISECONDS).until(() -> seen.get() == expected);
      }
    }
  }

  @Test
  void delayedMessageIsNeverEarlyAndDoesNotWaitForTheBeat() throws Exception {
    DeliveryHub patient = newHub(broker, RARE_BEAT);
    Feed feed = patient.openFeed(queue, null, "s1");
    for (int i = 0; i < 3; i++) {
      var message = OutgoingBuilder.text(broker, queue, "later").delay(400).build();
      broker.send(message).await();
      Delivery delivery = feed.next(20_000);
      assertNotNull(delivery, "it waits for the beat");
      long late = broker.now() - message.message().header().deliveryTime();
      ack(patient, broker, delivery);
      assertTrue(late >= 0, late + " ms late");
    }
  }

  @Test
  void parkedConsumersAskTheServerOnlyOnTheBeat() throws Exception {
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
    try (Jedis jedis = server.jedis()) {
      await().during(2, TimeUnit.SECONDS).atMost(10, TimeUnit.SECONDS).until(() -> true);
      long begun = System.nanoTime();
      jedis.configResetStat();
      await().during(3, TimeUnit.SECONDS).atMost(10, TimeUnit.SECONDS).until(() -> true);
      String stats = jedis.info("commandstats");
      // What is nearly due is tended with what is: three quarters of a beat are the least.
      long beats = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun) / 187 + 2;
      // One for each queue, however many wait for it, and a few for the upkeep of the connection.
      long scripts = calls(stats, "evalsha");
      assertTrue(scripts <= beats * 50 + 30, scripts + " script calls in " + beats + " beats");
      long parks = calls(stats, "blpop");
      assertTrue(parks <= 2 * beats, parks + " parks in " + beats + " beats");
    }
  }

  private static long calls(String stats, String command) {
    return stats
        .lines()
        .filter(line -> line.startsWith("cmdstat_" + command + ":calls="))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^=]*=(\\d+).*", "$1")))
        .sum();
  }
}
