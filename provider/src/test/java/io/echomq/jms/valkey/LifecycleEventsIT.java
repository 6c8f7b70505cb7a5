package io.echomq.jms.valkey;

import static io.echomq.jms.valkey.TopicRig.take;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Fetch;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.GiveBack.Verdict;
import io.echomq.jms.wire.Subscription;
import io.echomq.jms.wire.SubscriptionSpec.Kind;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import io.echomq.jms.wire.fake.OutgoingBuilder;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** What becomes of jobs, as messages of the topic {@code q/$events}. */
@WithServer
@Timeout(180)
class LifecycleEventsIT {

  private static List<Delivery> fetch(Broker broker, Address queue) throws WireException {
    return broker.fetch(new Fetch(queue, null, "s", 1, 30_000, 10)).deliveries();
  }

  private static Map<String, Object> fields(Delivery event) {
    return ((Body.Fields) event.message().body()).entries();
  }

  @Test
  void whatBecomesOfAJobIsPublishedAndCanBeSubscribedTo(TestServer server) throws Exception {
    Address queue = Address.queue("watched");
    try (TopicRig rig = new TopicRig()) {
      Broker broker = rig.broker(server.uri("events=on"));
      Subscription events =
          TopicRig.subscribe(broker, Address.topic("watched/$events"), Kind.PLAIN);
      OutgoingBuilder.text(broker, queue, "a").send();
      broker.giveBack(
          List.of(new GiveBack(fetch(broker, queue).get(0), Verdict.AGAIN, 0, "not yet")));
      TopicRig.complete(broker, fetch(broker, queue));
      OutgoingBuilder.text(broker, queue, "b").send();
      broker.giveBack(List.of(new GiveBack(fetch(broker, queue).get(0), Verdict.DEAD, 0, "never")));

      List<Delivery> told = take(broker, events, 6);

      assertEquals(
          List.of("enqueued", "retried", "completed", "enqueued", "failed", "dead"),
          told.stream().map(event -> fields(event).get("event")).toList());
      assertEquals(fields(told.get(0)).get("job"), fields(told.get(2)).get("job"));
      assertEquals("not yet", fields(told.get(1)).get("reason"));
    }
  }

  @Test
  void expiredJobsAreTold(TestServer server) throws Exception {
    Address queue = Address.queue("mortal");
    try (TopicRig rig = new TopicRig()) {
      Broker broker = rig.broker(server.uri("events=on"));
      Subscription events = TopicRig.subscribe(broker, Address.topic("mortal/$events"), Kind.PLAIN);
      OutgoingBuilder.text(broker, queue, "a").ttl(20).send();
      ValkeyBrokerIT.pass(40);
      assertEquals(List.of(), fetch(broker, queue));

      List<Delivery> told = take(broker, events, 2);

      assertEquals("expired", fields(told.get(1)).get("event"));
    }
  }

  @Test
  void eventsOfOtherRuntimesComeToo(TestServer server) throws Exception {
    try (TopicRig rig = new TopicRig();
        Jedis jedis = server.jedis()) {
      Broker broker = rig.broker(server.uri());
      Subscription events = TopicRig.subscribe(broker, Address.topic("theirs/$events"), Kind.PLAIN);
      jedis.publish("emq:{theirs}:events", "{\"event\":\"completed\",\"job\":\"JOB0STF4r0SSpz\"}");
      jedis.publish("emq:{theirs}:events", "no json");

      List<Delivery> told = take(broker, events, 2);

      assertEquals(Map.of("event", "completed", "job", "JOB0STF4r0SSpz"), fields(told.get(0)));
      assertEquals(Map.of("unreadable", "no json"), fields(told.get(1)));
    }
  }

  @Test
  void eventsCanNeitherBeSentNorSubscribedToDurably(TestServer server) throws Exception {
    Address topic = Address.topic("q/$events");
    try (TopicRig rig = new TopicRig()) {
      Broker broker = rig.broker(server.uri());
      WireException send =
          assertThrows(WireException.class, () -> OutgoingBuilder.text(broker, topic, "x").send());
      assertEquals(WireError.INVALID_NAME, send.error());
      WireException durable =
          assertThrows(WireException.class, () -> TopicRig.subscribe(broker, topic, Kind.DURABLE));
      assertEquals(WireError.INVALID_NAME, durable.error());
    }
  }
}
