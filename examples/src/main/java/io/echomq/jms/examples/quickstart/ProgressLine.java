package io.echomq.jms.examples.quickstart;

import java.io.PrintStream;

/** The line that tells how far things are: rewritten on a terminal, else printed now and then. */
final class ProgressLine {
  private static final double TERMINAL_PERIOD_SECONDS = 0.1;
  private static final double PLAIN_PERIOD_SECONDS = 0.5;

  private final PrintStream out;
  private final boolean terminal;
  private double lastShown = Double.NEGATIVE_INFINITY;

  ProgressLine(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  void show(Tally.Counts counts, int dead, double seconds) {
    double period = terminal ? TERMINAL_PERIOD_SECONDS : PLAIN_PERIOD_SECONDS;
    if (seconds - lastShown < period) {
      return;
    }
    lastShown = seconds;
    String line =
        String.format(
            "%5.1f s  %,9d sent  %,9d processed  %,6d redelivered  %,4d dead",
            seconds, counts.sent(), counts.processed(), counts.redelivered(), dead);
    if (terminal) {
      out.print("\r" + line);
      out.flush();
    } else {
      out.println(line);
    }
  }

  /** Leaves the last line standing. */
  void end() {
    if (terminal) {
      out.println();
    }
  }
}
