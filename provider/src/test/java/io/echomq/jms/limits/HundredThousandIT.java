package io.echomq.jms.limits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

@WithServer
class HundredThousandIT {

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void aHundredThousandMessagesNeedLittleHeapAndNoThreadOfTheirOwn(TestServer server)
      throws IOException, InterruptedException {
    List<String> said = run(server.uri());
    // The waker may be begun after the count begins; a message must not cost a thread.
    String started = said.get(0);
    assertTrue(Integer.parseInt(started.substring("started ".length())) <= 8, started);
    assertEquals("left 0", said.get(1));
    try (Jedis jedis = server.jedis()) {
      assertEquals(0, jedis.zcard("emq:{hundred-thousand}:pending"));
      assertEquals(0, jedis.zcard("emq:{hundred-thousand}:active"));
      assertEquals("100000", jedis.hget("emq:{hundred-thousand}:metrics:completed", "count"));
    }
  }

  /** Runs the program with 256 MB, which a lost bound anywhere would exceed. */
  private static List<String> run(String uri) throws IOException, InterruptedException {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                HundredThousand.class.getName(),
                uri)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String said = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, jvm.waitFor(), said);
    return said.lines().toList();
  }
}
