package io.echomq.testing;

import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisProtocol;

/** Opens plain connections for tests: RESP2, time-outs that a stalled machine does not reach. */
final class Connections {
  private static final int TIMEOUT_MS = 30_000;

  private Connections() {}

  static Jedis open(String host, int port, String password, int db) {
    return new Jedis(
        host,
        port,
        DefaultJedisClientConfig.builder()
            .protocol(RedisProtocol.RESP2)
            .password(password)
            .database(db)
            .connectionTimeoutMillis(TIMEOUT_MS)
            .socketTimeoutMillis(TIMEOUT_MS)
            .build());
  }
}
