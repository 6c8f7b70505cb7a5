package io.echomq.jms.valkey;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.config.Options;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import io.echomq.lua.ScriptCatalog;
import io.echomq.testing.FaultProxy;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

@WithServer
@Timeout(180)
class LinksIT {
  private static final Command PING = Command.of("PING");

  private final TestServer server;
  private final FaultProxy proxy;
  private final Links links;

  LinksIT(TestServer server) throws WireException {
    this.server = server;
    proxy = FaultProxy.before(server);
    Options options = Options.parse(server.uri(proxy) + "?maxConnections=3&socketTimeout=1500ms");
    links = new Links(new LinkFactory(options, null), options);
  }

  @AfterEach
  void stop() {
    links.close();
    proxy.close();
  }

  @Test
  void aLinkGivenBackIsTheNextToBeBorrowedAndCostsNoRoundTrip() throws WireException {
    Link first = links.borrow();
    links.giveBack(first);
    long bytes = proxy.requestBytes();
    assertSame(first, links.borrow());
    links.giveBack(first);
    assertEquals(bytes, proxy.requestBytes());
  }

  @Test
  void whenAllAreInUseTheWaitIsBounded() throws WireException {
    List<Link> all = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      all.add(links.borrow());
    }
    WireException none = assertThrows(WireException.class, links::borrow);
    assertEquals(WireError.UNAVAILABLE, none.error());
    assertTrue(none.getMessage().contains("maxConnections"), none.getMessage());
    all.forEach(links::giveBack);
    assertEquals(3, links.pooled());
  }

  @Test
  void oneBrokenLinkTakesTheIdleOnesWithIt() throws WireException {
    Link idle = links.borrow();
    Link broken = links.borrow();
    links.giveBack(idle);
    proxy.cut();
    assertThrows(WireException.class, () -> broken.call(PING));
    links.giveBack(broken);
    assertEquals(0, links.pooled());
    for (int i = 0; i < 3; i++) {
      assertEquals("PONG", Replies.toText(links.with(link -> link.call(PING))));
    }
    assertTrue(idle.isBroken());
  }

  @Test
  void aSlowAnswerBreaksTheLinkSoThatItsReplyIsNobodyElses() throws WireException {
    Link slow = links.borrow();
    WireException late =
        assertThrows(WireException.class, () -> slow.call(Command.of("BLPOP", "never", "5")));
    assertEquals(WireError.UNAVAILABLE, late.error());
    assertTrue(late.getMessage().contains("socketTimeout"), late.getMessage());
    links.giveBack(slow);
    Link other = links.borrow();
    assertNotSame(slow, other);
    assertEquals("PONG", Replies.toText(other.call(PING)));
    links.giveBack(other);
  }

  @Test
  void everyReconnectPassesTheFence() throws WireException {
    links.with(link -> link.call(PING));
    try (Jedis jedis = server.jedis()) {
      jedis.set("{emq}:version", "echomq:3.0.0");
      proxy.cut();
      assertThrows(WireException.class, () -> links.with(link -> link.call(PING)));
      WireException foreign =
          assertThrows(WireException.class, () -> links.with(link -> link.call(PING)));
      assertEquals(WireError.FOREIGN_VERSION, foreign.error());
      assertEquals("echomq:3.0.0", jedis.get("{emq}:version"));
    }
  }

  @Test
  void closeEndsCallsUnderWayAndLeavesNoSocket() throws Exception {
    Link dedicated = links.dedicated("test");
    links.giveBack(links.borrow());
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Future<Object> parked =
          thread.submit(
              () -> links.with(on -> on.callBlocking(Command.of("BLPOP", "never", "30"), 30_000)));
      try (Jedis jedis = server.jedis()) {
        await().until(() -> jedis.clientList().contains("cmd=blpop"));
      }
      links.close();
      links.close();
      WireException ended =
          (WireException) assertThrows(ExecutionException.class, parked::get).getCause();
      assertEquals(WireError.CLOSED, ended.error());
    } finally {
      thread.shutdownNow();
    }
    await().until(() -> proxy.open() == 0);
    assertTrue(dedicated.isBroken());
    assertEquals(WireError.CLOSED, assertThrows(WireException.class, links::borrow).error());
    assertEquals(
        WireError.CLOSED, assertThrows(WireException.class, () -> links.dedicated("late")).error());
  }

  @Test
  void whoCannotWaitLongIsNotKeptByAServerThatDoesNotAnswer() throws Exception {
    // Would it wait for connectTimeout, this test would end by its own timeout.
    try (FakeServer silent = new FakeServer(command -> null)) {
      Options options = Options.parse(silent.uri() + "?connectTimeout=10m");
      try (Links slow = new Links(new LinkFactory(options, null), options)) {
        PooledCalls calls = new PooledCalls(slow, new ScriptRunner(), ScriptCatalog.load());
        Links.Patient<Object> ping = () -> calls.repeatable(link -> link.call(PING));
        WireException away = assertThrows(WireException.class, () -> calls.within(50, ping));
        assertEquals(WireError.UNAVAILABLE, away.error());
        assertTrue(slow.isPatient(), "afterwards the thread can wait again");
      }
    }
  }
}
