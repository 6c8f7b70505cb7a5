package io.echomq.testing;

import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisProtocol;

/** Opens plain connections for tests: RESP2, 5 s time-outs. */
final class Connections {
  private Connections() {}

  static Jedis open(String host, int port, String password, int db) {
    return new Jedis(
        host,
        port,
        DefaultJedisClientConfig.builder()
            .protocol(RedisProtocol.RESP2)
            .password(password)
            .database(db)
            .connectionTimeoutMillis(5_000)
            .socketTimeoutMillis(5_000)
            .build());
  }
}
