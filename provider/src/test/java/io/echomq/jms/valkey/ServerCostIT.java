package io.echomq.jms.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.PrivateServer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/**
 * Holds what a message costs the server. Bounds are in turns of the yardstick, which does what no
 * message can do without once; they are about twice what was measured, so that they fall over a new
 * command or copy for each message and not over a busy machine.
 */
@Timeout(300)
class ServerCostIT {
  private final PrivateServer server = PrivateServer.start();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void aMessageInABatchCostsTheServerFewTurnsOfTheYardstick() {
    try (Jedis jedis = server.jedis()) {
      ServerCost.Figures cost = measure(jedis, 100, new double[] {1.4, 1.7, 0.9});
      System.out.println(cost);
      assertEquals(0, jedis.zcard("emq:{cost}:active") + jedis.zcard("emq:{cost}:pending"));
    }
  }

  @Test
  void aMessageAloneCostsTheServerFewTurnsOfTheYardstick() {
    try (Jedis jedis = server.jedis()) {
      ServerCost.Figures cost = measure(jedis, 1, new double[] {3.2, 4.2, 2.4});
      System.out.println(cost);
    }
  }

  @Test
  void aMessageAloneIsTheseCommandsAndNoMore() {
    try (Jedis jedis = server.jedis()) {
      ServerCost cost = new ServerCost(jedis);
      cost.measure(1, 1);
      assertEquals(
          List.of(
              "exists 1, hset 1, llen 1, set 1, zadd 1",
              "exists 1, hmget 1, hset 1, set 1, time 1, zadd 1, zpopmin 1",
              "del 1, exists 1, hincrby 1, hmget 1, set 1, zrem 1"),
          cost.commandsOfOne());
    }
  }

  @Test
  void anEmptyFetchIsTheseCommandsAndNoMore() {
    try (Jedis jedis = server.jedis()) {
      assertEquals("del 1, exists 1, time 1, zpopmin 1", new ServerCost(jedis).commandsOfNone());
    }
  }

  /** On a machine that others keep busy some rounds are no measure: until it holds, ten times. */
  private static ServerCost.Figures measure(Jedis jedis, int batch, double[] most) {
    ServerCost cost = new ServerCost(jedis);
    for (int again = 0; again < 10; again++) {
      ServerCost.Figures figures = cost.measure(batch, 6);
      if (figures.turns(0) < most[0] && figures.turns(1) < most[1] && figures.turns(2) < most[2]) {
        return figures;
      }
    }
    ServerCost.Figures figures = cost.measure(batch, 6);
    assertTurns("send", figures.send(), figures.yardstick(), most[0]);
    assertTurns("fetch", figures.fetch(), figures.yardstick(), most[1]);
    assertTurns("complete", figures.complete(), figures.yardstick(), most[2]);
    return figures;
  }

  private static void assertTurns(String what, double micros, double yardstick, double most) {
    assertTrue(
        micros < most * yardstick,
        () ->
            "%s costs %.2f us, which is %.2f turns of the yardstick; at most %.1f"
                .formatted(what, micros, micros / yardstick, most));
  }
}
