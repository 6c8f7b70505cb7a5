package io.echomq.jms.valkey;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.config.Options;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Fetch;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.Settled;
import io.echomq.jms.wire.TransactionUnit;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import io.echomq.jms.wire.fake.BrokerHarness;
import io.echomq.jms.wire.fake.OutgoingBuilder;
import io.echomq.testing.FaultProxy;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/**
 * Sends, acknowledgements and commits over a connection that loses replies (hard cases, 1 and 2).
 */
@WithServer
@Timeout(180)
class ExactlyOnceIT {
  /** Long enough for a send to a server that is there, on a busy machine. */
  private static final String BRIEF = "sendTimeout=1500ms";

  private final TestServer server;
  private final FaultProxy proxy;
  private final Address queue = new Address(Address.Domain.QUEUE, "orders", "");
  private Broker broker;
  private Broker direct;

  ExactlyOnceIT(TestServer server) {
    this.server = server;
    this.proxy = FaultProxy.before(server);
  }

  @BeforeEach
  void connect() throws WireException {
    broker = connect("");
    direct = new ValkeyConnector(Options.parse(server.uri())).connect(null);
  }

  @AfterEach
  void close() {
    proxy.up();
    proxy.passReplies();
    broker.close();
    direct.close();
    proxy.close();
  }

  @Test
  void aSendWhoseReplyIsLostAndWhoseMessageWasConsumedIsNotStoredAgain() throws Exception {
    text("first").send();
    proxy.dropReplies();
    Reply<Void> reply = broker.send(text("m").build());
    await().until(() -> waiting() == 2);
    direct.complete(BrokerHarness.tokens(fetch(2))).await();
    proxy.passReplies();
    proxy.cut();

    reply.await();

    assertEquals(List.of(), fetch(5));
    try (Jedis jedis = server.jedis()) {
      assertEquals(0, jedis.keys("emq:{orders}:job:*").size());
    }
  }

  @Test
  void manySendsOverAConnectionThatIsCutAgainAndAgainArriveOnceAndInOrder() throws Exception {
    String large = "x".repeat(40_000);
    List<Reply<Void>> replies = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      String text = i % 100 == 7 ? i + large : "m" + i;
      expected.add(text);
      replies.add(broker.send(text(text).build()));
      if (i % 150 == 149) {
        proxy.cut();
      }
    }
    for (Reply<Void> reply : replies) {
      reply.await();
    }
    List<String> got = new ArrayList<>();
    for (List<Delivery> some = fetch(500); !some.isEmpty(); some = fetch(500)) {
      got.addAll(BrokerHarness.texts(some));
    }
    assertEquals(expected, got);
  }

  @Test
  void anIdThatAnotherRuntimeTookIsMintedAnewAndTheMessageKeepsItsName() throws Exception {
    Outgoing first = text("mine").build();
    try (Jedis jedis = server.jedis()) {
      jedis.hset("emq:{orders}:job:" + first.id(), "payload", "theirs");
      jedis.hset("emq:{orders}:job:" + first.id(), "state", "pending");
      jedis.hset("emq:{orders}:job:" + first.id(), "attempts", "0");
      jedis.zadd("emq:{orders}:pending", 0, first.id());
    }

    broker.send(first).await();
    text("next").send();

    List<Delivery> got = fetch(5);
    assertEquals(List.of("theirs", "mine", "next"), BrokerHarness.texts(got));
    assertFalse(got.get(1).token().id().equals(first.id()));
    assertEquals("ID:" + first.id(), got.get(1).message().header().messageId());
  }

  @Test
  void aUnitWithAnIdThatAnotherRuntimeTookIsAppliedUnderAnotherId() throws Exception {
    Outgoing out = text("mine").build();
    try (Jedis jedis = server.jedis()) {
      jedis.hset("emq:{orders}:job:" + out.id(), "payload", "theirs");
    }
    broker.commit(new TransactionUnit("s", 1, List.of(), List.of(out))).await();
    assertEquals(List.of("mine"), BrokerHarness.texts(fetch(5)));
  }

  @Test
  void anAcknowledgementWhoseReplyIsLostIsNoLoss() throws Exception {
    text("m").send();
    List<Delivery> got = fetch(1);
    proxy.loseReplyTo(got.get(0).token().id());

    Settled settled = broker.complete(BrokerHarness.tokens(got)).await();

    assertEquals(Settled.ALL, settled);
    assertEquals(0, waiting());
  }

  @Test
  void anAcknowledgementWhoseReplyIsLostIsNoLossHoweverLateTheRepeatIs() throws Exception {
    reconnect("lease=300ms");
    text("m").send();
    List<Delivery> got = fetch(1);
    proxy.dropReplies();
    Reply<Settled> reply = broker.complete(BrokerHarness.tokens(got));
    await().until(() -> waiting() == 0);
    proxy.down();
    long late = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(400);
    await().until(() -> System.nanoTime() > late);
    proxy.passReplies();
    proxy.up();

    assertEquals(Settled.ALL, reply.await());
  }

  @Test
  void aRepeatedAcknowledgementThatNeverArrivedTellsWhatOthersSettledMeanwhile() throws Exception {
    text("m").send();
    text("n").send();
    List<Delivery> got = fetch(2);
    broker.complete(BrokerHarness.tokens(got.subList(1, 2))).await();
    proxy.hold();
    Reply<Settled> reply = broker.complete(BrokerHarness.tokens(got.subList(0, 1)));
    await().pollDelay(100, TimeUnit.MILLISECONDS).until(() -> !reply.isDone());
    proxy.cut();
    direct.complete(BrokerHarness.tokens(got.subList(0, 1))).await();
    proxy.release();

    assertEquals(BrokerHarness.tokens(got.subList(0, 1)), reply.await().gone());
  }

  @Test
  void aCommitWhoseReplyIsLostIsAppliedOnce() throws Exception {
    text("in").send();
    List<Delivery> got = fetch(1);
    Outgoing out = text("out").build();
    proxy.loseReplyTo(out.id());

    broker.commit(new TransactionUnit("s", 1, BrokerHarness.tokens(got), List.of(out))).await();

    assertEquals(List.of("out"), BrokerHarness.texts(fetch(5)));
    assertEquals(List.of(), fetch(5));
  }

  @Test
  void aSendWithoutAnAnswerIsInDoubtAndNeverAppliedASecondTime() throws Exception {
    reconnect(BRIEF);
    text("before").send();
    proxy.dropReplies();
    assertEquals(WireError.IN_DOUBT, failure(text("doubtful")));
    proxy.passReplies();
    proxy.cut();

    text("after").send();

    assertEquals(List.of("before", "doubtful", "after"), BrokerHarness.texts(fetch(5)));
  }

  @Test
  void aSendToAServerThatIsAwayIsUnavailableAndNotAppliedLater() throws Exception {
    reconnect(BRIEF);
    text("before").send();
    proxy.down();
    assertEquals(WireError.IN_DOUBT, failure(text("was written")), "the cut came unseen");
    assertEquals(WireError.UNAVAILABLE, failure(text("never written")));
    proxy.up();

    text("after").send();

    assertEquals(List.of("before", "after"), BrokerHarness.texts(fetch(5)));
  }

  @Test
  void nobodyWaitsLongerThanTheSendTimeoutForAServerThatIsSilent() throws Exception {
    reconnect(BRIEF + "&connectTimeout=30s&socketTimeout=30s");
    text("before").send();
    proxy.hold();
    proxy.cut();
    long begun = System.nanoTime();

    WireError error = failure(text("m"));

    long waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
    proxy.release();
    assertTrue(error == WireError.UNAVAILABLE || error == WireError.IN_DOUBT, error.name());
    assertTrue(waited < 15_000, "waited " + waited + " ms");
  }

  @Test
  void anOutageShorterThanTheSendTimeoutIsWaitedOut() throws Exception {
    text("before").send();
    proxy.down();
    Reply<Void> reply = broker.send(text("during").build());
    await().until(() -> proxy.refused() > 1);
    assertFalse(reply.isDone());
    proxy.up();

    reply.await();

    assertEquals(List.of("before", "during"), BrokerHarness.texts(fetch(5)));
  }

  @Test
  void aForeignVersionAfterAReconnectEndsTheBrokerAndIsToldOnce() throws Exception {
    List<WireException> told = new CopyOnWriteArrayList<>();
    broker.onFailure(told::add);
    text("before").send();
    try (Jedis jedis = server.jedis()) {
      jedis.set("{emq}:version", "echomq:3.0.0");
      proxy.cut();

      WireException failure = assertThrows(WireException.class, () -> text("after").send());

      assertTrue(failure.getMessage().contains("echomq:3.0.0"), failure.getMessage());
      await().until(() -> told.size() == 1);
      assertEquals(WireError.FOREIGN_VERSION, told.get(0).error());
      assertEquals(
          WireError.FOREIGN_VERSION,
          assertThrows(WireException.class, () -> broker.ping()).error());
      assertEquals("echomq:3.0.0", jedis.get("{emq}:version"));
      jedis.set("{emq}:version", "echomq:2.0.0");
    }
  }

  @Test
  void closeWaitsForSendsNobodyWaitedForAndLeavesNoThread() throws Exception {
    String where = "127.0.0.1:" + proxy.port();
    for (int i = 0; i < 200; i++) {
      broker.send(text("m" + i).build());
    }

    broker.close();

    assertEquals(200, fetch(250).size());
    // Close waits for its threads, and not for ever.
    await()
        .alias("a thread of the broker is left")
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(t -> t.getName().contains(where)));
    // The proxy hears of it when it reads the end of the connection.
    await().until(() -> proxy.open() == 0);
  }

  private OutgoingBuilder text(String text) {
    return OutgoingBuilder.text(broker, queue, text);
  }

  private static WireError failure(OutgoingBuilder message) {
    return assertThrows(WireException.class, message::send).error();
  }

  private List<Delivery> fetch(int max) throws WireException {
    return direct.fetch(new Fetch(queue, null, "s", max, 60_000, 0)).deliveries();
  }

  private long waiting() {
    try (Jedis jedis = server.jedis()) {
      return jedis.zcard("emq:{orders}:pending") + jedis.zcard("emq:{orders}:active");
    }
  }

  private void reconnect(String options) throws WireException {
    broker.close();
    broker = connect(options);
  }

  private Broker connect(String options) throws WireException {
    String uri = server.uri(proxy) + "?reconnectMin=5ms&reconnectMax=20ms&" + options;
    return new ValkeyConnector(Options.parse(uri.replaceAll("&$", ""))).connect(null);
  }
}
