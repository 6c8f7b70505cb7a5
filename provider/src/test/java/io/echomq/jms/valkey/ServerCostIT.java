package io.echomq.jms.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.PrivateServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/**
 * Holds what a message costs the server. Bounds are in turns of the yardstick, which does what no
 * message can do without once; they are about twice what was measured, so that they fall over a new
 * command or copy for each message and not over a busy machine.
 */
@Timeout(120)
class ServerCostIT {
  private final PrivateServer server = PrivateServer.start();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void aMessageInABatchCostsTheServerFewTurnsOfTheYardstick() {
    try (Jedis jedis = server.jedis()) {
      ServerCost.Figures cost = new ServerCost(jedis).measure(100, 6);
      System.out.println(cost);
      assertTurns("send", cost.send(), cost.yardstick(), 1.4);
      assertTurns("fetch", cost.fetch(), cost.yardstick(), 1.7);
      assertTurns("complete", cost.complete(), cost.yardstick(), 0.9);
      assertEquals(0, jedis.zcard("emq:{cost}:active") + jedis.zcard("emq:{cost}:pending"));
    }
  }

  @Test
  void aMessageAloneCostsTheServerFewTurnsOfTheYardstick() {
    try (Jedis jedis = server.jedis()) {
      ServerCost.Figures cost = new ServerCost(jedis).measure(1, 6);
      System.out.println(cost);
      assertTurns("send", cost.send(), cost.yardstick(), 3.6);
      assertTurns("fetch", cost.fetch(), cost.yardstick(), 4.6);
      assertTurns("complete", cost.complete(), cost.yardstick(), 2.4);
    }
  }

  private static void assertTurns(String what, double micros, double yardstick, double most) {
    assertTrue(
        micros < most * yardstick,
        () ->
            "%s costs %.2f us, which is %.2f turns of the yardstick; at most %.1f"
                .formatted(what, micros, micros / yardstick, most));
  }
}
