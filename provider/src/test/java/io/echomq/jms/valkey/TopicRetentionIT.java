package io.echomq.jms.valkey;

import static io.echomq.jms.valkey.TopicRig.spec;
import static io.echomq.jms.valkey.TopicRig.take;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.config.Options;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Replay;
import io.echomq.jms.wire.Replay.Start;
import io.echomq.jms.wire.Subscription;
import io.echomq.jms.wire.SubscriptionSpec.Kind;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import io.echomq.lua.ScriptCatalog;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.params.XClaimParams;

/** What the log keeps, who holds it, and how long; fencing of pending entries; seek. */
@WithServer
@Timeout(240)
class TopicRetentionIT {
  private static final String QUICK = "lease=1500ms&beat=50ms&retainAcked=200";

  /** A node of the stream holds a hundred records: trimming is that coarse. */
  private static final long COARSE = 100;

  private static String stream(Address topic) {
    return "emq:{" + topic.base() + "}:stream:events";
  }

  private static void awaitLength(Jedis jedis, Address topic, long least, long most) {
    await()
        .atMost(20, TimeUnit.SECONDS)
        .until(() -> jedis.xlen(stream(topic)) >= least && jedis.xlen(stream(topic)) <= most);
  }

  /** So many beats of the trimmer pass, kept awake by sends. */
  private static void beats(Broker broker, Address topic, int count) throws Exception {
    for (int i = 0; i < count; i++) {
      TopicRig.publish(broker, topic, "beat", i, i + 1);
      ValkeyBrokerIT.pass(510);
    }
  }

  @Test
  void topicThatNobodyReadsDoesNotGrowWithoutBound(TestServer server) throws Exception {
    Address topic = Address.topic("alone");
    try (TopicRig rig = new TopicRig();
        Jedis jedis = server.jedis()) {
      Broker broker = rig.broker(server.uri(QUICK));
      TopicRig.publish(broker, topic, "m", 0, 3000);
      awaitLength(jedis, topic, 200, 200 + COARSE);
    }
  }

  @Test
  void nothingADurableSubscriptionNeedsIsTrimmedAndWhatItAcknowledgedIs(TestServer server)
      throws Exception {
    Address topic = Address.topic("needed");
    try (TopicRig rig = new TopicRig();
        Jedis jedis = server.jedis()) {
      Broker broker = rig.broker(server.uri(QUICK));
      TopicRig.subscribe(broker, topic, Kind.DURABLE).close();
      TopicRig.publish(broker, topic, "m", 0, 3000);
      beats(broker, topic, 4);
      assertEquals(3004, jedis.xlen(stream(topic)));

      Subscription again = TopicRig.subscribe(broker, topic, Kind.DURABLE);
      List<Delivery> first = again.fetch(1).deliveries();
      take(broker, again, 3003);
      beats(broker, topic, 4);
      // The first one is handed out and not acknowledged: it holds all that follows.
      assertEquals(3008, jedis.xlen(stream(topic)));

      TopicRig.complete(broker, first);
      take(broker, again, 4);
      awaitLength(jedis, topic, 200, 200 + COARSE);
    }
  }

  @Test
  void groupsOfOtherRuntimesAndReadersThatLagHoldTheLog(TestServer server) throws Exception {
    Address topic = Address.topic("foreign");
    try (TopicRig rig = new TopicRig();
        Jedis jedis = server.jedis()) {
      Broker broker = rig.broker(server.uri(QUICK));
      jedis.xgroupCreate(stream(topic), "elixir", StreamEntryID.XGROUP_LAST_ENTRY, true);
      Subscription lagging = TopicRig.subscribe(broker, topic, Kind.PLAIN);
      TopicRig.publish(broker, topic, "m", 0, 2000);
      beats(broker, topic, 4);
      assertEquals(2004, jedis.xlen(stream(topic)));

      jedis.xgroupDestroy(stream(topic), "elixir");
      beats(broker, topic, 4);
      assertEquals(2008, jedis.xlen(stream(topic)));

      assertEquals("m0", TopicRig.text(take(broker, lagging, 2008).get(0)));
      awaitLength(jedis, topic, 200, 200 + COARSE);
    }
  }

  @Test
  void abandonedReadersAndSharedSubscriptionsStopHoldingTheLog(TestServer server) throws Exception {
    Address topic = Address.topic("abandoned");
    try (TopicRig rig = new TopicRig();
        Jedis jedis = server.jedis()) {
      Broker broker = rig.broker(server.uri(QUICK));
      TopicRig.publish(broker, topic, "m", 0, 1);
      // As a JVM leaves them that is killed: leases that nobody renews.
      jedis.hset(
          "emq:{abandoned}:jms:readers:events",
          "CON0000000000",
          "0-0 " + (System.currentTimeMillis() + 400));
      String sub = "emq:{_jms}:jms:sub:s:$:gone";
      jedis.hset(
          sub,
          java.util.Map.of(
              "topic",
              "abandoned",
              "kind",
              "SHARED",
              "selector",
              "",
              "noLocal",
              "0",
              "generation",
              "SUB00000000001",
              "start",
              "0-0",
              "created",
              "0"));
      jedis.zadd(sub + ":live", System.currentTimeMillis() + 400, "jms:CON0000000000:1");
      String group = "jms:s:$:gone:SUB00000000001";
      jedis.hset("emq:{_jms}:jms:subs", "abandoned " + group, "s:$:gone");
      jedis.xgroupCreate(stream(topic), group, new StreamEntryID("0-0"), true);
      TopicRig.publish(broker, topic, "m", 1, 2000);
      await()
          .atMost(30, TimeUnit.SECONDS)
          .until(
              () -> {
                TopicRig.publish(broker, topic, "more", 0, 1);
                return jedis.xlen(stream(topic)) <= 200 + COARSE;
              });
      assertTrue(!jedis.exists(sub) && jedis.xinfoGroups(stream(topic)).isEmpty());
    }
  }

  @Test
  void groupThatNoSubscriptionNamesIsRemovedAfterAWhile(TestServer server) throws Exception {
    Address topic = Address.topic("orphan");
    try (TopicRig rig = new TopicRig();
        Jedis jedis = server.jedis()) {
      Broker broker = rig.broker(server.uri(QUICK));
      TopicRig.publish(broker, topic, "m", 0, 1);
      jedis.xgroupCreate(
          stream(topic), "jms:d:client:audit:SUB00000000001", new StreamEntryID("0-0"), true);
      await().atMost(30, TimeUnit.SECONDS).until(() -> jedis.xinfoGroups(stream(topic)).isEmpty());
    }
  }

  @Test
  void subscriptionWhoseGroupACrashPreventedBeginsWhereItWasCreated(TestServer server)
      throws Exception {
    Address topic = Address.topic("half");
    try (TopicRig rig = new TopicRig();
        Jedis jedis = server.jedis()) {
      Broker broker = rig.broker(server.uri());
      TopicRig.subscribe(broker, topic, Kind.DURABLE).close();
      String group = jedis.xinfoGroups(stream(topic)).get(0).getName();
      jedis.xgroupDestroy(stream(topic), group);
      TopicRig.publish(broker, topic, "m", 0, 3);

      Subscription again = TopicRig.subscribe(broker, topic, Kind.DURABLE);

      assertEquals(List.of("m0", "m1", "m2"), TopicRig.texts(take(broker, again, 3)));
    }
  }

  @Test
  void hardLimitsTrimWhatIsNeededToo(TestServer server) throws Exception {
    Address topic = Address.topic("hard");
    try (TopicRig rig = new TopicRig();
        Jedis jedis = server.jedis()) {
      Broker broker = rig.broker(server.uri("lease=600ms&beat=50ms&retainLength=50"));
      TopicRig.subscribe(broker, topic, Kind.DURABLE).close();
      TopicRig.publish(broker, topic, "m", 0, 500);
      awaitLength(jedis, topic, 50, 50);
      Subscription again = TopicRig.subscribe(broker, topic, Kind.DURABLE);
      assertEquals("m450", TopicRig.text(take(broker, again, 50).get(0)));
    }
  }

  @Test
  void entryThatSomebodyElseTookIsNeitherRenewedNorAcknowledged(TestServer server)
      throws Exception {
    Address topic = Address.topic("stolen");
    try (TopicRig rig = new TopicRig();
        Jedis jedis = server.jedis()) {
      Broker broker = rig.broker(server.uri());
      Subscription subscription = TopicRig.subscribe(broker, topic, Kind.SHARED_DURABLE);
      TopicRig.publish(broker, topic, "m", 0, 2);
      List<LeaseToken> tokens =
          subscription.fetch(2).deliveries().stream().map(Delivery::token).toList();
      LeaseToken stolen = tokens.get(0);
      StreamEntryID id = new StreamEntryID(stolen.id());
      jedis.xclaim(stream(topic), stolen.group(), "thief", 0, XClaimParams.xClaimParams(), id);

      assertEquals(List.of(stolen), broker.extend(tokens, 30_000));
      assertEquals(List.of(stolen), broker.complete(tokens).await().lost());
      assertEquals(1, jedis.xpending(stream(topic), stolen.group()).getTotal());
    }
  }

  @Test
  void deadConsumersRecordsAreTakenOverAfterItsLease(TestServer server) throws Exception {
    Address topic = Address.topic("taken-over");
    try (TopicRig rig = new TopicRig();
        Jedis jedis = server.jedis()) {
      Broker broker = rig.broker(server.uri(QUICK));
      Subscription subscription = TopicRig.subscribe(broker, topic, Kind.SHARED_DURABLE);
      TopicRig.publish(broker, topic, "m", 0, 3);
      String group = jedis.xinfoGroups(stream(topic)).get(0).getName();
      String sub = "emq:{_jms}:jms:sub:d:client:audit";
      jedis.zadd(sub + ":live", System.currentTimeMillis() + 300, "jms:CON0000000000:7");
      jedis.xreadGroup(
          group,
          "jms:CON0000000000:7",
          redis.clients.jedis.params.XReadGroupParams.xReadGroupParams().count(2),
          java.util.Map.of(stream(topic), StreamEntryID.XREADGROUP_UNDELIVERED_ENTRY));

      List<Delivery> got = take(broker, subscription, 3);

      assertEquals(
          List.of(2, 2, 1),
          got.stream()
              .sorted(java.util.Comparator.comparing(TopicRig::text))
              .map(Delivery::count)
              .toList());
    }
  }

  @Test
  void seekMovesADurableSubscriptionThatHasNoConsumer(TestServer server) throws Exception {
    Address topic = Address.topic("seek");
    try (TopicRig rig = new TopicRig()) {
      Broker broker = rig.broker(server.uri());
      ValkeyRuntime runtime =
          ValkeyRuntime.open(Options.parse(server.uri()), null, ScriptCatalog.load());
      try {
        Subscription first = TopicRig.subscribe(broker, topic, Kind.DURABLE);
        TopicRig.publish(broker, topic, "m", 0, 5);
        take(broker, first, 5);
        Replay last = Replay.from(Start.LAST, 2);
        WireException used =
            assertThrows(
                WireException.class,
                () -> runtime.topics.desk().seek(TopicRig.CLIENT, TopicRig.NAME, last));
        assertEquals(WireError.SUBSCRIPTION_IN_USE, used.error());
        first.close();

        runtime.topics.desk().seek(TopicRig.CLIENT, TopicRig.NAME, last);

        Subscription again = TopicRig.subscribe(broker, topic, Kind.DURABLE);
        assertEquals(List.of("m3", "m4"), TopicRig.texts(take(broker, again, 2)));
      } finally {
        runtime.close();
      }
    }
  }

  @Test
  void replayThatHoldsOldRecordsSparesThemFromTrimming(TestServer server) throws Exception {
    Address topic = Address.topic("spared");
    try (TopicRig rig = new TopicRig()) {
      Broker broker = rig.broker(server.uri(QUICK));
      TopicRig.publish(broker, topic, "m", 0, 150);
      Subscription replay =
          broker.subscribe(spec(topic, Kind.PLAIN, Replay.from(Start.BEGINNING, 0)));
      TopicRig.publish(broker, topic, "m", 150, 2000);
      beats(broker, topic, 3);
      assertEquals("m0", TopicRig.text(take(broker, replay, 2003).get(0)));
    }
  }
}
