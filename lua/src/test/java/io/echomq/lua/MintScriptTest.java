package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** The arithmetic of branded ids in Lua's doubles, against the contract's vectors and an oracle. */
@WithServer
class MintScriptTest {
  private static final long EPOCH = 1_704_067_200_000L;
  private static final String DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  @AutoClose private final Jedis jedis;
  private final ScriptSource sources = new ScriptSource();

  MintScriptTest(TestServer server) {
    jedis = server.jedis();
  }

  @Test
  void theVectorsOfTheContractHold() {
    assertEquals("USR0KHTOWnGLuC", branded("USR", 274557032793636864L));
    assertEquals("USR0NgWEfAEJfs", branded("USR", 320636799581945856L));
    assertEquals("JOB0STF4r0SSpz", branded("JOB", 385423386339201031L));
    assertEquals("JOBAzL8n0Y58m7", branded("JOB", Long.MAX_VALUE));
    assertEquals("EVT000xY9Wvvcd", run("branded", "branded('EVT', 1704117200000, 1620567)"));
  }

  @Test
  void whatDoesNotFitIntoSixtyThreeBitsIsRefused() {
    assertEquals(null, run("branded", "branded('JOB', 1704067200000 + 2199023255552, 0)"));
    assertEquals(null, run("branded", "branded('JOB', 1704067199999, 0)"));
  }

  @Test
  void randomSnowflakesAreExact() {
    Random random = new Random(20260101);
    for (int i = 0; i < 2_000; i++) {
      long snowflake = random.nextLong() >>> 1 + random.nextInt(20);
      assertEquals("JOB" + oracle(snowflake), branded("JOB", snowflake));
    }
  }

  @Test
  void theNextIdAboveKeepsTheNodeOfItsMinter() {
    assertEquals(List.of(5L, (7L << 12)), above(5, (6L << 12) + 9, 7));
    assertEquals(List.of(5L, (7L << 12) + 10), above(5, (7L << 12) + 9, 7));
    assertEquals(List.of(6L, (7L << 12)), above(5, (7L << 12) + 4095, 7));
    assertEquals(List.of(6L, (7L << 12)), above(5, (8L << 12), 7));
    assertEquals(List.of(6L, (1023L << 12)), above(5, 4_194_304, 1023));
  }

  private Object above(long ms, long low, int node) {
    return run("mint-above", "{mint_above(" + ms + ", " + low + ", " + node + ")}");
  }

  private String branded(String namespace, long snowflake) {
    long low = snowflake & 0x3f_ffff;
    long ms = (snowflake >>> 22) + EPOCH;
    return (String) run("branded", "branded('" + namespace + "', " + ms + ", " + low + ")");
  }

  private Object run(String function, String expression) {
    return jedis.eval(sources.assemble("lib/" + function) + "return " + expression);
  }

  private static String oracle(long snowflake) {
    BigInteger rest = BigInteger.valueOf(snowflake);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 11; i++) {
      BigInteger[] parts = rest.divideAndRemainder(BigInteger.valueOf(62));
      text.insert(0, DIGITS.charAt(parts[1].intValue()));
      rest = parts[0];
    }
    return text.toString();
  }
}
