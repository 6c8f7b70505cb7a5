package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Every script of the catalogue compiles on the server, which names it as we do. */
@WithServer
class ScriptLoadScriptTest {
  @Test
  void theServerAnswersOurDigestForEveryScript(TestServer server) {
    try (Jedis jedis = server.jedis()) {
      for (Script script : ScriptCatalog.load().all()) {
        assertEquals(script.sha1(), jedis.scriptLoad(script.source()), script.name());
        assertTrue(jedis.scriptExists(script.sha1()), script.name());
      }
    }
  }
}
