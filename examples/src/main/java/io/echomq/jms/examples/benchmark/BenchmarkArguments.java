package io.echomq.jms.examples.benchmark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/**
 * The command line.
 *
 * @param rows to run, in the order given
 * @param peers beside ours
 * @param rounds of each row that count
 * @param warmUps rounds before them, which do not
 * @param millis of rows that are bounded by time
 * @param backlog of rows that drain
 * @param fsync the durability class
 * @param json where the figures go; null: nowhere
 */
record BenchmarkArguments(
    List<Row> rows,
    List<String> peers,
    int rounds,
    int warmUps,
    long millis,
    int backlog,
    boolean fsync,
    Path json) {
  static final String USAGE =
      """
      usage: benchmark/run [row ...] [--peers artemis,classic] [--fsync] [--rounds 5]
                           [--warm-ups 3]
                           [--millis 2000] [--backlog 20000] [--json FILE] [--help]
        row         which rows; all without one
        --peers     which other providers run in the same rounds; none without it
        --warm-ups  rounds before those that count: each system's JVM compiles meanwhile
        --fsync     both sides on disk before the answer; else neither
      """;

  /**
   * Parses the words.
   *
   * @throws IllegalArgumentException for the user
   */
  static BenchmarkArguments parse(List<String> words) {
    List<String> rows = new ArrayList<>();
    List<String> peers = List.of();
    int rounds = 5;
    int warmUps = 3;
    long millis = 2000;
    int backlog = 20_000;
    boolean fsync = false;
    Path json = null;
    for (Iterator<String> i = words.iterator(); i.hasNext(); ) {
      String word = i.next();
      switch (word) {
        case "--peers" -> peers = Arrays.asList(value(word, i).split(","));
        case "--rounds" -> rounds = number(word, i);
        case "--warm-ups" -> warmUps = number(word, i);
        case "--millis" -> millis = number(word, i);
        case "--backlog" -> backlog = number(word, i);
        case "--fsync" -> fsync = true;
        case "--json" -> json = Path.of(value(word, i));
        default -> {
          if (word.startsWith("-")) {
            throw new IllegalArgumentException("unknown option " + word);
          }
          rows.add(word);
        }
      }
    }
    return new BenchmarkArguments(
        Rows.named(rows), peers, rounds, warmUps, millis, backlog, fsync, json);
  }

  private static String value(String option, Iterator<String> words) {
    if (!words.hasNext()) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return words.next();
  }

  private static int number(String option, Iterator<String> words) {
    String value = value(option, words);
    try {
      int number = Integer.parseInt(value);
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(option + " needs a number, not '" + value + "'", e);
    }
    throw new IllegalArgumentException(option + " needs a number above 0, not " + value);
  }
}
