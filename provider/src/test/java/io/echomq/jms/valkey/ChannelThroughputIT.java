package io.echomq.jms.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.config.Options;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.fake.OutgoingBuilder;
import io.echomq.lua.Script;
import io.echomq.lua.ScriptCatalog;
import io.echomq.testing.PrivateServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** Many sends: what they cost in round trips and loads. Times are printed, never judged. */
@Timeout(300)
class ChannelThroughputIT {
  private static final int ALONE = 10_000;

  private final Address queue = new Address(Address.Domain.QUEUE, "orders", "");
  private final PrivateServer server = PrivateServer.start();
  private Broker broker;

  @BeforeEach
  void connect() throws Exception {
    broker = new ValkeyConnector(Options.parse(server.uri())).connect(null);
  }

  @AfterEach
  void close() {
    broker.close();
    server.close();
  }

  @Test
  void aHundredThousandSendsLoadEachScriptOnceAndShareScriptCalls() throws Exception {
    warmUp();
    try (Jedis jedis = server.jedis()) {
      long scripts = calls(jedis, "evalsha");
      long begun = System.nanoTime();
      Reply<Void> last = null;
      for (int i = 0; i < 100_000; i++) {
        last = broker.send(OutgoingBuilder.text(broker, queue, "m").build());
      }
      last.await();
      report("one thread that does not wait", 100_000, begun);
      assertEquals(102_000, jedis.zcard("emq:{orders}:pending"));
      // Upkeep may load a script of its own meanwhile; none is loaded twice.
      long loads = calls(jedis, "script|load");
      if (loads > 0) {
        assertEquals(cachedScripts(jedis), loads);
      } else {
        // Redis 6.2 counts LOAD and EXISTS together: one of each for a script.
        assertTrue(calls(jedis, "script") <= 2 * cachedScripts(jedis));
      }
      long used = calls(jedis, "evalsha") - scripts;
      assertTrue(used < 25_000, "script calls for 100,000 sends: " + used);
    }
  }

  @Test
  void aThreadAloneIsNearABareLoopOfScriptCalls() throws Exception {
    warmUp();
    long begun = System.nanoTime();
    for (int i = 0; i < ALONE; i++) {
      OutgoingBuilder.text(broker, queue, "m").send();
    }
    double ours = report("one thread that waits", ALONE, begun);
    double bare = bareLoop();
    System.out.printf("one thread that waits / bare EVALSHA loop: %.2f%n", ours / bare);
    try (Jedis jedis = server.jedis()) {
      assertEquals(2_000 + ALONE, jedis.zcard("emq:{orders}:pending"));
    }
  }

  @Test
  void manyThreadsThatWaitShareScriptCalls() throws Exception {
    warmUp();
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try (Jedis jedis = server.jedis()) {
      long scripts = calls(jedis, "evalsha");
      long begun = System.nanoTime();
      List<Future<?>> running = new ArrayList<>();
      for (int t = 0; t < 16; t++) {
        running.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 2_000; i++) {
                    OutgoingBuilder.text(broker, queue, "m").send();
                  }
                  return null;
                }));
      }
      for (Future<?> each : running) {
        each.get();
      }
      report("16 threads that wait", 32_000, begun);
      assertEquals(34_000, jedis.zcard("emq:{orders}:pending"));
      long used = calls(jedis, "evalsha") - scripts;
      assertTrue(used < 16_000, "script calls for 32,000 sends: " + used);
    } finally {
      threads.shutdown();
    }
  }

  private void warmUp() throws Exception {
    for (int i = 0; i < 2_000; i++) {
      OutgoingBuilder.text(broker, queue, "m").send();
    }
  }

  /** The same sends on a plain connection, with nothing around them. */
  private double bareLoop() {
    Script script = ScriptCatalog.load().get("send-jobs");
    String payload = "{\"jms\":1,\"m\":\"t\"}\nm";
    try (Jedis jedis = server.jedis()) {
      long begun = System.nanoTime();
      for (int i = 0; i < ALONE; i++) {
        String id = BrandedId.encode(BrandedId.JOB, i);
        String[] arguments = {
          "emq:{bare}:pending", "bare", "" + (i + 1), "60000", id, "v", payload, "0", "0", "0", ""
        };
        jedis.evalsha(script.sha1(), 1, arguments);
      }
      return report("bare EVALSHA loop", ALONE, begun);
    }
  }

  private static double report(String what, int count, long begunNanos) {
    double perSecond = count / ((System.nanoTime() - begunNanos) / 1e9);
    System.out.printf("%s: %.0f sends a second%n", what, perSecond);
    return perSecond;
  }

  private static long cachedScripts(Jedis jedis) {
    return jedis
        .info("memory")
        .lines()
        .filter(line -> line.startsWith("number_of_cached_scripts:"))
        .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).trim()))
        .sum();
  }

  private static long calls(Jedis jedis, String command) {
    Matcher found =
        Pattern.compile("cmdstat_" + Pattern.quote(command) + ":calls=(\\d+)")
            .matcher(jedis.info("commandstats"));
    return found.find() ? Long.parseLong(found.group(1)) : 0;
  }
}
