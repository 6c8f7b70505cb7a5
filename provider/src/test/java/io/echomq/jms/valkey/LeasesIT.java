package io.echomq.jms.valkey;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.config.Options;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import io.echomq.lua.ScriptCatalog;
import io.echomq.testing.FaultProxy;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

@WithServer
@Timeout(180)
class LeasesIT {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** Its end can be waited for, and a pause of a busy machine does not end it. */
  private static final Duration BRIEF = Duration.ofSeconds(4);

  private final ScriptCatalog catalog = ScriptCatalog.load();
  private final ScriptRunner scripts = new ScriptRunner();
  private final Keys keys = new Keys();
  private final ServerClock clock = new ServerClock();
  private final List<WireException> lost = new CopyOnWriteArrayList<>();
  private final Jedis jedis;
  private final FaultProxy proxy;
  private final Options options;
  private final Links links;
  private final Link link;

  LeasesIT(TestServer server) throws WireException {
    jedis = server.jedis();
    proxy = FaultProxy.before(server);
    options = Options.parse(server.uri(proxy) + "?reconnectMin=10ms&reconnectMax=50ms");
    links = new Links(new LinkFactory(options, null), options);
    link = links.dedicated("test");
    clock.measure(link);
  }

  @AfterEach
  void stop() {
    links.close();
    proxy.close();
    jedis.close();
  }

  @Test
  void noTwoFactoriesShareANode() throws WireException {
    Set<Integer> nodes = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      // The same hash for all: each begins its search at the same number.
      NodeLease lease = node(i % 2 == 0 ? "Aa" : "BB", MINUTE);
      lease.take(link);
      assertTrue(nodes.add(lease.node()), "node " + lease.node() + " was given twice");
    }
    assertEquals(100, jedis.keys("emq:{_jms}:jms:node:*").size());
  }

  @Test
  void whenAllAreHeldTheRefusalSaysSo() throws WireException {
    for (int i = 0; i < 1024; i++) {
      node("o" + i, MINUTE).take(link);
    }
    WireException none = assertThrows(WireException.class, () -> node("late", MINUTE).take(link));
    assertEquals(WireError.WRONG_STATE, none.error());
  }

  @Test
  void aSuccessorTakesALapsedNodeAndMintsAboveIt() throws WireException {
    NodeLease first = node("me", BRIEF);
    first.take(link);
    long last = new Mint(new MintSequence(), clock, first).next();
    String key = "emq:{_jms}:jms:node:" + first.node();
    await().until(() -> Long.parseLong(jedis.hget(key, "until")) < clock.now());
    NodeLease second = node("me", MINUTE);
    MintSequence elsewhere = new MintSequence();
    NodeLease successor = node("me", MINUTE, elsewhere);
    successor.take(link);
    assertEquals(first.node(), successor.node());
    assertTrue(new Mint(elsewhere, clock, successor).next() > last);
    second.take(link);
    assertNotEquals(first.node(), second.node());
    assertEquals(WireError.FAILED, assertThrows(WireException.class, first::check).error());
    assertEquals(1, lost.size());
  }

  @Test
  void aFreedNodeIsTakenAtOnce() throws WireException {
    NodeLease first = node("me", MINUTE);
    first.take(link);
    first.release(link);
    assertThrows(WireException.class, first::check);
    NodeLease second = node("me", MINUTE);
    second.take(link);
    assertEquals(first.node(), second.node());
    assertEquals(List.of(), lost, "giving up is no loss");
  }

  @Test
  void aBeatRenewsAndFindsATakenNodeLost() throws WireException {
    NodeLease lease = node("me", MINUTE);
    lease.take(link);
    String key = "emq:{_jms}:jms:node:" + lease.node();
    long until = Long.parseLong(jedis.hget(key, "until"));
    await().until(() -> clock.now() > until - MINUTE.toMillis() + 5);
    lease.beat(link);
    assertTrue(Long.parseLong(jedis.hget(key, "until")) > until);
    jedis.hset(key, "owner", "another");
    lease.beat(link);
    assertEquals(1, lost.size());
    assertEquals(WireError.FAILED, assertThrows(WireException.class, lease::check).error());
  }

  @Test
  void aLeaseThatTheServerHasLostSaysThatItsDataMayBeGone() throws WireException {
    NodeLease lease = node("me", MINUTE);
    lease.take(link);
    jedis.flushAll();
    lease.beat(link);
    String told = lost.get(0).getMessage();
    assertTrue(told.contains("the server has lost its data"), told);
    assertTrue(told.contains("nodeLease is"), told);
  }

  @Test
  void theHeartbeatKeepsALeasePastItsLengthAndOverACut() throws WireException {
    NodeLease lease = node("me", BRIEF);
    lease.take(link);
    long begun = clock.now();
    try (Heartbeat heartbeat = heartbeat()) {
      heartbeat.add(lease);
      heartbeat.add(clock::measure);
      heartbeat.start();
      await().until(() -> clock.now() > begun + BRIEF.toMillis() / 2);
      proxy.cut();
      await().until(() -> clock.now() > begun + 2 * BRIEF.toMillis());
      lease.check();
    }
    assertEquals(List.of(), lost);
    assertNoHeartbeatThread();
  }

  @Test
  void cutOffForLongerThanItsLeaseTheFactoryHasFailed() throws WireException {
    NodeLease lease = node("me", BRIEF);
    lease.take(link);
    try (Heartbeat heartbeat = heartbeat()) {
      heartbeat.add(lease);
      heartbeat.start();
      proxy.down();
      await().until(() -> lost.size() == 1);
      assertEquals(WireError.FAILED, lost.get(0).error());
      proxy.up();
      assertThrows(WireException.class, lease::check);
    }
  }

  @Test
  void aForeignVersionOnReconnectIsTerminal() throws WireException {
    List<WireException> failures = new CopyOnWriteArrayList<>();
    try (Heartbeat heartbeat =
        new Heartbeat("test", links, Duration.ofMillis(50), options.timeouts(), failures::add)) {
      heartbeat.add(clock::measure);
      heartbeat.start();
      await().until(() -> jedis.clientList().contains("echomq-jms-heartbeat"));
      jedis.set("{emq}:version", "echomq:9.0.0");
      proxy.cut();
      await().until(() -> !failures.isEmpty());
      assertEquals(WireError.FOREIGN_VERSION, failures.get(0).error());
      assertEquals("echomq:9.0.0", jedis.get("{emq}:version"));
    }
  }

  @Test
  void aNameIsHeldByOneAndFreeWhenGivenUp() throws WireException {
    byte[] key = keys.facts().client("app");
    KeyLease mine = name(key, "me", new AtomicInteger());
    KeyLease other = name(key, "other", new AtomicInteger());
    assertTrue(mine.take(link));
    assertTrue(mine.take(link));
    assertFalse(other.take(link));
    assertFalse(other.release(link));
    assertTrue(mine.release(link));
    assertTrue(other.take(link));
    mine.beat(link);
    assertEquals("other", jedis.get("emq:{_jms}:jms:client:app"));
  }

  @Test
  void aLapsedNameIsTakenUpAgainUnlessAnotherHasIt() throws WireException {
    AtomicInteger losses = new AtomicInteger();
    KeyLease mine = name(keys.facts().client("app"), "me", losses);
    mine.take(link);
    jedis.del("emq:{_jms}:jms:client:app");
    mine.beat(link);
    assertEquals("me", jedis.get("emq:{_jms}:jms:client:app"));
    jedis.set("emq:{_jms}:jms:client:app", "other");
    mine.beat(link);
    mine.beat(link);
    assertEquals(1, losses.get());
  }

  private Heartbeat heartbeat() {
    return new Heartbeat("test", links, Duration.ofMillis(200), options.timeouts(), lost::add);
  }

  private KeyLease name(byte[] key, String owner, AtomicInteger losses) {
    return new KeyLease(scripts, catalog, key, owner, MINUTE, losses::incrementAndGet);
  }

  private NodeLease node(String owner, Duration length) {
    return node(owner, length, new MintSequence());
  }

  private NodeLease node(String owner, Duration length, MintSequence sequence) {
    return new NodeLease(scripts, catalog, keys, clock, sequence, owner, length, lost::add);
  }

  private static void assertNoHeartbeatThread() {
    await()
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().equals("emq-test-heartbeat")));
  }
}
