package io.echomq.testing;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

class PrivateServerIT {
  @Test
  void aKilledServerComesBackOnItsPortWithItsAppendOnlyData() {
    try (PrivateServer server = PrivateServer.start("appendonly yes", "appendfsync always")) {
      int port = server.port();
      String uri = server.uri();
      try (Jedis jedis = server.jedis()) {
        jedis.set("kept", "yes");
      }
      server.kill();
      assertThrows(JedisConnectionException.class, server::jedis);
      server.restart();
      assertEquals(port, server.port());
      assertEquals(uri, server.uri());
      try (Jedis jedis = server.jedis()) {
        assertEquals("yes", jedis.get("kept"));
      }
    }
  }

  @Test
  void aStoppedServerWithoutPersistenceComesBackEmptyAndWithOtherConfiguration() {
    try (PrivateServer server = PrivateServer.start()) {
      try (Jedis jedis = server.jedis()) {
        jedis.set("kept", "no");
      }
      server.stop();
      server.restartWith("databases 3");
      try (Jedis jedis = server.jedis()) {
        assertEquals(0, jedis.dbSize());
        assertEquals("3", jedis.configGet("databases").get("databases"));
      }
    }
  }

  @Test
  void aPausedServerAnswersNothingUntilItGoesOn() {
    try (PrivateServer server = PrivateServer.start();
        Jedis jedis = server.jedis()) {
      server.pause();
      CompletableFuture<String> answer = CompletableFuture.supplyAsync(jedis::ping);
      await().during(java.time.Duration.ofMillis(200)).until(() -> !answer.isDone());
      assertFalse(answer.isDone());
      server.resume();
      assertEquals("PONG", answer.join());
    }
  }
}
