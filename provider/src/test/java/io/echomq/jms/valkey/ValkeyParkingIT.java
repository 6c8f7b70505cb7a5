package io.echomq.jms.valkey;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.config.Options;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import io.echomq.lua.ScriptCatalog;
import io.echomq.testing.FaultProxy;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

@WithServer
@Timeout(180)
class ValkeyParkingIT {
  private static final long LONG = 20_000;

  private final TestServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Jedis jedis;
  private final FaultProxy proxy;
  private final Links links;
  private final ValkeyParking parking;
  private final Address orders = Address.queue("orders");
  private final Address invoices = Address.queue("invoices");

  ValkeyParkingIT(TestServer server) throws WireException {
    this.server = server;
    jedis = server.jedis();
    proxy = FaultProxy.before(server);
    Options options = Options.parse(server.uri(proxy) + "?reconnectMin=10ms&reconnectMax=50ms");
    links = new Links(new LinkFactory(options, null), options);
    parking =
        new ValkeyParking(
            links,
            new ScriptRunner(),
            ScriptCatalog.load(),
            new Keys(),
            null,
            new TrafficMeter(),
            options.timeouts());
  }

  @AfterEach
  void stop() {
    parking.close();
    links.close();
    proxy.close();
    jedis.close();
    threads.shutdownNow();
  }

  @Test
  void aTokenWakesAndNamesItsQueue() throws Exception {
    Future<Optional<Address>> parked = park(LONG);
    awaitParked();
    jedis.lpush("emq:{invoices}:wake", "1");
    assertEquals(Optional.of(invoices), parked.get());
    assertEquals(0, jedis.llen("emq:{invoices}:wake"));
  }

  @Test
  void withoutATokenTheTimeRunsOutToTheMillisecond() throws WireException {
    parking.park(List.of(orders), 0);
    List<Long> late = lateness();
    // The server alone looks ten times a second. A busy machine is late too, but not every time.
    for (int again = 0; late.get(8) >= 20 && again < 20; again++) {
      late = lateness();
    }
    assertTrue(late.get(8) < 20, "late: " + late);
  }

  /** By how many ms parks that nothing ends are late, the least first; none is early. */
  private List<Long> lateness() throws WireException {
    List<Long> late = new ArrayList<>();
    for (int i = 0; i < 11; i++) {
      long begun = System.nanoTime();
      assertEquals(Optional.empty(), parking.park(List.of(orders), 37));
      late.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun) - 37);
    }
    Collections.sort(late);
    assertTrue(late.get(0) >= -1, "early: " + late);
    return late;
  }

  @Test
  void aBusyQueueDoesNotStarveTheOther() throws WireException {
    for (int i = 0; i < 64; i++) {
      jedis.lpush("emq:{orders}:wake", "1");
      jedis.lpush("emq:{invoices}:wake", "1");
    }
    Map<String, Integer> taken = new TreeMap<>();
    for (int i = 0; i < 20; i++) {
      Address queue = parking.park(List.of(orders, invoices), 100).orElseThrow();
      taken.merge(queue.base(), 1, Integer::sum);
    }
    assertEquals(Map.of("orders", 10, "invoices", 10), taken);
  }

  @Test
  void aNudgeEndsARunningParkAndKeepsTheSocket() throws Exception {
    Future<Optional<Address>> parked = park(LONG);
    awaitParked();
    int sockets = proxy.accepted();
    parking.nudge();
    assertEquals(Optional.empty(), parked.get());
    assertEquals(sockets + 1, proxy.accepted(), "only the nudging link is new");
    parking.park(List.of(orders), 1);
    assertEquals(sockets + 1, proxy.accepted());
  }

  @Test
  void aNudgeBeforeTheParkIsKeptForItAndForNoOther() throws Exception {
    parking.park(List.of(orders), 1);
    parking.nudge();
    parking.nudge();
    assertEquals(Optional.empty(), park(LONG).get(30, TimeUnit.SECONDS));
    jedis.lpush("emq:{orders}:wake", "1");
    assertEquals(Optional.of(orders), parking.park(List.of(orders), LONG));
  }

  @Test
  void aNudgeIsNotLostWhileBlpopIsStillOnItsWay() throws Exception {
    parking.park(List.of(orders), 1);
    links.giveBack(links.borrow());
    proxy.hold();
    Future<Optional<Address>> parked = park(LONG);
    awaitThreadIn("awaitAnswer");
    Future<?> nudge = threads.submit(parking::nudge);
    awaitThreadIn("unblock");
    assertFalse(parked.isDone());
    proxy.release();
    assertEquals(Optional.empty(), parked.get(30, TimeUnit.SECONDS));
    nudge.get(30, TimeUnit.SECONDS);
  }

  @Test
  void noNudgeIsLostInAThousandRaces() throws Exception {
    AtomicLong parks = new AtomicLong();
    for (int i = 0; i < 1000; i++) {
      CountDownLatch go = new CountDownLatch(1);
      Future<Optional<Address>> parked =
          threads.submit(
              () -> {
                go.countDown();
                parks.incrementAndGet();
                return parking.park(List.of(orders), LONG);
              });
      go.await();
      Future<?> second = i % 3 == 0 ? threads.submit(parking::nudge) : null;
      parking.nudge();
      parked.get(30, TimeUnit.SECONDS);
      if (second != null) {
        second.get(30, TimeUnit.SECONDS);
        drainNudge();
      }
    }
    assertEquals(1000, parks.get());
  }

  @Test
  void aLostLinkIsMadeAgainByTheNextParkPastTheFence() throws Exception {
    Future<Optional<Address>> parked = park(LONG);
    awaitParked();
    proxy.cut();
    assertEquals(WireError.UNAVAILABLE, failure(parked).error());
    // Until the server has seen the end of the link, it would hand the token to the dead one.
    await().until(() -> !isParked());
    jedis.lpush("emq:{orders}:wake", "1");
    assertEquals(Optional.of(orders), parking.park(List.of(orders), LONG));
    proxy.cut();
    jedis.set("{emq}:version", "echomq:9.0.0");
    assertThrows(WireException.class, () -> parking.park(List.of(orders), 1));
    WireException foreign =
        assertThrows(WireException.class, () -> parking.park(List.of(orders), 1));
    assertEquals(WireError.FOREIGN_VERSION, foreign.error());
    assertEquals("echomq:9.0.0", jedis.get("{emq}:version"));
  }

  @Test
  void aServerThatIsAwayIsUnavailableUntilItIsBack() throws Exception {
    parking.park(List.of(orders), 1);
    proxy.down();
    for (int i = 0; i < 5; i++) {
      WireException away =
          assertThrows(WireException.class, () -> parking.park(List.of(orders), 100));
      assertEquals(WireError.UNAVAILABLE, away.error());
    }
    proxy.up();
    assertEquals(Optional.empty(), parking.park(List.of(orders), 1));
  }

  @Test
  void closeEndsARunningParkAndRefusesTheNext() throws Exception {
    Future<Optional<Address>> parked = park(LONG);
    awaitParked();
    parking.close();
    parking.close();
    assertEquals(Optional.empty(), parked.get(30, TimeUnit.SECONDS));
    WireException closed =
        assertThrows(WireException.class, () -> parking.park(List.of(orders), 1));
    assertEquals(WireError.CLOSED, closed.error());
    links.close();
    await().until(() -> proxy.open() == 0);
  }

  @Test
  void withoutQueuesItSleepsAndANudgeWakesIt() throws Exception {
    AtomicReference<Thread> sleeper = new AtomicReference<>();
    Future<Optional<Address>> parked =
        threads.submit(
            () -> {
              sleeper.set(Thread.currentThread());
              return parking.park(List.of(), LONG);
            });
    await()
        .until(
            () -> sleeper.get() != null && sleeper.get().getState() == Thread.State.TIMED_WAITING);
    parking.nudge();
    assertEquals(Optional.empty(), parked.get(30, TimeUnit.SECONDS));
  }

  @Test
  void aTokenIsHandedBackWhileThereIsSomethingToClaim() throws WireException {
    assertFalse(parking.handBack(orders));
    assertEquals(0, jedis.llen("emq:{orders}:wake"));
    jedis.zadd("emq:{orders}:pending", 0, "JOB0STF4r0SSpz");
    assertTrue(parking.handBack(orders));
    assertEquals(1, jedis.llen("emq:{orders}:wake"));
  }

  /** Uses up a nudge that came after the park it could have ended. */
  private void drainNudge() throws WireException {
    parking.park(List.of(orders), 1);
  }

  private Future<Optional<Address>> park(long millis) {
    return threads.submit(() -> parking.park(List.of(orders, invoices), millis));
  }

  /** Waits until a thread is in this method of the package. */
  private static void awaitThreadIn(String method) {
    await()
        .until(
            () ->
                Thread.getAllStackTraces().values().stream()
                    .flatMap(Arrays::stream)
                    .anyMatch(
                        frame ->
                            frame.getMethodName().equals(method)
                                && frame.getClassName().startsWith("io.echomq.jms.valkey.")));
  }

  private void awaitParked() {
    await().until(this::isParked);
  }

  private boolean isParked() {
    String db = " db=" + server.db() + " ";
    return jedis
        .clientList()
        .lines()
        .anyMatch(line -> line.contains(db) && line.contains("cmd=blpop"));
  }

  private static WireException failure(Future<?> parked) {
    return (WireException)
        assertThrows(java.util.concurrent.ExecutionException.class, parked::get).getCause();
  }
}
