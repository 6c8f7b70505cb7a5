package io.echomq.jms.examples.benchmark;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Two rows of one system that are compared. Their rounds are run by turns, so that both meet the
 * same machine.
 *
 * @param row the one that is judged
 * @param yardstick what it is compared with
 * @param of what is divided
 * @param aim what the quotient is asked to be, see {@link Of}
 */
record Pair(String row, String yardstick, Of of, double aim) {

  /** What is compared. */
  enum Of {
    /** The row's rate by the yardstick's; asked to be at least the aim. */
    RATE("rate, row / yardstick", true),
    /** The yardstick's rate by the row's: how much longer the row takes; at most the aim. */
    COST("time, row / yardstick", false),
    /** The row's median latency by the yardstick's; at most the aim. */
    LATENCY("p50, row / yardstick", false);

    final String what;
    final boolean atLeast;

    Of(String what, boolean atLeast) {
      this.what = what;
      this.atLeast = atLeast;
    }
  }

  static final List<Pair> ALL =
      List.of(
          new Pair("send-1", "raw", Of.RATE, 0.8),
          new Pair("send-tx", "raw-limit", Of.RATE, 0.7),
          new Pair("send-async", "raw-limit", Of.RATE, 0.7),
          new Pair("request", "raw-request", Of.LATENCY, 1.5),
          new Pair("depth-1m", "depth-1k", Of.COST, 1.2),
          new Pair("queues-1k", "queues-1", Of.COST, 1.3));

  /** NaN when either has no figure. */
  double quotient(Figure judged, Figure beside) {
    return switch (of) {
      case RATE -> judged.perSecond() / beside.perSecond();
      case COST -> beside.perSecond() / judged.perSecond();
      case LATENCY -> judged.p50() / beside.p50();
    };
  }

  boolean isMet(double quotient) {
    return of.atLeast ? quotient >= aim : quotient <= aim;
  }

  /** The pairs of which both rows have figures of a system. */
  static List<Pair> in(Map<String, Figure> figures) {
    return ALL.stream()
        .filter(pair -> figures.containsKey(pair.row) && figures.containsKey(pair.yardstick))
        .toList();
  }

  /** These rows in their order, but those that are compared together. */
  static List<List<Row>> together(List<Row> rows) {
    List<List<Row>> groups = new ArrayList<>();
    Set<Row> left = new LinkedHashSet<>(rows);
    while (!left.isEmpty()) {
      List<Row> group = new ArrayList<>(List.of(left.iterator().next()));
      left.remove(group.get(0));
      for (int i = 0; i < group.size(); i++) {
        String name = group.get(i).name();
        for (Row other : List.copyOf(left)) {
          if (areCompared(name, other.name())) {
            group.add(other);
            left.remove(other);
          }
        }
      }
      groups.add(group);
    }
    return groups;
  }

  private static boolean areCompared(String one, String other) {
    return ALL.stream()
        .anyMatch(
            pair ->
                (pair.row.equals(one) && pair.yardstick.equals(other))
                    || (pair.row.equals(other) && pair.yardstick.equals(one)));
  }
}
