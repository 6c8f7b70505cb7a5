package io.echomq.jms.examples.benchmark;

import io.echomq.lua.Script;
import io.echomq.lua.ScriptCatalog;
import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;

/**
 * The same send script over a bare Jedis, with nothing around it: the limit of what the provider
 * can reach. Only for a system whose URL is that of a server. Threads: each workload by one.
 */
final class RawRows {
  private static final String DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  /** As the provider's messages of the other rows look. */
  static final String PAYLOAD = "{\"jms\":1,\"m\":\"b\"}\n" + "x".repeat(Site.BODY_BYTES);

  private RawRows() {}

  /** One script call after the other, each waits for its answer. */
  static Sample loop(Site site) {
    return run(site, 1);
  }

  /** Pipelines of so many calls. */
  static Sample pipelined(Site site, int calls) {
    return run(site, calls);
  }

  /**
   * What a request and its reply cannot do without, by one thread over one connection: each is sent
   * and fetched. Nothing is acknowledged.
   */
  static Sample request(Site site) {
    Script send = ScriptCatalog.load().get("send-jobs");
    Script fetch = ScriptCatalog.load().get("fetch-jobs");
    String key = "emq:{" + site.name() + "}:pending";
    LongFunction<String[]> arguments = send(key);
    String[] one = {key, "1", "60000", "0", "16384", "4194304", "raw"};
    Latencies latencies = new Latencies();
    try (Jedis jedis = connect(site)) {
      jedis.scriptLoad(send.source());
      jedis.scriptLoad(fetch.source());
      long count = 0;
      long begun = System.nanoTime();
      for (long end = site.deadline(); System.nanoTime() < end; ) {
        long asked = System.nanoTime();
        for (int way = 0; way < 2; way++) {
          jedis.evalsha(send.sha1(), 1, arguments.apply(++count));
          jedis.evalsha(fetch.sha1(), 1, one);
        }
        latencies.add(System.nanoTime() - asked);
      }
      long took = System.nanoTime() - begun;
      forget(jedis, site, count);
      long[] sorted = Latencies.sorted(List.of(latencies));
      return new Sample(sorted.length, took, sorted);
    }
  }

  static Jedis connect(Site site) {
    return new Jedis(URI.create(site.url().replaceFirst("^valkey:", "redis:")));
  }

  private static LongFunction<String[]> send(String key) {
    return n -> new String[] {key, "raw", Long.toString(n), "60000", id(n), PAYLOAD};
  }

  private static Sample run(Site site, int pipeline) {
    Script script = ScriptCatalog.load().get("send-jobs");
    LongFunction<String[]> arguments = send("emq:{" + site.name() + "}:pending");
    try (Jedis jedis = connect(site)) {
      jedis.scriptLoad(script.source());
      long count = 0;
      long begun = System.nanoTime();
      for (long end = site.deadline(); System.nanoTime() < end; count += pipeline) {
        if (pipeline == 1) {
          jedis.evalsha(script.sha1(), 1, arguments.apply(count + 1));
          continue;
        }
        try (Pipeline together = jedis.pipelined()) {
          for (int i = 1; i <= pipeline; i++) {
            together.evalsha(script.sha1(), 1, arguments.apply(count + i));
          }
        }
      }
      long took = System.nanoTime() - begun;
      forget(jedis, site, count);
      return Sample.of(count, Math.max(took, TimeUnit.MILLISECONDS.toNanos(1)));
    }
  }

  private static void forget(Jedis jedis, Site site, long count) {
    String base = "emq:{" + site.name() + "}:";
    try (Pipeline together = jedis.pipelined()) {
      for (long n = 1; n <= count; n++) {
        together.unlink(base + "job:" + id(n));
      }
      together.unlink(base + "pending", base + "active", base + "wake", base + "jms:sent:raw");
    }
  }

  private static String id(long number) {
    char[] digits = new char[11];
    long rest = number;
    for (int i = digits.length - 1; i >= 0; i--) {
      digits[i] = DIGITS.charAt((int) (rest % 62));
      rest /= 62;
    }
    return "JOB" + new String(digits);
  }
}
