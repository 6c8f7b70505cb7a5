package io.echomq.jms.examples.benchmark;

import java.util.Arrays;

/**
 * What one round of a row has measured.
 *
 * @param operations messages, or round trips of a request
 * @param nanos they took
 * @param latencies of single operations in nanoseconds, sorted; empty when the row has none
 */
record Sample(long operations, long nanos, long[] latencies) {

  static Sample of(long operations, long nanos) {
    return new Sample(operations, nanos, new long[0]);
  }

  double perSecond() {
    return operations / (nanos / 1e9);
  }

  /** A percentile of the latencies in microseconds; NaN when there are none. */
  double micros(double percentile) {
    if (latencies.length == 0) {
      return Double.NaN;
    }
    int at = (int) Math.ceil(percentile * latencies.length / 100) - 1;
    return latencies[Math.max(0, Math.min(latencies.length - 1, at))] / 1e3;
  }

  /** The median of some figures; NaN of none. */
  static double median(double... figures) {
    double[] sorted = Arrays.stream(figures).filter(f -> !Double.isNaN(f)).sorted().toArray();
    if (sorted.length == 0) {
      return Double.NaN;
    }
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
