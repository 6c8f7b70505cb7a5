package io.echomq.lua;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.resps.StreamEntry;
import redis.clients.jedis.resps.Tuple;

/**
 * A whole database as lines of text, to be written before a script runs and compared after it:
 *
 * <pre>
 * job:$A hash attempts=1 payload=hello state=active
 * active zset $A=now+30s
 * wake list 1 1
 * jms:sent:c string~ 7
 * </pre>
 *
 * Keys of the queue {@code q} stand without their prefix; {@code $A} is the job {@code
 * JOB0000000000A}, {@code %A} the lane {@code USR0000000000A}; a space in a value is {@code _};
 * {@code ~} marks an expiry; numbers that are times stand as their distance from now, to 10 s.
 */
final class Keyspace {
  private static final String QUEUE = "emq:{q}:";
  private static final long FIRST_TIME = 1_000_000_000_000L;

  private final Jedis jedis;

  Keyspace(Jedis jedis) {
    this.jedis = jedis;
  }

  /** What the short forms of ids stand for. */
  static String expand(String text) {
    return text.replaceAll("\\$([A-Z0-9])", "JOB0000000000$1")
        .replaceAll("%([A-Z0-9])", "USR0000000000$1");
  }

  static String shorten(String text) {
    return text.replaceAll("JOB0000000000([A-Z0-9])", "\\$$1")
        .replaceAll("USR0000000000([A-Z0-9])", "%$1");
  }

  static String key(String name) {
    return (name.contains("{") ? "" : QUEUE) + expand(name);
  }

  long now() {
    List<String> time = jedis.time();
    return Long.parseLong(time.get(0)) * 1000 + Long.parseLong(time.get(1)) / 1000;
  }

  /** Writes the keys of these lines. */
  void seed(String... lines) {
    for (String line : lines) {
      String[] words = line.split(" ");
      String key = key(words[0]);
      String type = words[1].replace("~", "");
      for (String word : Arrays.copyOfRange(words, 2, words.length)) {
        put(key, type, word);
      }
      if (words[1].endsWith("~")) {
        jedis.pexpire(key, 100_000);
      }
    }
  }

  private void put(String key, String type, String word) {
    String member = expand(word.substring(0, Math.max(0, word.indexOf('='))));
    String value = expand(word.substring(word.indexOf('=') + 1)).replace('_', ' ');
    switch (type) {
      case "hash" -> jedis.hset(key, member, time(value));
      case "zset" -> jedis.zadd(key, Double.parseDouble(time(value)), member);
      case "list" -> jedis.rpush(key, value);
      case "set" -> jedis.sadd(key, value);
      case "string" -> jedis.set(key, value);
      case "stream" -> jedis.xadd(key, new StreamEntryID(member), Map.of("id", value));
      default -> throw new IllegalArgumentException(type);
    }
  }

  /** The number that {@code now+30s} stands for; other values are themselves. */
  String time(String value) {
    if (value.equals("+inf") || value.equals("inf")) {
      return "Infinity";
    }
    if (!value.matches("now[+-]\\d+s")) {
      return value;
    }
    long seconds = Long.parseLong(value.substring(3, value.length() - 1));
    return Long.toString(now() + 1000 * seconds);
  }

  /** All keys, one a line, sorted. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    long now = now();
    for (String key : new TreeSet<>(jedis.keys("*"))) {
      String type = jedis.type(key);
      String name = key.startsWith(QUEUE) ? key.substring(QUEUE.length()) : key;
      String expires = jedis.pttl(key) > 0 ? "~ " : " ";
      lines.add(shorten(name + " " + type + expires + String.join(" ", content(key, type, now))));
    }
    Collections.sort(lines);
    return lines;
  }

  private List<String> content(String key, String type, long now) {
    List<String> words = new ArrayList<>();
    switch (type) {
      case "hash" ->
          new TreeMap<>(jedis.hgetAll(key)).forEach((f, v) -> words.add(word(f, v, now)));
      case "zset" -> {
        for (Tuple member : jedis.zrangeWithScores(key, 0, -1)) {
          words.add(word(member.getElement(), score(member.getScore()), now));
        }
      }
      case "list" -> words.addAll(jedis.lrange(key, 0, -1));
      case "set" -> words.addAll(new TreeSet<>(jedis.smembers(key)));
      case "string" -> words.add(jedis.get(key).replace(' ', '_'));
      case "stream" -> {
        for (StreamEntry entry : jedis.xrange(key, (StreamEntryID) null, null)) {
          words.add(entry.getID() + "=" + fields(entry.getFields()));
        }
      }
      default -> throw new IllegalStateException(key + " is a " + type);
    }
    return words;
  }

  private static String fields(Map<String, String> fields) {
    String rest =
        new TreeMap<>(fields)
            .entrySet().stream()
                .filter(field -> !field.getKey().equals("id"))
                .map(field -> "," + field.getKey() + ":" + field.getValue())
                .collect(Collectors.joining());
    return fields.get("id") + rest;
  }

  private static String score(double score) {
    return Double.isInfinite(score) ? "inf" : Long.toString(Math.round(score));
  }

  private static String word(String name, String value, long now) {
    return name + "=" + distance(value, now).replace(' ', '_');
  }

  private static String distance(String value, long now) {
    if (!value.matches("\\d{13}") || Long.parseLong(value) < FIRST_TIME) {
      return value;
    }
    long seconds = 10 * Math.round((Long.parseLong(value) - now) / 10_000.0);
    return "now" + (seconds < 0 ? "" : "+") + seconds + "s";
  }
}
