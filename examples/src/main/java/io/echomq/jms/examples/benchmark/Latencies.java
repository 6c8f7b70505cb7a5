package io.echomq.jms.examples.benchmark;

import java.util.Arrays;

/** Collects latencies of one thread; the newest count when there are too many. Threads: one. */
final class Latencies {
  private static final int MOST = 1 << 20;

  private long[] nanos = new long[1024];
  private int count;

  void add(long one) {
    if (count == nanos.length && count < MOST) {
      nanos = Arrays.copyOf(nanos, Math.min(MOST, count * 2));
    }
    nanos[count % nanos.length] = one;
    count++;
  }

  long[] values() {
    return Arrays.copyOf(nanos, Math.min(count, nanos.length));
  }

  /** The values of all, sorted. */
  static long[] sorted(Iterable<Latencies> all) {
    long[] joined = new long[0];
    for (Latencies one : all) {
      long[] values = one.values();
      int at = joined.length;
      joined = Arrays.copyOf(joined, at + values.length);
      System.arraycopy(values, 0, joined, at, values.length);
    }
    Arrays.sort(joined);
    return joined;
  }
}
