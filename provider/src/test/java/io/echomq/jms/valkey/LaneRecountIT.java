package io.echomq.jms.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.config.Options;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.WireException;
import io.echomq.lua.ScriptCatalog;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;

/** Lanes of a queue of which too much is in flight to be counted in one call. */
@WithServer
@Timeout(180)
class LaneRecountIT {
  private static final String SHUT = "CST0STF4r0SSpA";
  private static final String BUSY = "CST0STF4r0SSpB";
  private static final int FLIGHTS = 3500;

  private final Address queue = new Address(Address.Domain.QUEUE, "q", "");
  @AutoClose private final Jedis jedis;
  @AutoClose private final Links links;
  private final LaneRecount recount;

  LaneRecountIT(TestServer server) throws WireException {
    Options options = Options.parse(server.uri());
    jedis = server.jedis();
    links = new Links(new LinkFactory(options, null), options);
    recount =
        new LaneRecount(
            new PooledCalls(links, new ScriptRunner(), ScriptCatalog.load()), new Keys());
  }

  @Test
  void aLaneThatAForeignVerbLeftShutIsServedAgainHoweverMuchIsInFlight() throws WireException {
    fly();
    jedis.zadd("emq:{q}:g:" + SHUT + ":pending", 0, id(FLIGHTS));
    jedis.hset("emq:{q}:gactive", SHUT, "1");
    jedis.hset("emq:{q}:glimit", SHUT, "1");

    recount.pass(queue);
    recount.pass(queue);
    assertEquals("1", jedis.hget("emq:{q}:gactive", SHUT), "one look is no evidence");
    recount.pass(queue);

    assertNull(jedis.hget("emq:{q}:gactive", SHUT));
    assertEquals(List.of(SHUT), jedis.lrange("emq:{q}:ring", 0, -1));
    assertEquals(Integer.toString(FLIGHTS), jedis.hget("emq:{q}:gactive", BUSY), "it was right");
  }

  @Test
  void aLaneThatChangesBetweenTheLooksIsLeftAlone() throws WireException {
    fly();
    jedis.hset("emq:{q}:gactive", BUSY, Integer.toString(FLIGHTS + 1));

    recount.pass(queue);
    recount.pass(queue);
    jedis.zrem("emq:{q}:active", id(0));
    jedis.del("emq:{q}:job:" + id(0));
    recount.pass(queue);
    assertEquals(Integer.toString(FLIGHTS + 1), jedis.hget("emq:{q}:gactive", BUSY));
  }

  /** So many jobs of one lane are in flight. */
  private void fly() {
    assertTrue(FLIGHTS > 3000, "fewer are counted by sweep-lanes itself");
    try (Pipeline pipeline = jedis.pipelined()) {
      for (int i = 0; i < FLIGHTS; i++) {
        pipeline.zadd("emq:{q}:active", 9e15, id(i));
        pipeline.hset(
            "emq:{q}:job:" + id(i), Map.of("state", "active", "attempts", "1", "group", BUSY));
      }
    }
    jedis.hset("emq:{q}:gactive", BUSY, Integer.toString(FLIGHTS));
  }

  private static String id(int i) {
    return String.format("JOB%011d", i);
  }
}
