package io.echomq.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

@WithServer
class ServerExtensionIT {
  private TestServer ofThisTest;

  @BeforeEach
  void remember(TestServer server) {
    ofThisTest = server;
  }

  @RepeatedTest(70) // more often than there are databases: they are given back
  void everyTestFindsItsDatabaseEmpty(TestServer server) {
    assertSame(ofThisTest, server);
    try (Jedis jedis = server.jedis()) {
      assertEquals(0, jedis.dbSize());
      jedis.set("left behind", "by every repetition");
    }
  }

  @Test
  void theUriNamesTheDatabaseAndTakesOptions(TestServer server) {
    String base = "valkey://:" + server.password() + "@127.0.0.1:" + server.port() + "/";
    assertEquals(base + server.db(), server.uri());
    assertEquals(base + "7", server.uri(7));
    assertEquals(base + server.db() + "?beat=50", server.uri("beat=50"));
    assertTrue(server.row().matches("(valkey|redis) \\d+\\.\\d+\\.\\d+"), server.row());
  }

  @Nested
  @WithServer(exclusive = true)
  class Exclusive {
    @RepeatedTest(2)
    void findsTheWholeServerEmpty(TestServer server) {
      assertEquals(0, server.db());
      try (Jedis jedis = server.jedis()) {
        assertFalse(jedis.scriptExists("e0e1f9fabfc9d4800c877a703b823ac0578ff8db"));
        assertEquals("e0e1f9fabfc9d4800c877a703b823ac0578ff8db", jedis.scriptLoad("return 1"));
        jedis.set("left behind", "in database 0");
        jedis.select(63);
        assertEquals(0, jedis.dbSize());
        jedis.set("left behind", "in database 63");
      }
    }
  }
}
