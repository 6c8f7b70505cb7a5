package io.echomq.jms.valkey;

import io.echomq.lua.Script;
import io.echomq.lua.ScriptCatalog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;

/**
 * What sending, fetching and completing a message costs a server, in its own microseconds ({@code
 * INFO commandstats}), and what a fixed piece of work costs it in the same rounds: machines differ
 * and are busy, the ratio of the two is steadier. Each figure is the best of several rounds.
 */
final class ServerCost {
  /** The fixed work: what no store of messages can do without, thirty times. */
  private static final String YARDSTICK =
      """
      for i = 1, 30 do
        redis.call('HSET', KEYS[1] .. i, 'state', 'pending', 'attempts', '0', 'payload', ARGV[1])
        redis.call('ZADD', KEYS[1] .. 'set', 0, 'JOB0000000000' .. i)
        redis.call('HMGET', KEYS[1] .. i, 'attempts', 'state', 'payload')
        redis.call('ZREM', KEYS[1] .. 'set', 'JOB0000000000' .. i)
        redis.call('DEL', KEYS[1] .. i)
      end
      return 1
      """;

  private static final long FIRST_SEQUENCE = 1_000_000_000_000L;
  private static final String QUEUE = "emq:{cost}:pending";
  private static final String PAYLOAD = "{\"jms\":1,\"m\":\"b\"}\n" + "x".repeat(282);

  /** Microseconds of the server for one message; {@code yardstick} for one turn of its loop. */
  record Figures(int batch, double send, double fetch, double complete, double yardstick) {
    /** A message sent (0), fetched (1) or completed (2), in turns of the yardstick. */
    double turns(int what) {
      return (what == 0 ? send : what == 1 ? fetch : complete) / yardstick;
    }

    double sum() {
      return send + fetch + complete;
    }

    @Override
    public String toString() {
      return "batches of %d: send %.2f us, fetch %.2f us, complete %.2f us, sum %.2f us; yardstick %.2f us"
          .formatted(batch, send, fetch, complete, sum(), yardstick);
    }
  }

  private final Jedis jedis;
  private final String[] shas = new String[4];
  private long nextId = 1;
  private long nextSequence = FIRST_SEQUENCE;

  ServerCost(Jedis jedis) {
    this.jedis = jedis;
    ScriptCatalog catalog = ScriptCatalog.load();
    String[] names = {"send-jobs", "fetch-jobs", "complete-jobs"};
    for (int i = 0; i < names.length; i++) {
      Script script = catalog.get(names[i]);
      shas[i] = jedis.scriptLoad(script.source());
    }
    shas[3] = jedis.scriptLoad(YARDSTICK);
  }

  Figures measure(int batch, int rounds) {
    int calls = Math.max(20, 2000 / batch);
    int group = Math.max(1, 200 / batch);
    double[] best = {1e9, 1e9, 1e9, 1e9};
    for (int round = 0; round < rounds; round++) {
      long first = nextId;
      keep(best, 0, cost(calls, group, call -> send(call, batch)) / batch);
      keep(best, 1, cost(calls, group, call -> fetch(call, batch)) / batch);
      keep(best, 2, cost(calls, group, call -> complete(call, first, batch)) / batch);
      keep(best, 3, cost(50, 5, call -> List.of(shas[3], "1", "emq:{yard}:", PAYLOAD)) / 30);
    }
    return new Figures(batch, best[0], best[1], best[2], best[3]);
  }

  /** What a send, a fetch and an acknowledgement alone call; measured once before. */
  List<String> commandsOfOne() {
    long first = nextId;
    List<String> commands = new ArrayList<>();
    for (Calls calls :
        List.<Calls>of(
            call -> send(call, 1), call -> fetch(call, 1), call -> complete(call, first, 1))) {
      cost(1, 1, calls);
      commands.add(commands());
    }
    return commands;
  }

  /** What a fetch that finds nothing calls. */
  String commandsOfNone() {
    cost(1, 1, call -> fetch(call, 1));
    return commands();
  }

  private String commands() {
    Map<String, String> called = new TreeMap<>();
    Matcher each =
        Pattern.compile("cmdstat_([^:]+):calls=(\\d+)").matcher(jedis.info("commandstats"));
    while (each.find()) {
      if (!each.group(1).matches("evalsha|info|config(\\|resetstat)?")) {
        called.put(each.group(1), each.group(2));
      }
    }
    return called.entrySet().stream()
        .map(entry -> entry.getKey() + " " + entry.getValue())
        .collect(Collectors.joining(", "));
  }

  private static void keep(double[] best, int at, double figure) {
    best[at] = Math.min(best[at], figure);
  }

  private interface Calls {
    /** SHA, number of keys, keys and arguments. */
    List<String> of(int call);
  }

  /**
   * Microseconds for one call: of the group of calls in which the server lost its processor the
   * least, since the server counts that time too.
   */
  private double cost(int calls, int group, Calls arguments) {
    double least = 1e9;
    for (int call = 0; call < calls; ) {
      int from = call;
      jedis.configResetStat();
      try (Pipeline pipeline = jedis.pipelined()) {
        for (int i = 0; i < group && call < calls; i++, call++) {
          List<String> words = arguments.of(call);
          String[] rest = words.subList(2, words.size()).toArray(String[]::new);
          pipeline.evalsha(words.get(0), Integer.parseInt(words.get(1)), rest);
        }
      }
      least = Math.min(least, stat(jedis, "evalsha", "usec") / (call - from));
    }
    return least;
  }

  private List<String> send(int call, int batch) {
    String sequence = Long.toString(nextSequence++);
    String ms = batch == 1 ? memory(sequence) : "60000";
    List<String> words = new ArrayList<>(List.of(shas[0], "1", QUEUE, "cost", sequence, ms));
    for (int i = 0; i < batch && batch > 1; i++) {
      words.addAll(List.of(id(nextId++), "v", PAYLOAD, "0", "0", "0", ""));
    }
    if (batch == 1) {
      words.addAll(List.of(id(nextId++), PAYLOAD));
    }
    return words;
  }

  private List<String> fetch(int call, int batch) {
    String max = Integer.toString(batch);
    String sequence = Long.toString(nextSequence++);
    String ms = memory(sequence);
    return List.of(shas[1], "1", QUEUE, max, "30000", "10", "session", "cost.0", sequence, ms);
  }

  private List<String> complete(int call, long first, int batch) {
    String sequence = Long.toString(nextSequence++);
    String ms = batch == 1 ? memory(sequence) : "60000";
    List<String> words =
        new ArrayList<>(List.of(shas[2], "1", QUEUE, "cost", sequence, sequence, ms));
    for (int i = 0; i < batch; i++) {
      words.addAll(List.of(id(first + (long) call * batch + i), "1"));
    }
    return words;
  }

  /** The client renews an expiry once a minute only. */
  private static String memory(String sequence) {
    return sequence.endsWith("00000") ? "60000" : "";
  }

  private static String id(long number) {
    return BrandedId.encode(BrandedId.JOB, number);
  }

  /** A field of a command's statistics; 0 when it never ran. */
  static double stat(Jedis jedis, String command, String field) {
    Matcher found =
        Pattern.compile("cmdstat_" + Pattern.quote(command) + ":.*?\\b" + field + "=([0-9.]+)")
            .matcher(jedis.info("commandstats"));
    return found.find() ? Double.parseDouble(found.group(1)) : 0;
  }
}
