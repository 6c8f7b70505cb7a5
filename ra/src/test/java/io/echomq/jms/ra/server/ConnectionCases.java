package io.echomq.jms.ra.server;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;

/** The container's pool: nothing leaks, and what is broken is replaced. */
interface ConnectionCases extends Sited {
  String VERSION = "{emq}:version";

  @Test
  default void tenThousandConnectionsLeakNone() throws IOException {
    server().ask("churn", "count", "10");
    int before = site().connections();
    server().ask("churn", "count", "10000");
    server().ask("churn-inside", "count", "200");
    assertTrue(site().connections() <= before + 2, "connections of the broker have grown");
    assertEquals("booked churned", server().ask("ask", "text", "churned"));
  }

  @Test
  default void aFlushedPoolFillsAgain() throws IOException {
    server().ask("order", "text", "before-flush");
    server().flushPool();
    server().ask("order", "text", "flushed");
    site().awaitBooked("orders", "flushed", List.of("flushed#1"));
  }

  @Test
  default void cutConnectionsAreMadeAgain() throws IOException {
    cutAll();
    server().ask("order", "text", "cut");
    site().awaitBooked("orders", "cut", List.of("cut#1"));
  }

  /** A version that is not ours ends connections for good; the container must replace them. */
  @Test
  default void connectionsThatFailedForGoodAreReplaced() throws IOException {
    String ours = version("echomq:9.9.9");
    try {
      cutAll();
      await().atMost(Duration.ofMinutes(2)).untilAsserted(this::refused);
    } finally {
      version(ours);
    }
    server().ask("order", "text", "replaced");
    site().awaitBooked("orders", "replaced", List.of("replaced#1"));
  }

  /** Sets another and returns the one before. */
  private String version(String wanted) {
    try (Jedis jedis = site().broker().jedis()) {
      return jedis.setGet(VERSION, wanted);
    }
  }

  private void refused() {
    IOException failed =
        assertThrows(IOException.class, () -> server().ask("order", "text", "never"));
    assertTrue(failed.getMessage().contains("9.9.9"), failed.getMessage());
  }

  private void cutAll() {
    try (Jedis jedis = site().broker().jedis()) {
      jedis.clientKill(
          new ClientKillParams().type(ClientType.NORMAL).skipMe(ClientKillParams.SkipMe.YES));
    }
  }
}
