package io.echomq.jms.ra.server;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.PrivateServer;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** What an application sees on every server; the broker itself is the outside observer. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
abstract class ServerCases {
  PrivateServer broker;
  AppServer server;

  abstract AppServer server(String uri, String password) throws IOException, InterruptedException;

  @BeforeAll
  @Timeout(value = 6, unit = TimeUnit.MINUTES)
  void start() throws IOException, InterruptedException {
    broker = PrivateServer.start("appendonly yes", "appendfsync always");
    server = server(broker.uri("lease=3s&beat=50ms"), broker.password());
    server.start();
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
    }
    broker.close();
  }

  private long size(String queue, String set) {
    try (Jedis jedis = broker.jedis()) {
      return jedis.zcard("emq:{" + queue + "}:" + set);
    }
  }

  private List<String> entries(String bean, String prefix) throws IOException {
    return server.ledger(bean).stream().filter(entry -> entry.startsWith(prefix)).toList();
  }

  private void awaitQuiet(int seconds) {
    await()
        .atMost(Duration.ofSeconds(seconds))
        .until(() -> size("orders", "pending") + size("orders", "active") == 0);
  }

  @Test
  void ordersAreBookedOnceInOneTransactionWithTheDatabase() throws IOException {
    long before = size("confirmed", "pending");
    server.ask("orders", "text", "plain", "count", "50");
    awaitQuiet(30);
    List<String> booked = entries("orders", "plain");
    assertEquals(50, booked.size());
    assertEquals(50, new HashSet<>(booked).size());
    assertTrue(booked.stream().allMatch(entry -> entry.endsWith("#1")), booked.toString());
    assertEquals(before + 50, size("confirmed", "pending"));
  }

  @Test
  void aRolledBackOrderComesAgainAndIsDeadAtLast() throws IOException {
    long confirmed = size("confirmed", "pending");
    long dead = size("orders", "dead");
    server.ask("order", "text", "refused");
    await().atMost(Duration.ofSeconds(30)).until(() -> size("orders", "dead") == dead + 1);
    assertEquals(List.of(), entries("orders", "refused"));
    assertEquals(confirmed, size("confirmed", "pending"));
  }

  @Test
  void aTransactionOfTheWebSendsWithItsCommitOnly() throws IOException {
    assertEquals("rolled back", server.ask("transaction", "text", "web-no", "commit", "false"));
    assertEquals("committed", server.ask("transaction", "text", "web-yes", "commit", "true"));
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> entries("orders", "web").equals(List.of("web-yes#1")));
    assertEquals(List.of("web-yes#0"), entries("desk", "web"));
  }

  @Test
  void aQuestionIsAnsweredThroughATemporaryQueue() throws IOException {
    assertEquals("booked question", server.ask("ask", "text", "question"));
  }

  @Test
  void aDurableTopicBeanGetsWhatItsSelectorWants() throws IOException {
    server.ask("price", "text", "tin", "kind", "tin");
    server.ask("price", "text", "gold", "kind", "gold");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> entries("audit", "gold").equals(List.of("gold#1")));
    assertEquals(List.of(), entries("audit", "tin"));
  }

  @Test
  void aKilledBrokerComesBackAndNothingIsLostOrDoubled() throws Exception {
    server.ask("orders", "text", "storm", "count", "200");
    broker.kill();
    broker.restart();
    awaitQuiet(90);
    List<String> booked = entries("orders", "storm");
    HashSet<String> distinct = new HashSet<>();
    booked.forEach(entry -> distinct.add(entry.substring(0, entry.indexOf('#'))));
    assertEquals(200, distinct.size(), "lost");
    assertEquals(200, booked.size(), "doubled");
  }
}
