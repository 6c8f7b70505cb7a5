package io.echomq.testing;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.exceptions.JedisConnectionException;

@WithServer
class FaultProxyIT {
  private final TestServer server;
  private FaultProxy proxy;
  private Jedis direct;
  private Jedis proxied;

  FaultProxyIT(TestServer server) {
    this.server = server;
  }

  @BeforeEach
  void connect() {
    proxy = FaultProxy.before(server);
    direct = server.jedis();
    proxied = open();
  }

  @AfterEach
  void disconnect() {
    try {
      proxied.close();
    } catch (JedisConnectionException unwritten) {
      // The rest of a request that was cut cannot be written; the socket is closed all the same.
      assertFalse(proxied.isConnected(), unwritten::toString);
    }
    direct.close();
    proxy.close();
  }

  @Test
  void passesEverythingAndCounts() {
    long before = proxy.replyBytes();
    proxied.set("key", "x".repeat(100_000));
    assertEquals(100_000, proxied.get("key").length());
    assertTrue(proxy.replyBytes() - before > 100_000);
    assertTrue(proxy.requestBytes() > 100_000);
    assertEquals(1, proxy.accepted());
    assertEquals(1, proxy.open());
  }

  @Test
  void aRequestThatIsStoppedHalfwayIsNotCarriedOut() throws Exception {
    CompletableFuture<Void> stopped = proxy.stopRequestsAfter(1000);
    proxied.set("short", "x");
    assertThrows(JedisConnectionException.class, () -> proxied.set("long", "x".repeat(100_000)));
    stopped.get(20, SECONDS);
    assertEquals("x", direct.get("short"));
    assertFalse(direct.exists("long"));
    proxy.up();
    try (Jedis again = open()) {
      again.set("long", "x");
    }
    assertEquals("x", direct.get("long"));
  }

  @Test
  void aLostReplyMeansAppliedOnceAndCut() throws Exception {
    CompletableFuture<Void> lost = proxy.loseReplyTo("counter");
    proxied.set("other", "passes");
    assertThrows(JedisConnectionException.class, () -> proxied.incr("counter"));
    lost.get(20, SECONDS);
    assertEquals("1", direct.get("counter"));
    try (Jedis again = open()) {
      assertEquals(2, again.incr("counter")); // only one loss was armed
    }
  }

  @Test
  void aLossWithinAPipelineIsCompleteOnlyWhenAllOfItIsApplied() throws Exception {
    CompletableFuture<Void> lost = proxy.loseReplyTo("last");
    try (Pipeline pipeline = proxied.pipelined()) {
      for (int i = 0; i < 5_000; i++) {
        pipeline.incr("counter");
      }
      pipeline.set("last", "applied");
      assertThrows(JedisConnectionException.class, pipeline::sync);
      lost.get(20, SECONDS);
      assertEquals("5000", direct.get("counter"));
      assertEquals("applied", direct.get("last"));
    } catch (JedisConnectionException closing) {
      assertTrue(lost.isDone()); // a pipeline syncs once more when it is closed
    }
  }

  @Test
  void droppedRepliesLeaveTheConnectionOpen() {
    long before = proxy.replyBytes();
    proxy.dropReplies();
    CompletableFuture<Void> call = CompletableFuture.runAsync(() -> proxied.incr("counter"));
    await().until(() -> "1".equals(direct.get("counter")) && proxy.replyBytes() > before);
    assertFalse(call.isDone());
    assertEquals(1, proxy.open());
    proxy.passReplies();
    proxy.cut();
    await().until(call::isCompletedExceptionally);
  }

  @Test
  void heldTrafficArrivesWhenReleased() throws Exception {
    proxy.hold();
    CompletableFuture<Long> call = CompletableFuture.supplyAsync(() -> proxied.incr("counter"));
    assertFalse(direct.exists("counter"));
    assertFalse(call.isDone());
    proxy.release();
    assertEquals(1, call.get(20, SECONDS));
  }

  @Test
  void downRefusesAndUpWelcomesAgain() {
    proxy.down();
    assertThrows(JedisConnectionException.class, proxied::ping);
    assertThrows(JedisConnectionException.class, this::open);
    assertEquals(0, proxy.open());
    proxy.up();
    try (Jedis again = open()) {
      assertEquals("PONG", again.ping());
    }
  }

  private Jedis open() {
    return Connections.open("127.0.0.1", proxy.port(), server.password(), server.db());
  }
}
