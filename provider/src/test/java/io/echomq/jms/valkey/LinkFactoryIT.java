package io.echomq.jms.valkey;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.echomq.jms.config.Options;
import io.echomq.jms.wire.Credentials;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import io.echomq.testing.PrivateServer;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.ClientKillParams;

@WithServer
@Timeout(180)
class LinkFactoryIT {
  private final TestServer server;

  LinkFactoryIT(TestServer server) {
    this.server = server;
  }

  @Test
  void aFreshServerGetsOurVersionAndALinkThatKnowsIt() throws WireException {
    try (Link link = dial(server.uri());
        Jedis jedis = server.jedis()) {
      assertEquals("echomq:2.0.0", jedis.get("{emq}:version"));
      assertEquals(server.row(), link.server().engine() + " " + link.server().version());
      assertEquals("echomq:2.0.0", link.server().protocol());
      assertEquals(40, link.server().runId().length());
      assertEquals(link.clientId(), Replies.toLong(link.call(Command.of("CLIENT", "ID"))));
      assertEquals("echomq-jms-test", Replies.toText(link.call(Command.of("CLIENT", "GETNAME"))));
    }
  }

  @Test
  void aForeignVersionIsRefusedNamingBothAndLeftAlone() {
    try (Jedis jedis = server.jedis()) {
      jedis.set("{emq}:version", "echomq:3.0.0");
      WireException refused = refused(server.uri());
      assertEquals(WireError.FOREIGN_VERSION, refused.error());
      assertTrue(refused.getMessage().contains("'echomq:3.0.0'"), refused.getMessage());
      assertTrue(refused.getMessage().contains("echomq:2.0.0"), refused.getMessage());
      assertEquals("echomq:3.0.0", jedis.get("{emq}:version"));
    }
  }

  @Test
  void aVersionKeyOfAnotherTypeIsForeignToo() {
    try (Jedis jedis = server.jedis()) {
      jedis.lpush("{emq}:version", "x");
      assertEquals(WireError.FOREIGN_VERSION, refused(server.uri()).error());
      assertEquals("list", jedis.type("{emq}:version"));
    }
  }

  @Test
  void aLaterMinorIsJoinedWhenItIsNamed() throws WireException {
    try (Jedis jedis = server.jedis()) {
      jedis.set("{emq}:version", "echomq:2.4.2");
      Link link = dial(server.uri("protocolVersions=echomq:2.0.0,echomq:2.4.2"));
      assertEquals("echomq:2.4.2", link.server().protocol());
      link.close();
    }
  }

  @Test
  void aWrongPasswordIsRefusedAsSuch() {
    String uri = "valkey://:wrong@" + server.host() + ":" + server.port();
    WireException refused = refused(uri);
    assertEquals(WireError.REFUSED_CREDENTIALS, refused.error());
    assertTrue(refused.getMessage().contains(server.host() + ":" + server.port()));
    assertEquals(
        WireError.REFUSED_CREDENTIALS,
        assertThrows(
                WireException.class,
                () -> factory(server.uri(), new Credentials("nobody", "x")).dial("test"))
            .error());
  }

  @Test
  void noPasswordWhereOneIsNeededIsRefusedAsSuch() {
    WireException refused = refused("valkey://" + server.host() + ":" + server.port());
    assertEquals(WireError.REFUSED_CREDENTIALS, refused.error());
    assertTrue(refused.getMessage().contains("demands a password"), refused.getMessage());
  }

  @Test
  void aDatabaseThatIsNotThereIsRefused() {
    WireException refused = refused(server.uri(60_000));
    assertEquals(WireError.SERVER, refused.error());
    assertTrue(refused.getMessage().contains("DB index"), refused.getMessage());
    assertTrue(refused.getMessage().contains("name a lower one"), refused.getMessage());
  }

  @Test
  void nothingListening() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    WireException refused = refused("valkey://127.0.0.1:" + port);
    assertEquals(WireError.UNAVAILABLE, refused.error());
    assertTrue(refused.getMessage().contains("127.0.0.1:" + port), refused.getMessage());
    assertTrue(refused.getMessage().contains("check host and port"), refused.getMessage());
  }

  @Test
  void anUnknownHost() {
    WireException refused = refused("valkey://no-such-host.invalid:6379");
    assertEquals(WireError.UNAVAILABLE, refused.error());
    assertTrue(refused.getMessage().contains("no-such-host.invalid"), refused.getMessage());
  }

  @Test
  void aServerThatNeverAnswersCostsTheConnectTimeoutInAll() throws IOException {
    try (FakeServer fake = new FakeServer(command -> null)) {
      long begun = System.nanoTime();
      WireException refused = refused(fake.uri() + "?connectTimeout=300ms");
      long took = Duration.ofNanos(System.nanoTime() - begun).toMillis();
      assertEquals(WireError.UNAVAILABLE, refused.error());
      assertTrue(refused.getMessage().contains("within 300 ms"), refused.getMessage());
      // Less than the default, which is 5 s.
      assertTrue(took >= 280 && took < 4_500, took + " ms");
      await().until(() -> fake.open() == 0);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET|-LOADING server is loading the dataset in memory|UNAVAILABLE|still loading",
        "EVALSHA|-ERR unknown command 'EVALSHA'|UNFIT_ENGINE|does not run scripts",
        "EVALSHA|-NOPERM this user has no permissions|REFUSED_CREDENTIALS|ACL",
        "PING|HTTP/1.1 400 Bad Request|UNAVAILABLE|check that the port",
        "PING|''|UNAVAILABLE|check that the port"
      })
  void badServersAreNamedAndLeftWithoutASocket(
      String command, String answer, WireError error, String remedy) throws IOException {
    String reply = answer.isEmpty() ? "" : answer + "\r\n";
    try (FakeServer fake = FakeServer.fitBut(Map.of(command, reply))) {
      WireException refused = refused(fake.uri());
      assertEquals(error, refused.error(), refused.getMessage());
      assertTrue(refused.getMessage().contains("127.0.0.1:" + fake.port()));
      assertTrue(refused.getMessage().contains(remedy), refused.getMessage());
      await().until(() -> fake.open() == 0);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "redis_version:6.0.16, UNFIT_ENGINE, 6.0.16 is too old",
    "redis_version:5.0.7, UNFIT_ENGINE, 5.0.7 is too old",
    "redis_mode:sentinel, UNFIT_ENGINE, valkey+sentinel",
    "server_mode:cluster, UNFIT_ENGINE, cluster mode",
    "role:slave, UNAVAILABLE, replica"
  })
  void unfitEnginesAreNamed(String info, WireError error, String text) throws IOException {
    String all = info.startsWith("redis_version") ? info : "redis_version:6.2.0\r\n" + info;
    String section = info.startsWith("role") ? "INFO replication" : "INFO server";
    try (FakeServer fake = FakeServer.fitBut(Map.of(section, FakeServer.bulk(all)))) {
      WireException refused = refused(fake.uri());
      assertEquals(error, refused.error(), refused.getMessage());
      assertTrue(refused.getMessage().contains(text), refused.getMessage());
    }
  }

  @Test
  void aClusterAddressIsRefusedNamingTheAlternative() {
    WireException refused = refused("valkey+cluster://a,b,c");
    assertEquals(WireError.UNFIT_ENGINE, refused.error());
    assertTrue(refused.getMessage().contains("valkey+sentinel://"), refused.getMessage());
  }

  @Test
  void aServerThatWasTakenForASentinelIsNamed() {
    String where = server.host() + ":" + server.port();
    WireException refused = refused("valkey+sentinel://" + where + "/m?connectTimeout=500ms");
    assertTrue(refused.getMessage().contains("use valkey://" + where), refused.getMessage());
  }

  @Test
  void aPlainPortIsNamedWhenTlsWasWanted() {
    String uri = "valkeys://" + server.host() + ":" + server.port() + "?connectTimeout=500ms";
    WireException refused = refused(uri);
    assertEquals(WireError.UNAVAILABLE, refused.error());
    assertTrue(refused.getMessage().contains("use valkey:// and not valkeys://"));
  }

  @Test
  void aLinkThatBrokeNeverConnectsAgain() throws WireException {
    try (Link link = dial(server.uri());
        Jedis jedis = server.jedis()) {
      jedis.clientKill(new ClientKillParams().id("" + link.clientId()));
      for (int i = 0; i < 3; i++) {
        WireException lost = assertThrows(WireException.class, () -> link.call(Command.of("PING")));
        assertEquals(WireError.UNAVAILABLE, lost.error());
      }
      assertTrue(link.isBroken());
    }
  }

  @Test
  void aClosedLinkSaysSo() throws WireException {
    Link link = dial(server.uri());
    link.close();
    link.close();
    WireException closed = assertThrows(WireException.class, () -> link.call(Command.of("PING")));
    assertEquals(WireError.CLOSED, closed.error());
  }

  @Test
  void closeEndsAReadOfAnotherThread() throws Exception {
    Link link = dial(server.uri());
    Thread closer =
        new Thread(
            () -> {
              try (Jedis jedis = server.jedis()) {
                await().until(() -> jedis.clientList().contains("cmd=blpop"));
              }
              link.close();
            });
    closer.start();
    WireException closed =
        assertThrows(
            WireException.class,
            () -> link.callBlocking(Command.of("BLPOP", "never", "30"), 30_000));
    assertEquals(WireError.CLOSED, closed.error());
    closer.join();
  }

  @Test
  void errorsInRepliesSurfaceAndLeaveTheLinkUsable() throws WireException {
    try (Link link = dial(server.uri())) {
      WireException nested =
          assertThrows(
              WireException.class,
              () ->
                  link.call(
                      Command.of("EVAL", "return {1, {redis.error_reply('EMQSTALE gone')}}", "0")));
      assertEquals(WireError.STALE_LEASE, nested.error());
      WireException plain =
          assertThrows(
              WireException.class,
              () ->
                  link.call(
                      Command.of("EVAL", "return redis.error_reply('EMQFUTURE it is')", "0")));
      assertEquals(WireError.SERVER, plain.error());
      assertTrue(plain.getMessage().contains("EMQFUTURE it is"), plain.getMessage());
      assertEquals("PONG", Replies.toText(link.call(Command.of("PING"))));
    }
  }

  @Test
  void loadingServersAreUnavailableWithinTheConnectTimeout() throws WireException {
    assumeTrue(
        server.isValkey(), "Redis 6.2 answers nobody while it loads a file as small as this");
    try (PrivateServer loading =
        PrivateServer.start(
            "key-load-delay 20000",
            "loading-process-events-interval-bytes 1024",
            "rdbcompression no",
            "enable-debug-command yes")) {
      dial(loading.uri()).close();
      try (Jedis jedis = loading.jedis()) {
        for (int i = 0; i < 100; i++) {
          jedis.set("k" + i, "v".repeat(2000));
        }
        jedis.save();
      }
      Thread reload =
          new Thread(
              () -> {
                try (Jedis jedis = loading.jedis()) {
                  jedis.sendCommand(
                      () -> "DEBUG".getBytes(StandardCharsets.US_ASCII), "RELOAD", "NOSAVE");
                }
              });
      reload.setDaemon(true);
      reload.start();
      await()
          .untilAsserted(
              () -> {
                WireException refused = refused(loading.uri("connectTimeout=2s"));
                assertEquals(WireError.UNAVAILABLE, refused.error());
                assertTrue(refused.getMessage().contains("loading"), refused.getMessage());
              });
      await().until(() -> tries(loading.uri()));
    }
  }

  @Test
  void sentinelsAreAskedForTheMasterAnewForEachLink() throws Exception {
    String address =
        "*2\r\n"
            + FakeServer.bulk(server.host())
            + FakeServer.bulk(Integer.toString(server.port()));
    AtomicReference<String> answer = new AtomicReference<>("*-1\r\n");
    try (FakeServer deaf = new FakeServer(command -> "");
        FakeServer sentinel = new FakeServer(command -> answer.get())) {
      String hosts = "127.0.0.1:" + deaf.port() + ",127.0.0.1:" + sentinel.port();
      String uri = "valkey+sentinel://:" + server.password() + "@" + hosts + "/main/" + server.db();
      WireException refused = refused(uri);
      assertEquals(WireError.UNAVAILABLE, refused.error());
      assertTrue(refused.getMessage().contains("does not know the master"));
      answer.set(address);
      try (Link link = dial(uri)) {
        assertEquals(server.host() + ":" + server.port(), link.where());
      }
      await().until(() -> sentinel.open() == 0);
    }
  }

  private static boolean tries(String uri) {
    try (Link link = dial(uri)) {
      return !link.isBroken();
    } catch (WireException notYet) {
      return false;
    }
  }

  private static WireException refused(String uri) {
    return assertThrows(WireException.class, () -> dial(uri).close());
  }

  private static Link dial(String uri) throws WireException {
    return factory(uri, null).dial("test");
  }

  private static LinkFactory factory(String uri, Credentials credentials) throws WireException {
    return new LinkFactory(Options.parse(uri), credentials);
  }
}
