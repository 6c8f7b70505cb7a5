package io.echomq.jms;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.Jedis;

/** How often a server was asked what, since its statistics were reset. */
final class CommandCounts {
  private CommandCounts() {}

  /** Calls of one command, as {@code evalsha} or {@code script|load}; also those from scripts. */
  static long calls(Jedis jedis, String command) {
    Matcher found =
        Pattern.compile("cmdstat_" + Pattern.quote(command) + ":calls=(\\d+)")
            .matcher(jedis.info("commandstats"));
    return found.find() ? Long.parseLong(found.group(1)) : 0;
  }
}
