package io.echomq.tck.gate;

import static io.echomq.tck.gate.Scenario.equal;
import static io.echomq.tck.gate.Scenario.holds;

import io.echomq.lua.Script;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/** The wire contract, "Engine": EVALSHA first, one load, one hash. */
final class ScriptScenarios {
  private static final int PIPELINED = 10_000;

  private ScriptScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario("scripts: the server's hash of each is ours", ScriptScenarios::hashes),
        new Scenario("scripts: EVALSHA first, loaded once", ScriptScenarios::pipelined));
  }

  private static void hashes(Wire wire) {
    for (Script script : wire.catalog().all()) {
      equal(script.sha1(), wire.jedis().scriptLoad(script.source()), script.name());
    }
  }

  /** Its own text, which no server has seen, so that the load is counted and not remembered. */
  private static void pipelined(Wire wire) throws Exception {
    String source = wire.catalog().get("enqueue").source() + "\n-- " + wire.queue();
    MessageDigest digest = MessageDigest.getInstance("SHA-1");
    String sha = HexFormat.of().formatHex(digest.digest(source.getBytes("UTF-8")));
    List<String> keys = List.of(wire.key("pending"));
    int loads = 0;
    try {
      wire.jedis().evalsha(sha, keys, List.of(wire.id("JOB"), "first"));
      throw new AssertionError("the server knows a script that was never loaded");
    } catch (JedisNoScriptException unknown) {
      loads++;
      equal(sha, wire.jedis().scriptLoad(source), "hash of the loaded script");
    }
    long millis = wire.serverMillis();
    long begun = System.nanoTime();
    Pipeline pipeline = wire.jedis().pipelined();
    List<Response<Object>> answers = new ArrayList<>();
    for (int i = 0; i < PIPELINED; i++) {
      long snowflake = BrandedIds.snowflake(millis + i / 4096, 1022, i % 4096);
      answers.add(
          pipeline.evalsha(sha, keys, List.of(BrandedIds.encode("JOB", snowflake), "payload")));
    }
    pipeline.sync();
    double seconds = (System.nanoTime() - begun) / 1e9;
    for (Response<Object> answer : answers) {
      equal(1L, answer.get(), "answer of a pipelined enqueue");
    }
    equal((long) PIPELINED, wire.jedis().zcard(wire.key("pending")), "pending_size");
    holds(loads == 1, "script_loads " + loads);
    wire.record()
        .note(String.format(Locale.ROOT, "pipelined EVALSHA %.0f ops/s", PIPELINED / seconds));
    wire.record().note("script_loads " + loads);
    wire.jedis().del(wire.key("pending"));
  }
}
