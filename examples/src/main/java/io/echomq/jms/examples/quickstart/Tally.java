package io.echomq.jms.examples.quickstart;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/**
 * What happened so far, and what should have.
 *
 * <p>Threads: the sender, all listeners and the main thread share one; every method holds its lock,
 * none for longer than a few instructions but {@link #latencyMillis}.
 */
final class Tally {
  /** One order in so many fails the first time. */
  static final int FAIL_ONCE_EVERY = 50;

  private final BitSet seen = new BitSet();
  private final Map<String, BigDecimal> turnover = new TreeMap<>();
  private final long started = System.nanoTime();
  private long[] latencies = new long[8192];
  private long lastChange = started;
  private int sent;
  private int toRedeliver;
  private int toDie;
  private int processed;
  private int twice;
  private int redelivered;
  private boolean allSent;

  static boolean failsOnce(int line) {
    return line % FAIL_ONCE_EVERY == 0;
  }

  synchronized void sent(int line, boolean wellFormed) {
    sent = line;
    toDie += wellFormed ? 0 : 1;
    toRedeliver += failsOnce(line) || !wellFormed ? 1 : 0;
    lastChange = System.nanoTime();
  }

  synchronized void allSent() {
    allSent = true;
  }

  synchronized void redelivered() {
    redelivered++;
    lastChange = System.nanoTime();
  }

  synchronized void processed(int line, Order order, long latencyMillis) {
    lastChange = System.nanoTime();
    if (seen.get(line)) {
      twice++;
      return;
    }
    seen.set(line);
    turnover.merge(order.currency(), order.total(), BigDecimal::add);
    if (processed == latencies.length) {
      latencies = Arrays.copyOf(latencies, processed * 2);
    }
    latencies[processed++] = latencyMillis;
  }

  /** Whether everything was sent and nothing more can come but dead letters. */
  synchronized boolean listenersAreDone() {
    return allSent && processed >= sent - toDie && redelivered >= toRedeliver;
  }

  /** Whether the counts are right, given the number of dead letters found. */
  synchronized boolean isRight(int dead) {
    return allSent
        && processed == sent - toDie
        && twice == 0
        && redelivered == toRedeliver
        && dead == toDie;
  }

  synchronized Counts counts() {
    return new Counts(sent, processed, redelivered, twice, toRedeliver, toDie);
  }

  synchronized Map<String, BigDecimal> turnover() {
    return new TreeMap<>(turnover);
  }

  /** From the start to the last thing that happened. */
  synchronized double seconds() {
    return (lastChange - started) / 1e9;
  }

  /** Since the last thing that happened. */
  synchronized double idleSeconds() {
    return (System.nanoTime() - lastChange) / 1e9;
  }

  /** The time from send to processed which the given part of the orders stayed within; 0 to 1. */
  synchronized long latencyMillis(double part) {
    if (processed == 0) {
      return 0;
    }
    long[] sorted = Arrays.copyOf(latencies, processed);
    Arrays.sort(sorted);
    return sorted[(int) Math.min(processed - 1L, Math.round(part * processed))];
  }

  /** A snapshot; the last two are what the input should lead to. */
  record Counts(int sent, int processed, int redelivered, int twice, int toRedeliver, int toDie) {}
}
