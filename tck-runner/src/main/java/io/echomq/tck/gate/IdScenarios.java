package io.echomq.tck.gate;

import static io.echomq.tck.gate.Scenario.equal;
import static io.echomq.tck.gate.Scenario.holds;

import java.util.List;

/** The wire contract, "Branded ids". */
final class IdScenarios {
  private IdScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario("ids: the vectors of the contract", wire -> vectors()),
        new Scenario("ids: byte order is mint order, in the server too", IdScenarios::order));
  }

  private static void vectors() {
    equal("USR0KHTOWnGLuC", BrandedIds.encode("USR", 274557032793636864L), "274557032793636864");
    equal(320636799581945856L, BrandedIds.decode("USR0NgWEfAEJfs"), "USR0NgWEfAEJfs");
    long snowflake = BrandedIds.snowflake(1795959296123L, 517, 7);
    equal(385423386339201031L, snowflake, "ms 1795959296123, node 517, seq 7");
    equal("JOB0STF4r0SSpz", BrandedIds.encode("JOB", snowflake), "its id");
    equal("AzL8n0Y58m7", BrandedIds.encode("", Long.MAX_VALUE), "2^63-1");
    for (String wrong : List.of("USRzzzzzzzzzzz", "USRAzL8n0Y58m8", "usr0KHTOWnGLuC", "USR0")) {
      boolean refused = false;
      try {
        BrandedIds.decode(wrong);
      } catch (IllegalArgumentException expected) {
        refused = true;
      }
      holds(refused, wrong + " must be refused");
    }
  }

  private static void order(Wire wire) {
    long[] snowflakes = {0, 9, 10, 35, 36, 61, 62, 1L << 22, 1L << 62, Long.MAX_VALUE};
    for (int i = snowflakes.length - 1; i >= 0; i--) {
      wire.jedis().zadd(wire.key("pending"), 0, BrandedIds.encode("JOB", snowflakes[i]));
    }
    List<String> sorted = wire.jedis().zrange(wire.key("pending"), 0, -1);
    for (int i = 0; i < snowflakes.length; i++) {
      equal(snowflakes[i], BrandedIds.decode(sorted.get(i)), "place " + i);
    }
  }
}
