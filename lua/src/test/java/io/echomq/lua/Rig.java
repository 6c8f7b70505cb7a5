package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/** One script on a real server: seed keys, run one call, compare the whole keyspace. */
final class Rig implements AutoCloseable {
  static final String PENDING = "pending";

  private final ScriptCatalog catalog = ScriptCatalog.load();
  private final Jedis jedis;
  private final Keyspace keyspace;

  Rig(TestServer server) {
    jedis = server.jedis();
    keyspace = new Keyspace(jedis);
  }

  Jedis jedis() {
    return jedis;
  }

  /** The server's clock, ms. */
  long now() {
    return keyspace.now();
  }

  /** Writes keys, see {@link Keyspace}. */
  Rig seed(String... lines) {
    keyspace.seed(lines);
    return this;
  }

  /** Holds the whole database against these lines, in any order. */
  void holds(String... lines) {
    List<String> expected = new ArrayList<>(Arrays.asList(lines));
    Collections.sort(expected);
    assertEquals(String.join("\n", expected), String.join("\n", keyspace.lines()));
  }

  /** The whole database, see {@link Keyspace}. */
  List<String> lines() {
    return keyspace.lines();
  }

  /** Runs a script on the queue {@code q}; the answer is in the text forms of {@link Keyspace}. */
  Object run(String script, Object... args) {
    return runOn(script, List.of(PENDING), args);
  }

  /** Runs a script on these keys. */
  Object runOn(String script, List<String> keys, Object... args) {
    Script found = catalog.get(script);
    assertTrue(found.takes(keys.size()), found + " with " + keys);
    List<String> full = keys.stream().map(Keyspace::key).toList();
    List<String> texts = Arrays.stream(args).map(this::argument).toList();
    try {
      return plain(jedis.evalsha(found.sha1(), full, texts));
    } catch (JedisNoScriptException e) {
      assertEquals(jedis.scriptLoad(found.source()), found.sha1(), script);
      return plain(jedis.evalsha(found.sha1(), full, texts));
    }
  }

  /** Runs a script that must be refused, and leaves the database as it was. */
  String refusal(String script, Object... args) {
    return refusalOn(script, List.of(PENDING), args);
  }

  /** Like {@link #refusal}, on these keys. */
  String refusalOn(String script, List<String> keys, Object... args) {
    List<String> before = keyspace.lines();
    JedisDataException refused =
        assertThrows(JedisDataException.class, () -> runOn(script, keys, args));
    assertEquals(before, keyspace.lines());
    return Keyspace.shorten(refused.getMessage());
  }

  @Override
  public void close() {
    jedis.close();
  }

  /** What a fetching script answered as its six values, if it left out those that say nothing. */
  static List<?> claim(Object answer) {
    List<?> list = (List<?>) answer;
    return list.size() % 4 == 1
        ? List.of(-1L, 0L, list.get(0), List.of(), List.of(), list.subList(1, list.size()))
        : list;
  }

  private String argument(Object arg) {
    return keyspace.time(Keyspace.expand(arg.toString()));
  }

  private static Object plain(Object reply) {
    if (reply instanceof List<?> list) {
      return list.stream().map(Rig::plain).toList();
    }
    return reply instanceof String text ? Keyspace.shorten(text) : reply;
  }
}
