package io.echomq.jms.cli;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

@WithServer
@Timeout(180)
class CliIT {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final TestServer server;
  private final String uri;
  private final JMSContext context;
  private final Queue orders;

  CliIT(TestServer server) {
    this.server = server;
    uri = server.uri();
    context = new EchoMQConnectionFactory(server.uri("maxDeliveries=1")).createContext();
    orders = context.createQueue("orders");
  }

  @AfterEach
  void close() {
    context.close();
  }

  private int emq(String... args) {
    out.reset();
    err.reset();
    return new Cli(print(out), print(err), uri).run(args);
  }

  private static PrintStream print(ByteArrayOutputStream into) {
    return new PrintStream(into, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream of) {
    return of.toString(StandardCharsets.UTF_8);
  }

  private void send(String... texts) {
    for (String text : texts) {
      context.createProducer().setProperty("region", text).send(orders, text);
    }
  }

  private void bury(String text) {
    send(text);
    try (JMSContext failing =
            new EchoMQConnectionFactory(uri + "?maxDeliveries=1")
                .createContext(JMSContext.SESSION_TRANSACTED);
        JMSConsumer consumer = failing.createConsumer(orders)) {
      assertEquals(text, consumer.receiveBody(String.class, 20_000));
      failing.rollback();
    }
  }

  @Test
  void listsQueuesAsATableAndAsJson() {
    assertEquals(0, emq("ls"));
    assertEquals("no queues\n", text(out));
    send("a", "b");
    assertEquals(0, emq("ls"));
    List<String> lines = text(out).lines().toList();
    assertTrue(lines.get(0).matches("queue +pending +active +scheduled +dead .*"), lines.get(0));
    assertTrue(lines.get(1).matches("orders +2 +0 +0 +0 .*"), lines.get(1));
    assertEquals(0, emq("--json", "stat", "orders"));
    assertTrue(
        text(out).startsWith("{\"queue\":\"orders\",\"pending\":2,\"active\":0,"), text(out));
  }

  @Test
  void browsesAndShowsOneMessageWhole() {
    send("a\tb", "c");
    assertEquals(0, emq("browse", "orders", "--selector", "region = 'c'", "--json"));
    assertTrue(text(out).contains("\"body\":\"c\""), text(out));
    assertEquals(1, text(out).lines().count());
    String id = text(out).replaceAll("(?s).*\"id\":\"(JOB\\w+)\".*", "$1");
    assertEquals(0, emq("show", "orders", "ID:" + id));
    assertTrue(text(out).contains("{region=c}"), text(out));
    assertEquals(0, emq("browse", "orders"));
    assertTrue(text(out).contains("a b"), "control characters do not reach a terminal");
    assertEquals(1, emq("show", "orders", "JOB0KHTOWnGLuC"));
    assertTrue(text(err).contains("EMQ-NO-SUCH-MESSAGE"), text(err));
  }

  @Test
  void redrivesMovesAndDeletes() {
    bury("a");
    assertEquals(0, emq("redrive", "orders", "--all", "--json"));
    assertEquals("{\"changed\":1,\"stay\":0}\n", text(out));
    assertEquals(0, emq("move", "orders", "parked", "--selector", "region = 'a'"));
    assertEquals(0, emq("browse", "parked", "--json"));
    String id = text(out).replaceAll("(?s).*\"id\":\"(JOB\\w+)\".*", "$1");
    assertEquals(0, emq("priority", "parked", "9", id));
    assertEquals(0, emq("postpone", "parked", "10m", id));
    assertEquals(0, emq("stat", "parked", "--json"));
    assertTrue(text(out).contains("\"scheduled\":1"), text(out));
    assertEquals(3, emq("redrive", "parked", id, "--json"));
    assertTrue(text(out).contains("\"" + id + "\":\"scheduled\""), text(out));
    assertEquals(0, emq("rm", "parked", id));
    assertEquals(0, emq("purge", "parked"));
  }

  @Test
  void pausesAndResumesQueuesAndGroups() {
    assertEquals(0, emq("pause", "orders", "--json"));
    assertEquals("{\"changed\":true}\n", text(out));
    assertEquals(0, emq("resume", "orders"));
    assertEquals(0, emq("group", "orders", "customer 7", "limit", "2"));
    assertEquals(0, emq("groups", "orders", "--json"));
    assertTrue(text(out).contains("\"limit\":2"), text(out));
    assertEquals(0, emq("inflight", "orders"));
    assertEquals("nothing is in flight\n", text(out));
    assertEquals(0, emq("consumers", "orders"));
  }

  @Test
  void tailShowsTheLastAndThenWhatComesAndTakesNothing() throws Exception {
    send("a", "b");
    CompletableFuture<Integer> tail =
        CompletableFuture.supplyAsync(
            () -> emq("tail", "orders", "--last", "1", "--max", "3", "--json"));
    await().until(() -> text(out).lines().count() == 1);
    send("c", "d");
    assertEquals(0, tail.get(30, TimeUnit.SECONDS));
    List<String> bodies =
        text(out).lines().map(line -> line.replaceAll(".*\"body\":\"(.*?)\".*", "$1")).toList();
    assertEquals(List.of("b", "c", "d"), bodies);
    assertEquals(0, emq("stat", "orders", "--json"));
    assertTrue(text(out).contains("\"pending\":4"), text(out));
  }

  @Test
  void tailOfATopicShowsTheLastFirst() {
    Topic prices = context.createTopic("prices");
    context.createProducer().send(prices, "1").send(prices, "2").send(prices, "3");
    assertEquals(0, emq("tail", "topic:prices", "--last", "2", "--max", "2"));
    List<String> lines = text(out).lines().map(line -> line.replaceAll(".* ", "")).toList();
    assertEquals(List.of("2", "3"), lines);
  }

  @Test
  void oneQueueWithAKeyOfAWrongTypeIsNamedAndHidesNoOther() {
    send("a");
    try (Jedis jedis = server.jedis()) {
      jedis.set("emq:{broken}:pending", "x");
    }
    assertEquals(1, emq("ls"));
    assertTrue(text(out).contains("orders "), text(out));
    assertTrue(text(err).contains("queue broken: "), text(err));
  }

  @Test
  void wrongArgumentsAreNamedAndNothingIsDone() {
    send("a");
    refuses("the command is missing");
    refuses("unknown command 'list'", "list");
    refuses("the queue is missing", "stat");
    refuses("unknown option '--colour'", "ls", "--colour", "no");
    refuses("unknown option '--colour'", "--colour", "ls");
    refuses("unknown argument 'x'", "pause", "orders", "x");
    refuses("say which messages", "rm", "orders");
    refuses("say which messages", "rm", "orders", "--all", "JOB0KHTOWnGLuC");
    refuses("'soon' is no time", "postpone", "orders", "soon", "--all");
    refuses("'-5m' is no time", "postpone", "orders", "-5m", "--all");
    refuses("the limit needs a number of 0 or more, got '-1'", "group", "q", "g", "limit", "-1");
    refuses("0 (lowest) to 9, got 12", "priority", "orders", "12", "--all");
    refuses("--max needs a number of 0 or more, got '-3'", "browse", "orders", "--max=-3");
    refuses("--selector needs a value", "browse", "orders", "--selector");
    refuses("--all takes no value", "rm", "orders", "--all=yes");
    refuses("no connection option 'prefetsh'", "ls", "--url", "valkey://localhost?prefetsh=1");
    refuses("the queue: queue name 'or ders'", "stat", "orders", "or ders");
    refuses("the queue: queue name 'or ders'", "tail", "or ders");
    refuses("the queue to move to: queue name 'or ders'", "move", "orders", "or ders", "--all");
    refuses("--selector: ", "browse", "orders", "--selector", "a =");
    refuses("--selector: ", "rm", "orders", "--selector", "a =");
    assertEquals(1, emq("ls", "--url", "valkey://127.0.0.1:1"));
    assertTrue(text(err).contains("EMQ-UNAVAILABLE"), text(err));
  }

  private void refuses(String why, String... args) {
    assertEquals(2, emq(args), text(err));
    assertTrue(text(err).contains(why), text(err));
    assertEquals("", text(out));
  }

  @Test
  void helpNamesEveryCommand() {
    assertEquals(0, emq("help"));
    for (String command :
        List.of("ls", "stat", "browse", "tail", "redrive", "purge", "pause", "resume", "move")) {
      assertTrue(text(out).contains("  emq " + command + " ") || command.equals("ls"), command);
    }
    assertEquals(0, emq("help", "rm"));
    assertEquals(2, text(out).lines().count());
  }

  @Test
  void subscriptionsAreListedMovedAndDeleted() {
    Topic prices = context.createTopic("prices");
    context.createSharedDurableConsumer(prices, "audit").close();
    context.createProducer().send(prices, "1");
    try (JMSConsumer audit = context.createSharedDurableConsumer(prices, "audit")) {
      assertEquals("1", audit.receiveBody(String.class, 20_000));
      assertEquals(1, emq("seek", "audit", "--to", "beginning"));
      assertTrue(text(err).contains("has a consumer"), text(err));
    }
    assertEquals(0, emq("seek", "audit", "--to", "-1h"));
    try (JMSConsumer audit = context.createSharedDurableConsumer(prices, "audit")) {
      assertEquals("1", audit.receiveBody(String.class, 20_000));
    }
    assertEquals(2, emq("seek", "audit"));
    refuses("--to: 'yesterday' is no place in a topic: ", "seek", "audit", "--to", "yesterday");
    assertEquals(0, emq("subscriptions", "prices", "--json"));
    assertTrue(text(out).contains("\"name\":\"audit\""), text(out));
    assertEquals(1, emq("unsubscribe", "audit", "--client", "nobody"));
    assertTrue(text(err).contains("there is one with no --client"), text(err));
    assertEquals(0, emq("unsubscribe", "audit"));
    assertEquals(0, emq("subscriptions"));
    assertEquals("no subscriptions\n", text(out));
  }

  @Test
  void aSubscriptionOfAClientIsFoundByNamingTheClient() {
    EchoMQConnectionFactory factory = new EchoMQConnectionFactory(uri);
    factory.setClientId("desk-1");
    try (JMSContext desk = factory.createContext()) {
      desk.createDurableConsumer(desk.createTopic("prices"), "audit").close();
    }
    assertEquals(1, emq("seek", "audit", "--to", "now"));
    assertTrue(text(err).contains("there is one with --client desk-1"), text(err));
    assertEquals(0, emq("seek", "audit", "--client", "desk-1", "--to", "now"));
    assertEquals(1, emq("unsubscribe", "audit"));
    assertTrue(text(err).contains("there is one with --client desk-1"), text(err));
  }
}
