package io.echomq.jms.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.echomq.jms.config.Options;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import io.echomq.lua.Script;
import io.echomq.lua.ScriptCatalog;
import io.echomq.testing.PrivateServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

@Timeout(300)
class ScriptRunnerIT {
  private final ScriptCatalog catalog = ScriptCatalog.load();
  private final Script hold = catalog.get("hold-key");
  private final Script drop = catalog.get("drop-key");
  private final ScriptRunner runner = new ScriptRunner();
  private PrivateServer server;
  private Link link;

  @BeforeEach
  void start() throws WireException {
    server = PrivateServer.start();
    link = dial();
  }

  @AfterEach
  void stop() {
    link.close();
    server.close();
  }

  @Test
  void aScriptIsLoadedOnceForManyCallsOfManyThreads() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int t = 0; t < 8; t++) {
        String key = "k" + t;
        all.add(
            threads.submit(
                () -> {
                  try (Link own = dial()) {
                    for (int i = 0; i < 1000; i++) {
                      runner.call(own, holding(key));
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> each : all) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertEquals(1, runner.loads());
    assertEquals(1, loadsSeenByTheServer(0));
  }

  @Test
  void aHundredThousandPipelinedCallsLoadOnce() throws WireException {
    List<ScriptCall> batch = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      batch.add(holding("k" + i));
    }
    for (int i = 0; i < 100; i++) {
      assertEquals(1000, runner.pipeline(link, batch).size());
    }
    assertEquals(1, loadsSeenByTheServer(1));
  }

  @Test
  void aScriptThatAnotherClientHasLoadedIsNotLoadedAgain() throws WireException {
    new ScriptRunner().call(link, holding("a"));
    runner.call(link, holding("b"));
    runner.ensure(link, List.of(hold));
    assertEquals(0, runner.loads());
  }

  @Test
  void flushedScriptsComeBack() throws WireException {
    runner.call(link, holding("a"));
    flushScripts();
    runner.call(link, holding("b"));
    assertEquals(2, runner.loads());
    flushScripts();
    List<Object> answers =
        runner.pipeline(
            link,
            List.of(
                holding("c"),
                Command.of("GET", "c"),
                new ScriptCall(drop, List.of(key("a")), List.of("me")),
                holding("d")));
    assertEquals("[1, me]", text(answers.get(0)));
    assertEquals(1L, answers.get(2));
    assertEquals("[1, me]", text(answers.get(3)));
    assertEquals(4, runner.loads());
  }

  @Test
  void aPipelineAnswersInOrderWithErrorsInTheirPlaces() throws WireException {
    List<Object> answers =
        runner.pipeline(
            link,
            List.of(
                Command.of("SET", "s", "v"),
                Command.of("LPUSH", "s", "x"),
                holding("h"),
                Command.of("GET", "s")));
    assertEquals("OK", Replies.toText(answers.get(0)));
    assertEquals(WireError.SERVER, ((WireException) answers.get(1)).error());
    assertEquals("[1, me]", text(answers.get(2)));
    assertEquals("v", Replies.toText(answers.get(3)));
  }

  @Test
  void aRestartedServerIsAnotherServer() throws WireException {
    runner.call(link, holding("a"));
    server.restart();
    assertThrows(WireException.class, () -> runner.call(link, holding("a")));
    try (Link again = dial()) {
      runner.pipeline(again, List.of(holding("a")));
      assertEquals(2, runner.loads());
      assertEquals(1, loadsSeenByTheServer(1));
    }
  }

  private Link dial() throws WireException {
    return new LinkFactory(Options.parse(server.uri()), null).dial("test");
  }

  private ScriptCall holding(String key) {
    return new ScriptCall(hold, List.of(key(key)), List.of("me", 60_000));
  }

  private static byte[] key(String name) {
    return Keys.ascii("emq:{_jms}:jms:" + name);
  }

  private static String text(Object reply) {
    return ((List<?>) reply).stream().map(Replies::toText).toList().toString();
  }

  private void flushScripts() {
    try (Jedis jedis = server.jedis()) {
      jedis.scriptFlush();
    }
  }

  /**
   * Calls of {@code SCRIPT LOAD}, from {@code INFO commandstats}. Redis before 7 counts all of
   * {@code SCRIPT} as one command.
   *
   * @param asked how often the runner asked whether the script is known: once for a pipeline, not
   *     for a call, which finds out by itself
   */
  private long loadsSeenByTheServer(int asked) {
    try (Jedis jedis = server.jedis()) {
      String stats = jedis.info("commandstats");
      long together = calls(stats, "script");
      return together > 0 ? together - asked : calls(stats, "script|load");
    }
  }

  private static long calls(String stats, String command) {
    return stats
        .lines()
        .filter(line -> line.startsWith("cmdstat_" + command + ":calls="))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^=]*=(\\d+).*", "$1")))
        .sum();
  }
}
