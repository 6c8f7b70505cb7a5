package io.echomq.tck.official;

import io.echomq.tck.official.TestResult.Outcome;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Prints each class as it ends, and at the end the totals and every failure once more.
 *
 * <p>Threads: any; shards end classes at the same time.
 */
final class Report {
  private final PrintStream out;
  private final StringBuilder written = new StringBuilder();
  private final List<ClassResult> results = new ArrayList<>();
  private final long begunNanos = System.nanoTime();
  private int expected;

  Report(PrintStream out) {
    this.out = out;
  }

  /** Tells what will be run. */
  synchronized void begin(TckSettings settings, int classes) {
    expected = classes;
    line(
        "Jakarta Messaging TCK: %d classes, %d shards, jms_timeout %d ms, txtopictests %s",
        classes,
        settings.shards(),
        settings.jmsTimeout(),
        settings.cleanup() ? "with its leftover subscription deleted" : "as published");
  }

  /** Tells which server a shard runs on. */
  synchronized void server(int shard, String server) {
    line("shard %d: %s", shard, server);
  }

  /** Tells how a class ended. */
  synchronized void ended(ClassResult result) {
    results.add(result);
    line(
        "%-4s %2d/%d %s: %s",
        result.passed() ? "ok" : "FAIL",
        results.size(),
        expected,
        result.shortName(),
        counts(List.of(result)) + String.format(Locale.ROOT, ", %.1f s", seconds(result.millis())));
    tellFailures(result, false);
  }

  /** Tells the totals and all failures, and answers everything that was told. */
  synchronized String end() {
    results.sort(Comparator.comparing(ClassResult::className));
    line("");
    List<ClassResult> failed = results.stream().filter(result -> !result.passed()).toList();
    if (!failed.isEmpty()) {
      line("Failures:");
      failed.forEach(
          result -> {
            line("%s", result.className());
            tellFailures(result, true);
          });
      line("");
    }
    for (ClassResult result : results) {
      for (TestResult test : result.tests()) {
        if (test.outcome() == Outcome.EXCLUDED) {
          line("excluded: %s#%s: %s", result.shortName(), test.test(), test.detail());
        }
      }
    }
    line(
        "TCK %s: %d classes, %s, in %.0f s",
        passed() ? "PASSED" : "FAILED",
        results.size(),
        counts(results),
        seconds((System.nanoTime() - begunNanos) / 1_000_000));
    return written.toString();
  }

  /** Whether every class ended, and every test passed. */
  synchronized boolean passed() {
    return expected > 0
        && results.size() == expected
        && results.stream().allMatch(ClassResult::passed);
  }

  /** The first line of each is enough until the end. */
  private void tellFailures(ClassResult result, boolean whole) {
    result.trouble().forEach(text -> line("    %s", shown(text, whole)));
    for (TestResult test : result.tests()) {
      if (!test.acceptable()) {
        line("    %s %s: %s", test.test(), test.outcome(), shown(test.detail(), whole));
      }
    }
  }

  private static String counts(List<ClassResult> results) {
    StringBuilder text = new StringBuilder();
    for (Outcome outcome : Outcome.values()) {
      long count = results.stream().mapToLong(result -> result.count(outcome)).sum();
      if (count > 0 || outcome == Outcome.PASSED || outcome == Outcome.FAILED) {
        text.append(text.isEmpty() ? "" : ", ");
        text.append(count).append(' ').append(outcome.name().toLowerCase(Locale.ROOT));
      }
    }
    long notRun = results.stream().mapToLong(ClassResult::notRun).sum();
    return notRun == 0 ? text.toString() : text + ", " + notRun + " not run";
  }

  private static String shown(String text, boolean whole) {
    return whole ? text.replace("\n", "\n        ") : text.lines().findFirst().orElse("");
  }

  private static double seconds(long millis) {
    return millis / 1000.0;
  }

  private void line(String format, Object... values) {
    String text = String.format(Locale.ROOT, format, values);
    out.println(text);
    out.flush();
    written.append(text).append('\n');
  }
}
