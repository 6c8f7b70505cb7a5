package io.echomq.tck.gate;

import static io.echomq.tck.gate.Scenario.equal;
import static io.echomq.tck.gate.Scenario.holds;

import io.echomq.jms.EchoMQConnectionFactory;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.TextMessage;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.params.XAddParams;

/** The provider beside another runtime on one queue: each is a job to the other. */
final class PolyglotScenarios {
  private static final long WAIT = 30_000;

  private final String url;

  PolyglotScenarios(String url) {
    this.url = url;
  }

  List<Scenario> all() {
    return List.of(
        new Scenario("fence: a client of another version is refused", this::fence),
        new Scenario("polyglot: a job put by hand is a message", this::byHand),
        new Scenario("polyglot: a lane job put by hand is a message", this::laneByHand),
        new Scenario("polyglot: a message is a job for a plain worker", this::toWorker),
        new Scenario("polyglot: a grouped message is a job of a lane", this::toLane),
        new Scenario("polyglot: what a worker let lapse comes back redelivered", this::lapsed),
        new Scenario("polyglot: a record put by hand is a map message", this::recordByHand),
        new Scenario("polyglot: a raw map message is a record of flat fields", this::toRecord));
  }

  private JMSContext context() {
    return new EchoMQConnectionFactory(url).createContext();
  }

  private void fence(Wire wire) {
    EchoMQConnectionFactory stranger = new EchoMQConnectionFactory(url);
    stranger.setProtocolVersions("echomq:1.0.0");
    try (JMSContext context = stranger.createContext()) {
      throw new AssertionError("a client that joins echomq:1.0.0 alone was let in: " + context);
    } catch (JMSRuntimeException refused) {
      String told = refused.getMessage();
      boolean both = told.contains("echomq:1.0.0") && told.contains(Wire.VERSION);
      holds(both, "the refusal names both versions: " + told);
    }
    equal(Wire.VERSION, wire.jedis().get(Wire.VERSION_KEY), "the version afterwards");
  }

  private void byHand(Wire wire) throws JMSException {
    String text = handmade(wire, "hello".getBytes(StandardCharsets.UTF_8));
    String bytes = handmade(wire, new byte[] {(byte) 0xff, 0, (byte) 0xfe});
    try (JMSContext context = context()) {
      var consumer = context.createConsumer(context.createQueue(wire.queue()));
      Message first = consumer.receive(WAIT);
      equal("hello", first instanceof TextMessage t ? t.getText() : null, "text");
      equal("ID:" + text, first.getJMSMessageID(), "id");
      equal(BrandedIds.millis(text), first.getJMSTimestamp(), "timestamp");
      equal(1, first.getIntProperty("JMSXDeliveryCount"), "delivery count");
      Message second = consumer.receive(WAIT);
      equal(3L, second instanceof BytesMessage b ? b.getBodyLength() : null, "bytes");
      equal("ID:" + bytes, second.getJMSMessageID(), "id of the second");
    }
    equal("2", wire.jedis().hget(wire.key("metrics:completed"), "count"), "metrics:completed");
  }

  private static String handmade(Wire wire, byte[] payload) {
    String id = wire.id("JOB");
    String row = wire.key("job:" + id);
    wire.jedis().hset(row, Map.of("state", "pending", "attempts", "0"));
    wire.jedis()
        .hset(
            row.getBytes(StandardCharsets.UTF_8),
            "payload".getBytes(StandardCharsets.UTF_8),
            payload);
    wire.jedis().zadd(wire.key("pending"), 0, id);
    return id;
  }

  private void laneByHand(Wire wire) {
    wire.verb("enqueue-lane", wire.id("JOB"), "grouped", "GRP00000000009");
    try (JMSContext context = context()) {
      Queue queue = context.createQueue(wire.queue());
      String text = context.createConsumer(queue).receiveBody(String.class, WAIT);
      equal("grouped", text, "text");
    }
  }

  private void toWorker(Wire wire) throws JMSException {
    try (JMSContext context = context()) {
      Queue queue = context.createQueue(wire.queue());
      TextMessage sent = context.createTextMessage("work");
      context.createProducer().setProperty("colour", "blue").send(queue, sent);
      List<?> claim = (List<?>) wire.verb("claim", 30_000);
      equal(3, claim.size(), "a claim's answer");
      String id = (String) claim.get(0);
      equal(sent.getJMSMessageID(), "ID:" + id, "id");
      equal(sent.getJMSTimestamp(), BrandedIds.millis(id), "mint time");
      String payload = (String) claim.get(1);
      holds(payload.startsWith("{\"jms\":1,"), "the header line begins {\"jms\":1,: " + payload);
      holds(payload.endsWith("\nwork"), "the body follows the line: " + payload);
      equal(1L, wire.verb("complete", id, claim.get(2)), "complete");
      equal(null, context.createConsumer(queue).receive(300), "the message afterwards");
    }
  }

  private void toLane(Wire wire) {
    try (JMSContext context = context()) {
      Queue queue = context.createQueue(wire.queue());
      context.createProducer().setProperty("JMSXGroupID", "customer 7").send(queue, "grouped");
      equal(List.of(), wire.verb("claim", 30_000), "a flat claim");
      List<?> claim = (List<?>) wire.verb("claim-lane", 30_000);
      equal(3, claim.size(), "a lane claim's answer");
      equal(1L, wire.verb("complete", claim.get(0), claim.get(2)), "complete");
    }
  }

  private void lapsed(Wire wire) throws JMSException {
    try (JMSContext context = context()) {
      Queue queue = context.createQueue(wire.queue());
      context.createProducer().send(queue, "again");
      String id = (String) ((List<?>) wire.verb("claim", 30_000)).get(0);
      wire.jedis().zadd(wire.key("active"), 1, id);
      wire.verb("reap", 100);
      Message back = context.createConsumer(queue).receive(WAIT);
      holds(back != null && back.getJMSRedelivered(), "it comes back, redelivered");
      equal(2, back.getIntProperty("JMSXDeliveryCount"), "delivery count");
    }
  }

  private void recordByHand(Wire wire) throws JMSException {
    String id = wire.id("EVT");
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("id", id);
    fields.put("price", "12.50");
    fields.put("sym", "ECHO");
    try (JMSContext context = context()) {
      var subscriber = context.createConsumer(context.createTopic(wire.queue()));
      wire.jedis()
          .xadd(
              wire.key("stream:events"),
              XAddParams.xAddParams().id(BrandedIds.position(id)),
              fields);
      Message message = subscriber.receive(WAIT);
      equal("12.50", message instanceof MapMessage map ? map.getString("price") : null, "price");
      equal("ECHO", ((MapMessage) message).getString("sym"), "sym");
      equal("ID:" + id, message.getJMSMessageID(), "id");
      equal(BrandedIds.millis(id), message.getJMSTimestamp(), "timestamp");
      equal(1, message.getIntProperty("JMSXDeliveryCount"), "delivery count");
    }
  }

  private void toRecord(Wire wire) throws JMSException {
    try (JMSContext context = context()) {
      MapMessage map = context.createMapMessage();
      map.setString("price", "12.50");
      map.setString("sym", "ECHO");
      context.createProducer().send(context.createTopic(wire.queue() + "?payload=raw"), map);
    }
    var record = wire.jedis().xrange(wire.key("stream:events"), "-", "+").get(0);
    String id = record.getFields().get("id");
    equal(Map.of("id", id, "price", "12.50", "sym", "ECHO"), record.getFields(), "fields");
    equal("id", record.getFields().keySet().iterator().next(), "the first field");
    equal(BrandedIds.position(id), record.getID().toString(), "position");
  }
}
