package io.echomq.jms.examples.benchmark;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The table and the JSON of a run. Threads: one. */
final class Report {

  /** One row with a figure for each system, ours first. */
  record Line(Row row, Map<String, Figure> figures) {}

  private final List<String> systems;
  private final Map<String, String> facts;
  private final List<Line> lines = new ArrayList<>();

  /**
   * @param facts of machine and run, for the reader
   */
  Report(List<String> systems, Map<String, String> facts) {
    this.systems = systems;
    this.facts = facts;
  }

  void add(Line line) {
    lines.add(line);
  }

  /** A table in Markdown; the ratio is ours to the best of the others. */
  void table(PrintStream out) {
    facts.forEach((name, value) -> out.println(name + ": " + value));
    out.println();
    List<String> head = new ArrayList<>(List.of("row"));
    for (String system : systems) {
      head.add(system + " /s");
      head.add("p50/p99/p99.9 us");
      head.add("CPU s client+server");
      head.add("peak MB");
    }
    head.add("ratio");
    out.println("| " + String.join(" | ", head) + " |");
    out.println("|" + "---|".repeat(head.size()));
    lines.forEach(line -> out.println("| " + String.join(" | ", cells(line)) + " |"));
    pairs(out);
    for (Line line : lines) {
      line.figures()
          .forEach(
              (system, figure) -> {
                if (figure.isFailed()) {
                  out.println(line.row().name() + ", " + system + ": " + figure.failure());
                }
              });
    }
  }

  /** Rows of ours that are compared with each other. */
  private void pairs(PrintStream out) {
    Map<String, Figure> ours = ours();
    if (Pair.in(ours).isEmpty()) {
      return;
    }
    out.println();
    out.println("| row of " + systems.get(0) + " | yardstick | what | is | asked | |");
    out.println("|---|---|---|---|---|---|");
    for (Pair pair : Pair.in(ours)) {
      double is = pair.quotient(ours.get(pair.row()), ours.get(pair.yardstick()));
      String verdict = Double.isNaN(is) ? "no figure" : pair.isMet(is) ? "met" : "not met";
      out.println(
          format(
              "| %s | %s | %s | %.2f | %s %.1f | %s |",
              pair.row(),
              pair.yardstick(),
              pair.of().what,
              is,
              pair.of().atLeast ? "at least" : "at most",
              pair.aim(),
              verdict));
    }
    out.println();
  }

  private Map<String, Figure> ours() {
    Map<String, Figure> ours = new LinkedHashMap<>();
    for (Line line : lines) {
      if (line.figures().containsKey(systems.get(0))) {
        ours.put(line.row().name(), line.figures().get(systems.get(0)));
      }
    }
    return ours;
  }

  private List<String> cells(Line line) {
    List<String> cells = new ArrayList<>(List.of(line.row().what()));
    for (String system : systems) {
      Figure figure = line.figures().get(system);
      if (figure == null || figure.isFailed()) {
        cells.addAll(List.of(figure == null ? "" : "-", "", "", ""));
        continue;
      }
      cells.add(format("%,.0f", figure.perSecond()));
      cells.add(
          Double.isNaN(figure.p50())
              ? ""
              : format("%,.0f / %,.0f / %,.0f", figure.p50(), figure.p99(), figure.p999()));
      cells.add(format("%.1f + %.1f", figure.clientCpu(), figure.serverCpu()));
      cells.add(format("%.0f + %.0f", figure.clientPeak(), figure.serverPeak()));
    }
    double ratio = ratio(line);
    cells.add(Double.isNaN(ratio) ? "" : format("%.2f", ratio));
    return cells;
  }

  /** Ours to the best of the others; NaN when either has no figure. */
  double ratio(Line line) {
    double best = Double.NaN;
    for (String system : systems.subList(1, systems.size())) {
      Figure figure = line.figures().get(system);
      if (figure != null && !figure.isFailed()) {
        best = Double.isNaN(best) ? figure.perSecond() : Math.max(best, figure.perSecond());
      }
    }
    Figure ours = line.figures().get(systems.get(0));
    return ours == null ? Double.NaN : ours.perSecond() / best;
  }

  void json(PrintStream out) {
    StringBuilder text = new StringBuilder("{\"facts\":{");
    String comma = "";
    for (Map.Entry<String, String> fact : facts.entrySet()) {
      text.append(comma).append(quoted(fact.getKey())).append(':').append(quoted(fact.getValue()));
      comma = ",";
    }
    text.append("},\"rows\":[");
    comma = "";
    for (Line line : lines) {
      text.append(comma).append("\n{\"row\":").append(quoted(line.row().name()));
      text.append(",\"ratio\":").append(number(ratio(line)));
      line.figures()
          .forEach((name, figure) -> text.append(",\n ").append(quoted(name)).append(json(figure)));
      text.append('}');
      comma = ",";
    }
    text.append("],\"pairs\":[");
    comma = "";
    Map<String, Figure> ours = ours();
    for (Pair pair : Pair.in(ours)) {
      double is = pair.quotient(ours.get(pair.row()), ours.get(pair.yardstick()));
      text.append(comma).append("\n{\"row\":").append(quoted(pair.row()));
      text.append(",\"yardstick\":").append(quoted(pair.yardstick()));
      text.append(",\"what\":").append(quoted(pair.of().what));
      text.append(",\"is\":").append(number(is)).append(",\"asked\":").append(number(pair.aim()));
      text.append(",\"met\":").append(pair.isMet(is)).append('}');
      comma = ",";
    }
    out.println(text.append("]}"));
  }

  private static String json(Figure figure) {
    if (figure.isFailed()) {
      return ":{\"failure\":" + quoted(figure.failure()) + "}";
    }
    return ":{\"perSecond\":%s,\"p50\":%s,\"p99\":%s,\"p999\":%s"
            .formatted(
                number(figure.perSecond()),
                number(figure.p50()),
                number(figure.p99()),
                number(figure.p999()))
        + ",\"clientCpu\":%s,\"serverCpu\":%s,\"clientPeakMb\":%s,\"serverPeakMb\":%s}"
            .formatted(
                number(figure.clientCpu()),
                number(figure.serverCpu()),
                number(figure.clientPeak()),
                number(figure.serverPeak()));
  }

  private static String number(double value) {
    return Double.isFinite(value) ? format("%.3f", value) : "null";
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else {
        quoted.append(c < ' ' ? ' ' : c);
      }
    }
    return quoted.append('"').toString();
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
