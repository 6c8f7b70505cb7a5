package io.echomq.jms.valkey;

import static io.echomq.jms.valkey.TopicRig.spec;
import static io.echomq.jms.valkey.TopicRig.take;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Replay;
import io.echomq.jms.wire.Replay.Start;
import io.echomq.jms.wire.Subscription;
import io.echomq.jms.wire.SubscriptionSpec.Kind;
import io.echomq.testing.FaultProxy;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** History goes over into what is live; a backlog comes whole; many share one read. */
@WithServer
@Timeout(300)
class TopicSeamIT {

  private static void assertInOrder(List<Delivery> got, int from) {
    for (int i = 0; i < got.size(); i++) {
      assertEquals("m" + (from + i), TopicRig.text(got.get(i)));
    }
  }

  @Test
  void replaysThatBeginUnderLoadMissNothingAndDoubleNothing(TestServer server) throws Exception {
    int all = 30_000;
    Address topic = Address.topic("seam");
    try (TopicRig rig = new TopicRig()) {
      Broker publisher = rig.broker(server.uri());
      Broker reader = rig.broker(server.uri());
      CompletableFuture<Void> publishing =
          CompletableFuture.runAsync(() -> publishUnchecked(publisher, topic, all));
      List<CompletableFuture<List<Delivery>>> replays = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        Subscription replay =
            reader.subscribe(spec(topic, Kind.PLAIN, Replay.from(Start.BEGINNING, 0)));
        replays.add(CompletableFuture.supplyAsync(() -> take(reader, replay, all)));
        // The next one begins when the log has grown.
        take(reader, reader.subscribe(spec(topic, Kind.PLAIN, Replay.NONE)), 500);
      }
      publishing.get(60, TimeUnit.SECONDS);
      for (CompletableFuture<List<Delivery>> replay : replays) {
        assertInOrder(replay.get(60, TimeUnit.SECONDS), 0);
      }
    }
  }

  private static void publishUnchecked(Broker publisher, Address topic, int all) {
    try {
      TopicRig.publish(publisher, topic, "m", 0, all);
    } catch (io.echomq.jms.wire.WireException failed) {
      throw new AssertionError(failed);
    }
  }

  @Test
  void consumerThatLagsBehindItsBufferCatchesUpWithoutLoss(TestServer server) throws Exception {
    int all = 5_000;
    Address topic = Address.topic("lags");
    try (TopicRig rig = new TopicRig()) {
      Broker broker = rig.broker(server.uri());
      Subscription slow = TopicRig.subscribe(broker, topic, Kind.PLAIN);
      Subscription fast = TopicRig.subscribe(broker, topic, Kind.PLAIN);
      slow.fetch(1);
      TopicRig.publish(broker, topic, "m", 0, all);
      assertInOrder(take(broker, fast, all), 0);
      assertInOrder(take(broker, slow, all), 0);
      TopicRig.publish(broker, topic, "m", all, all + 100);
      assertInOrder(take(broker, slow, 100), all);
      assertInOrder(take(broker, fast, 100), all);
    }
  }

  @Test
  void durableBacklogOfManyComesOnceInOrderWithConstantHeapWhileOthersGoOn(TestServer server)
      throws Exception {
    int backlog = 200_000;
    int more = 10_000;
    Address topic = Address.topic("backlog");
    try (TopicRig rig = new TopicRig()) {
      Broker publisher = rig.broker(server.uri());
      Broker other = rig.broker(server.uri());
      Broker reader = rig.broker(server.uri());
      TopicRig.subscribe(reader, topic, Kind.DURABLE).close();
      TopicRig.publish(publisher, topic, "m", 0, backlog);
      CompletableFuture<Void> publishing =
          CompletableFuture.runAsync(
              () -> {
                try {
                  TopicRig.publish(other, topic, "m", backlog, backlog + more);
                } catch (io.echomq.jms.wire.WireException failed) {
                  throw new AssertionError(failed);
                }
              });
      Subscription again = TopicRig.subscribe(reader, topic, Kind.DURABLE);
      long before = usedHeap();
      long most = 0;
      int next = 0;
      while (next < backlog + more) {
        List<Delivery> some = again.fetch(500).deliveries();
        TopicRig.complete(reader, some);
        assertInOrder(some, next);
        next += some.size();
        if (next % 50_000 < 500 && !some.isEmpty()) {
          most = Math.max(most, usedHeap());
        }
      }
      publishing.get(60, TimeUnit.SECONDS);
      assertEquals(List.of(), again.fetch(5).deliveries());
      long grown = most - before;
      assertTrue(grown < 30L << 20, "the heap grew by " + (grown >> 20) + " MB");
    }
  }

  private static long usedHeap() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  void fiftyConsumersOfAConnectionCostOneReadForABatch(TestServer server) throws Exception {
    int batches = 40;
    int size = 50;
    Address topic = Address.topic("fanout");
    try (TopicRig rig = new TopicRig();
        Jedis jedis = server.jedis()) {
      Broker publisher = rig.broker(server.uri());
      Broker reader = rig.broker(server.uri());
      List<Subscription> all = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        all.add(TopicRig.subscribe(reader, topic, Kind.PLAIN));
        all.get(i).fetch(1);
      }
      TopicRig.publish(publisher, topic, "m", 0, size);
      for (Subscription one : all) {
        assertInOrder(take(reader, one, size), 0);
      }
      long reads = calls(jedis, "xread");
      long ranges = calls(jedis, "xrange");
      long appends = calls(jedis, "evalsha");
      for (int batch = 1; batch <= batches; batch++) {
        TopicRig.publish(publisher, topic, "m", batch * size, (batch + 1) * size);
        for (Subscription one : all) {
          assertInOrder(take(reader, one, size), batch * size);
        }
      }
      // A batch of the test may reach the server as a few calls, each of which wakes the reader.
      long more = calls(jedis, "xread") - reads;
      long most = Math.max(4L * batches, calls(jedis, "evalsha") - appends) + 10;
      assertEquals(ranges, calls(jedis, "xrange"));
      assertTrue(more <= most, () -> more + " reads for " + batches + " batches, not " + most);
    }
  }

  private static long calls(Jedis jedis, String command) {
    for (String line : jedis.info("commandstats").split("\r\n")) {
      if (line.startsWith("cmdstat_" + command + ":calls=")) {
        return Long.parseLong(line.replaceAll(".*:calls=(\\d+),.*", "$1"));
      }
    }
    return 0;
  }

  @Test
  void sendWhoseReplyIsLostHappensOnce(TestServer server) throws Exception {
    Address topic = Address.topic("once");
    try (TopicRig rig = new TopicRig();
        FaultProxy proxy = FaultProxy.before(server)) {
      Broker publisher = rig.broker(server.uri(proxy));
      Broker reader = rig.broker(server.uri());
      Subscription subscription = TopicRig.subscribe(reader, topic, Kind.DURABLE);
      TopicRig.publish(publisher, topic, "m", 0, 1);
      CompletableFuture<Void> lost = proxy.loseReplyTo("stream:events");

      TopicRig.publish(publisher, topic, "m", 1, 2);

      lost.get(30, TimeUnit.SECONDS);
      TopicRig.publish(publisher, topic, "m", 2, 3);
      assertInOrder(take(reader, subscription, 3), 0);
      assertEquals(List.of(), subscription.fetch(5).deliveries());
    }
  }

  @Test
  void readWhoseReplyIsLostLosesNothingAndCountsNothing(TestServer server) throws Exception {
    Address topic = Address.topic("lostread");
    try (TopicRig rig = new TopicRig();
        FaultProxy proxy = FaultProxy.before(server)) {
      Broker publisher = rig.broker(server.uri());
      Broker reader = rig.broker(server.uri(proxy));
      Subscription subscription = TopicRig.subscribe(reader, topic, Kind.SHARED);
      TopicRig.publish(publisher, topic, "m", 0, 3);
      CompletableFuture<Void> lost = proxy.loseReplyTo("XREADGROUP");
      org.junit.jupiter.api.Assertions.assertThrows(
          io.echomq.jms.wire.WireException.class, () -> subscription.fetch(2));
      lost.get(30, TimeUnit.SECONDS);

      List<Delivery> got = take(reader, subscription, 3);

      assertInOrder(got, 0);
      got.forEach(one -> assertEquals(1, one.count()));
    }
  }

  @Test
  void subscriptionsOutliveACutAndARestartOfTheirConnection(TestServer server) throws Exception {
    Address topic = Address.topic("cut");
    try (TopicRig rig = new TopicRig();
        FaultProxy proxy = FaultProxy.before(server)) {
      Broker publisher = rig.broker(server.uri());
      Broker reader = rig.broker(server.uri(proxy));
      Subscription plain = TopicRig.subscribe(reader, topic, Kind.PLAIN);
      Subscription durable = TopicRig.subscribe(reader, topic, Kind.DURABLE);
      TopicRig.publish(publisher, topic, "m", 0, 10);
      assertInOrder(take(reader, plain, 10), 0);
      assertInOrder(take(reader, durable, 5), 0);

      proxy.down();
      TopicRig.publish(publisher, topic, "m", 10, 20);
      proxy.up();

      List<Delivery> rest = new ArrayList<>();
      org.awaitility.Awaitility.await()
          .atMost(20, TimeUnit.SECONDS)
          .ignoreExceptions()
          .until(
              () -> {
                rest.addAll(durable.fetch(20).deliveries());
                return rest.size() == 15;
              });
      assertInOrder(rest, 5);
      List<Delivery> live = new ArrayList<>();
      org.awaitility.Awaitility.await()
          .atMost(20, TimeUnit.SECONDS)
          .ignoreExceptions()
          .until(
              () -> {
                live.addAll(plain.fetch(20).deliveries());
                return live.size() == 10;
              });
      assertInOrder(live, 10);
    }
  }
}
