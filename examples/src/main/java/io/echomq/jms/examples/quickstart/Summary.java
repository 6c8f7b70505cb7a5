package io.echomq.jms.examples.quickstart;

import java.io.PrintStream;
import java.math.BigDecimal;
import java.util.List;

/** The table at the end. */
final class Summary {
  private final PrintStream out;

  Summary(PrintStream out) {
    this.out = out;
  }

  void print(Tally tally, List<String> dead) {
    Tally.Counts counts = tally.counts();
    int toProcess = counts.sent() - counts.toDie();
    out.println();
    out.println("                     count  expected");
    row("sent", counts.sent(), counts.sent());
    row("processed", counts.processed(), toProcess);
    row("processed twice", counts.twice(), 0);
    row("redelivered", counts.redelivered(), counts.toRedeliver());
    row("dead letters", dead.size(), counts.toDie());
    out.println();
    double seconds = tally.seconds();
    out.printf("messages per second %,9.0f%n", seconds > 0 ? counts.sent() / seconds : 0.0);
    out.printf("send to processed   %,9d ms p50%n", tally.latencyMillis(0.50));
    out.printf("                    %,9d ms p99%n", tally.latencyMillis(0.99));
    tally.turnover().forEach(this::turnover);
    out.println();
    dead.forEach(letter -> out.println("dead letter: " + letter));
    out.println(
        tally.isRight(dead.size())
            ? "Every order is accounted for."
            : "The counts are not what they should be.");
  }

  private void row(String name, int count, int expected) {
    out.printf(
        "%-16s %,9d %,9d%s%n", name, count, expected, count == expected ? "" : "  <- differs");
  }

  private void turnover(String currency, BigDecimal sum) {
    out.printf("turnover            %,12.2f %s%n", sum, currency);
  }
}
