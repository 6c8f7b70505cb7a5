package io.echomq.jms.examples.benchmark;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One round's result, or the medians of several.
 *
 * @param perSecond operations
 * @param p50 latency, microseconds; NaN when the row measures none; likewise the next two
 * @param clientCpu seconds that the client used in the round, its preparations included
 * @param serverCpu the same of the server
 * @param clientPeak megabytes of memory so far
 * @param serverPeak the same of the server
 * @param failure why there is no figure; empty when there is one
 */
record Figure(
    double perSecond,
    double p50,
    double p99,
    double p999,
    double clientCpu,
    double serverCpu,
    double clientPeak,
    double serverPeak,
    String failure) {

  static Figure failed(String why) {
    double no = Double.NaN;
    return new Figure(no, no, no, no, no, no, no, no, why);
  }

  boolean isFailed() {
    return !failure.isEmpty();
  }

  /** The medians, each for itself; the first failure when every round failed. */
  static Figure median(List<Figure> rounds) {
    List<Figure> good = rounds.stream().filter(round -> !round.isFailed()).toList();
    if (good.isEmpty()) {
      return rounds.isEmpty() ? failed("not run") : rounds.get(0);
    }
    return new Figure(
        median(good, Figure::perSecond),
        median(good, Figure::p50),
        median(good, Figure::p99),
        median(good, Figure::p999),
        median(good, Figure::clientCpu),
        median(good, Figure::serverCpu),
        median(good, Figure::clientPeak),
        median(good, Figure::serverPeak),
        "");
  }

  private static double median(List<Figure> rounds, ToDoubleFunction<Figure> of) {
    return Sample.median(rounds.stream().mapToDouble(of).toArray());
  }
}
