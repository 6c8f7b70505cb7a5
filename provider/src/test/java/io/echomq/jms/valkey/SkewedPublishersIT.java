package io.echomq.jms.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Subscription;
import io.echomq.jms.wire.SubscriptionSpec.Kind;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.resps.StreamEntry;

/** Ten publishers in five JVMs whose clocks differ by up to ten seconds (hard cases, 3). */
@WithServer
class SkewedPublishersIT {
  private static final int JVMS = 5;
  private static final int EACH = 10_000;
  private static final int ALL = 2 * JVMS * EACH;
  private static final long[] SKEWS = {-5000, 5000, 0, -2500, 3000};

  @Test
  @Timeout(600)
  void noSendFailsAndEachPublishersOrderHoldsForEverySubscriber(TestServer server)
      throws Exception {
    // The history is kept whole: it is looked at in the end.
    String uri = server.uri("retainAcked=1000000");
    Address topic = Address.topic("skewed");
    try (TopicRig rig = new TopicRig()) {
      Broker broker = rig.broker(uri);
      Subscription plain = TopicRig.subscribe(broker, topic, Kind.PLAIN);
      Subscription durable = TopicRig.subscribe(broker, topic, Kind.DURABLE);
      List<Process> children = new ArrayList<>();
      for (int i = 0; i < JVMS; i++) {
        children.add(start(uri, i));
      }

      Order inPlain = new Order();
      Order inDurable = new Order();
      while (inPlain.count < ALL || inDurable.count < ALL) {
        inPlain.add(fetch(broker, plain));
        inDurable.add(fetch(broker, durable));
      }

      for (Process child : children) {
        assertEquals(0, child.waitFor());
      }
    }
    try (Jedis jedis = server.jedis()) {
      assertIdsAreUniqueAndIncrease(jedis);
    }
  }

  private static List<Delivery> fetch(Broker broker, Subscription subscription) throws Exception {
    List<Delivery> some = subscription.fetch(500).deliveries();
    TopicRig.complete(broker, some);
    return some;
  }

  private static Process start(String uri, int jvm) throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx96m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            SkewedPublisher.class.getName(),
            uri,
            "skewed",
            Integer.toString(jvm),
            Long.toString(SKEWS[jvm]),
            Integer.toString(EACH))
        .inheritIO()
        .start();
  }

  /** The field {@code id} says the position, and no two records have the same. */
  private static void assertIdsAreUniqueAndIncrease(Jedis jedis) throws Exception {
    Set<String> ids = new HashSet<>();
    StreamEntryID from = null;
    StreamId last = StreamId.ZERO;
    while (true) {
      List<StreamEntry> page =
          jedis.xrange("emq:{skewed}:stream:events", from == null ? "-" : "(" + from, "+", 2000);
      for (StreamEntry entry : page) {
        String id = entry.getFields().get("id");
        assertTrue(ids.add(id), () -> id + " comes twice");
        assertEquals(BrandedId.toStreamId(id), entry.getID().toString());
        StreamId position = StreamId.parse(entry.getID().toString());
        assertTrue(position.isAfter(last));
        last = position;
        from = entry.getID();
      }
      if (page.isEmpty()) {
        break;
      }
    }
    assertEquals(ALL, ids.size());
  }

  /** Checks that every publisher's messages come in its order, each once, under the id it gave. */
  private static final class Order {
    private final Map<String, Integer> next = new HashMap<>();
    private int count;

    void add(List<Delivery> some) {
      for (Delivery delivery : some) {
        String text = TopicRig.text(delivery);
        assertEquals("ID:" + text, delivery.message().header().messageId());
        String[] parts = text.split(":");
        int expected = next.getOrDefault(parts[0], 0);
        assertEquals(expected, Integer.parseInt(parts[1]), "from " + parts[0]);
        next.put(parts[0], expected + 1);
        count++;
      }
    }
  }
}
