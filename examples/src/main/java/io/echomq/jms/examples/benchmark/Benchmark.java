package io.echomq.jms.examples.benchmark;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs rows against several systems in alternating rounds and prints medians and ratios.
 *
 * <p>Exit status: 0 when every round of ours has a figure, 1 when not, 2 for a bad command line.
 */
public final class Benchmark {
  private final BenchmarkArguments arguments;
  private final List<SystemUnderTest> systems = new ArrayList<>();

  private Benchmark(BenchmarkArguments arguments) {
    this.arguments = arguments;
  }

  public static void main(String[] words) throws IOException {
    if (List.of(words).contains("--help")) {
      System.out.print(BenchmarkArguments.USAGE);
      return;
    }
    BenchmarkArguments arguments;
    try {
      arguments = BenchmarkArguments.parse(List.of(words));
    } catch (IllegalArgumentException e) {
      System.err.println("benchmark: " + e.getMessage());
      System.err.print(BenchmarkArguments.USAGE);
      System.exit(2);
      return;
    }
    System.exit(new Benchmark(arguments).run() ? 0 : 1);
  }

  private boolean run() throws IOException {
    Path folder = Files.createTempDirectory("benchmark");
    try {
      List<String> names = new ArrayList<>(List.of("echomq"));
      names.addAll(arguments.peers());
      for (String name : names) {
        systems.add(SystemUnderTest.start(name, folder, arguments.fsync()));
      }
      Report report = new Report(names, facts());
      boolean good = true;
      for (List<Row> group : Pair.together(arguments.rows())) {
        for (Report.Line line : measure(group)) {
          report.add(line);
          good &= !line.figures().get("echomq").isFailed();
        }
      }
      report.table(System.out);
      if (arguments.json() != null) {
        try (PrintStream out =
            new PrintStream(
                Files.newOutputStream(arguments.json()), false, StandardCharsets.UTF_8)) {
          report.json(out);
        }
      }
      return good;
    } finally {
      for (SystemUnderTest system : systems) {
        system.close();
      }
      delete(folder);
    }
  }

  /**
   * Rounds of each system that do not count, then counted ones by turns: of systems, and of rows
   * that are compared.
   */
  private List<Report.Line> measure(List<Row> rows) throws IOException {
    Map<Row, Map<String, List<Figure>>> rounds = new LinkedHashMap<>();
    rows.forEach(row -> rounds.put(row, new LinkedHashMap<>()));
    int last = rows.stream().mapToInt(this::counted).max().orElse(0);
    for (int round = 1 - arguments.warmUps(); round <= last; round++) {
      for (Row row : rows) {
        int warmUps = row.rounds() == 0 ? arguments.warmUps() : 1;
        if (round > -warmUps && round <= counted(row)) {
          round(row, round, rounds.get(row));
        }
      }
    }
    List<Report.Line> lines = new ArrayList<>();
    rounds.forEach(
        (row, figures) -> {
          Map<String, Figure> medians = new LinkedHashMap<>();
          figures.forEach((system, all) -> medians.put(system, Figure.median(all)));
          lines.add(new Report.Line(row, medians));
        });
    return lines;
  }

  private int counted(Row row) {
    return row.rounds() == 0 ? arguments.rounds() : Math.min(row.rounds(), arguments.rounds());
  }

  private void round(Row row, int round, Map<String, List<Figure>> counted) throws IOException {
    for (SystemUnderTest system : systems) {
      if (!system.runs(row)) {
        continue;
      }
      Figure figure = system.round(row, arguments.millis(), arguments.backlog());
      if (round > 0) {
        counted.computeIfAbsent(system.name(), name -> new ArrayList<>()).add(figure);
      }
      System.err.printf(
          "%s %d/%d %s: %s%n",
          row.name(),
          round,
          counted(row),
          system.name(),
          figure.isFailed() ? figure.failure() : "%,.0f/s".formatted(figure.perSecond()));
    }
  }

  private Map<String, String> facts() throws IOException {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("class", arguments.fsync() ? "fsync before the answer" : "no fsync");
    facts.put("server", systems.get(0).version());
    facts.put("java", System.getProperty("java.runtime.version"));
    facts.put("processors", processors());
    facts.put("heap of each JVM", Jvm.HEAP);
    facts.put("rounds", arguments.rounds() + " of " + arguments.millis() + " ms");
    facts.put("backlog", arguments.backlog() + " messages of " + Site.BODY_BYTES + " bytes");
    return facts;
  }

  private static String processors() throws IOException {
    String model = "";
    Path cpuinfo = Path.of("/proc/cpuinfo");
    if (Files.isReadable(cpuinfo)) {
      for (String line : Files.readAllLines(cpuinfo)) {
        if (line.startsWith("model name")) {
          model = ", " + line.substring(line.indexOf(':') + 1).strip();
        }
      }
    }
    return Runtime.getRuntime().availableProcessors() + model;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
