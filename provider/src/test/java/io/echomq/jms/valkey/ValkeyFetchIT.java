package io.echomq.jms.valkey;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.config.Options;
import io.echomq.jms.selector.Selector;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Browse;
import io.echomq.jms.wire.BrowsePage;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Fetch;
import io.echomq.jms.wire.Fetched;
import io.echomq.jms.wire.Filter;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.WireException;
import io.echomq.jms.wire.fake.BrokerHarness;
import io.echomq.jms.wire.fake.OutgoingBuilder;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** Fetching what other runtimes left, and by selectors. */
@WithServer
@Timeout(180)
class ValkeyFetchIT {
  private static final String FOREIGN = "JOB0STF4r0SSpz";

  private final TestServer server;
  private final Jedis jedis;
  private final Address queue = new Address(Address.Domain.QUEUE, "orders", "");
  private Broker broker;

  ValkeyFetchIT(TestServer server) {
    this.server = server;
    this.jedis = server.jedis();
  }

  @BeforeEach
  void connect() throws WireException {
    broker = new ValkeyConnector(Options.parse(server.uri())).connect(null);
  }

  @AfterEach
  void close() {
    broker.close();
    jedis.close();
  }

  @Test
  void aJobOfAnotherRuntimeIsATextWithIdTimestampAndCountOne() throws Exception {
    enqueue(FOREIGN, "hello");

    Delivery got = fetch(1).get(0);

    assertEquals(new Body.Text("hello"), got.message().body());
    assertEquals("ID:" + FOREIGN, got.message().header().messageId());
    assertEquals(1795959296123L, got.message().header().timestamp());
    assertEquals(1, got.count());
  }

  @Test
  void anIdOutsideTheGrammarIsDeliveredAndAcknowledged() throws Exception {
    enqueue("odd", "small");
    enqueue("odd-large", "x".repeat(50_000));

    List<Delivery> got = fetch(5);

    assertEquals(2, got.size());
    assertEquals(List.of(), broker.complete(BrokerHarness.tokens(got)).await().lost());
    assertEquals(0, jedis.keys("emq:{orders}:job:*").size());
  }

  @Test
  void aMemberWithoutARowIsRemovedAndHoldsUpNobody() throws Exception {
    jedis.zadd("emq:{orders}:pending", -1, FOREIGN);
    OutgoingBuilder.text(broker, queue, "m").send();

    assertEquals(List.of("m"), BrokerHarness.texts(fetch(5)));
    assertEquals(0, jedis.zcard("emq:{orders}:pending"));
  }

  @Test
  void anExpiredMessageIsAcknowledgedAndTheNextIsFetched() throws Exception {
    OutgoingBuilder.text(broker, queue, "short").ttl(1).send();
    OutgoingBuilder.text(broker, queue, "long").send();
    ValkeyBrokerIT.pass(20);

    assertEquals(List.of("long"), BrokerHarness.texts(fetch(1)));
    broker.complete(BrokerHarness.tokens(fetch(1))).await();
    await().untilAsserted(() -> assertEquals(1, jedis.zcard("emq:{orders}:active")));
  }

  @Test
  void aFetchTakesNoMoreIntoMemoryThanItsLimitAndTheRestIsUnseen() throws Exception {
    String big = "x".repeat(30 << 20);
    for (int i = 0; i < 3; i++) {
      OutgoingBuilder.text(broker, queue, i + big).priority(i == 2 ? 3 : 4).send();
    }

    Fetched first = broker.fetch(new Fetch(queue, null, "s", 10, 60_000, 0));
    assertEquals(2, first.deliveries().size());
    assertTrue(first.more());
    Delivery last = fetch(10).get(0);
    assertEquals(1, last.count());
    assertEquals(3, last.message().header().priority());
  }

  @Test
  void aSelectorFindsOneMatchBehindFiveThousandAndLeavesTheOthersInOrder() throws Exception {
    sendAll(5000);
    OutgoingBuilder.text(broker, queue, "match").property("n", 1).send();
    Filter filter = filter("n = 1");
    List<Delivery> matches = new ArrayList<>();
    Fetched fetched;
    do {
      fetched = broker.fetch(new Fetch(queue, filter, "s", 5, 60_000, 0));
      matches.addAll(fetched.deliveries());
    } while (fetched.more());
    assertEquals(List.of("match"), BrokerHarness.texts(matches));

    List<Delivery> rest = new ArrayList<>();
    while (rest.size() < 1000) {
      rest.addAll(fetch(1000 - rest.size()));
    }
    assertEquals("m0", BrokerHarness.text(rest.get(0)));
    assertEquals("m999", BrokerHarness.text(rest.get(999)));
    assertEquals(1, rest.get(999).count());
  }

  @Test
  void whatLandsBehindASelectorsCursorIsFoundByTheNextPass() throws Exception {
    // Of values as unlike as these a bulk send tells nothing: each is looked at.
    Reply<Void> last = null;
    for (int i = 0; i < 3000; i++) {
      last =
          broker.send(OutgoingBuilder.text(broker, queue, "m" + i).property("n", 100 + i).build());
    }
    last.await();
    Fetch fetch = new Fetch(queue, filter("n = 1"), "s", 5, 60_000, 0);
    assertTrue(broker.fetch(fetch).more());
    OutgoingBuilder.text(broker, queue, "first").property("n", 1).priority(9).send();

    await()
        .pollInterval(5, TimeUnit.MILLISECONDS)
        .atMost(30, TimeUnit.SECONDS)
        .until(
            () -> BrokerHarness.texts(broker.fetch(fetch).deliveries()), List.of("first")::equals);
  }

  @Test
  void whatASelectiveConsumerGivesBackItGetsAgainAtOnce() throws Exception {
    sendAll(3000);
    OutgoingBuilder.text(broker, queue, "match").property("n", 1).send();
    Fetch fetch = new Fetch(queue, filter("n = 1"), "s", 5, 60_000, 0);
    Delivery got = drain(fetch).get(0);
    assertEquals(List.of(), broker.fetch(fetch).deliveries());

    broker.giveBack(List.of(new GiveBack(got, GiveBack.Verdict.AGAIN, 0, "again")));

    List<Delivery> again = drain(fetch);
    assertEquals(List.of("match"), BrokerHarness.texts(again));
    assertEquals(2, again.get(0).count());
  }

  @Test
  void whatTheServerCannotDecideIsDecidedHereInTheOrderOfConsumption() throws Exception {
    String large = "x".repeat(Job.INLINE_BYTES + 1);
    OutgoingBuilder.text(broker, queue, "a").property("n", 1).send();
    OutgoingBuilder.text(broker, queue, large).property("n", 1).send();
    OutgoingBuilder.text(broker, queue, large).property("n", 2).send();
    OutgoingBuilder.text(broker, queue, "c").property("n", 1).send();
    Fetch fetch = new Fetch(queue, filter("n = 1"), "s", 5, 60_000, 0);

    assertEquals(List.of("a", large, "c"), BrokerHarness.texts(drain(fetch)));
  }

  @Test
  void messagesOfGroupsAreBrowsedAndSelectedToo() throws Exception {
    OutgoingBuilder.text(broker, queue, "plain").property("n", 1).send();
    OutgoingBuilder.text(broker, queue, "g1").property("n", 0).property("JMSXGroupID", "g").send();
    OutgoingBuilder.text(broker, queue, "g2").property("n", 1).property("JMSXGroupID", "g").send();
    List<String> seen = new ArrayList<>();
    String cursor = null;
    do {
      BrowsePage page = broker.browse(new Browse(queue, null, cursor, 1));
      seen.addAll(BrokerHarness.texts(page.messages()));
      cursor = page.cursor();
    } while (cursor != null);
    assertEquals(List.of("plain", "g1", "g2"), seen);

    Fetch fetch = new Fetch(queue, filter("n = 1"), "s", 5, 60_000, 0);
    List<Delivery> got = drain(fetch);
    assertEquals(List.of("plain", "g2"), BrokerHarness.texts(got));
    broker.complete(BrokerHarness.tokens(got)).await();
    assertEquals(List.of("g1"), BrokerHarness.texts(fetch(5)));
  }

  @Test
  void aSelectorOnTheDeadViewFindsItsMatch() throws Exception {
    for (int n = 0; n < 3; n++) {
      OutgoingBuilder.text(broker, queue, "m" + n).property("n", n).send();
    }
    broker.giveBack(
        fetch(5).stream().map(d -> new GiveBack(d, GiveBack.Verdict.DEAD, 0, "boom")).toList());
    Fetch fetch = new Fetch(Address.queue("orders/dead"), filter("n = 1"), "s", 5, 60_000, 0);

    List<Delivery> got = drain(fetch);
    assertEquals(List.of("m1"), BrokerHarness.texts(got));
    broker.complete(BrokerHarness.tokens(got)).await();
    assertEquals(2, jedis.zcard("emq:{orders}:dead"));
  }

  private List<Delivery> drain(Fetch fetch) throws WireException {
    List<Delivery> all = new ArrayList<>();
    Fetched fetched;
    do {
      fetched = broker.fetch(fetch);
      all.addAll(fetched.deliveries());
    } while (fetched.more());
    return all;
  }

  private static Filter filter(String text) {
    Selector selector = Selector.parse(text).orElseThrow();
    return new Filter(
        text, selector.program(), data -> Integer.valueOf(1).equals(data.properties().get("n")));
  }

  private void sendAll(int count) throws WireException {
    Reply<Void> last = null;
    for (int i = 0; i < count; i++) {
      last = broker.send(OutgoingBuilder.text(broker, queue, "m" + i).build());
    }
    last.await();
  }

  private void enqueue(String id, String payload) {
    jedis.hset(
        "emq:{orders}:job:" + id, Map.of("state", "pending", "attempts", "0", "payload", payload));
    jedis.zadd("emq:{orders}:pending", 0, id);
  }

  private List<Delivery> fetch(int max) throws WireException {
    return broker.fetch(new Fetch(queue, null, "s", max, 60_000, 0)).deliveries();
  }
}
