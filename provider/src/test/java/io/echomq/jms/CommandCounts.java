package io.echomq.jms;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.Jedis;

/** How often a server was asked what, since its statistics were reset. */
final class CommandCounts {
  private CommandCounts() {}

  /** Every command that was called, asked at one moment: a busy machine lets others go on. */
  static Map<String, Long> all(Jedis jedis) {
    Map<String, Long> calls = new HashMap<>();
    Matcher each =
        Pattern.compile("cmdstat_([^:]+):calls=(\\d+)").matcher(jedis.info("commandstats"));
    while (each.find()) {
      calls.put(each.group(1), Long.valueOf(each.group(2)));
    }
    return calls;
  }

  /**
   * From now on {@link #callsOf} tells apart who calls, until the connection's server ends. What
   * beats by itself has links of its own, and beats once more the slower the machine is.
   */
  static void tellApart(Jedis jedis) {
    jedis.configSet("slowlog-max-len", "100000");
    jedis.configSet("slowlog-log-slower-than", "0");
    jedis.slowlogReset();
  }

  /** Calls of one command, as {@code evalsha}, over links with this purpose, as {@code send}. */
  static long callsOf(Jedis jedis, String purpose, String command) {
    return jedis.slowlogGet(100_000).stream()
        .filter(entry -> entry.getClientName().equals("echomq-jms-" + purpose))
        .filter(entry -> entry.getArgs().get(0).equalsIgnoreCase(command))
        .count();
  }

  /** Calls of one command, as {@code evalsha} or {@code script|load}; also those from scripts. */
  static long calls(Jedis jedis, String command) {
    Matcher found =
        Pattern.compile("cmdstat_" + Pattern.quote(command) + ":calls=(\\d+)")
            .matcher(jedis.info("commandstats"));
    return found.find() ? Long.parseLong(found.group(1)) : 0;
  }
}
