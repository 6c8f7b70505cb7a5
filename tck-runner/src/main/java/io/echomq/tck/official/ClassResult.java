package io.echomq.tck.official;

import io.echomq.tck.official.TestResult.Outcome;
import java.util.List;

/**
 * How one class ended.
 *
 * @param className its full name
 * @param planned how many tests it has, the excluded ones left out
 * @param tests those that ran or were excluded
 * @param trouble what went wrong with the class itself; empty when nothing
 * @param millis how long all of it took
 */
record ClassResult(
    String className, int planned, List<TestResult> tests, List<String> trouble, long millis) {

  ClassResult {
    tests = List.copyOf(tests);
    trouble = List.copyOf(trouble);
  }

  long count(Outcome outcome) {
    return tests.stream().filter(test -> test.outcome() == outcome).count();
  }

  /** Tests that were planned and never ended in any way. */
  long notRun() {
    return Math.max(0, planned - (tests.size() - count(Outcome.EXCLUDED)));
  }

  /** Whether everything of it that was to run has passed; a class without tests has not. */
  boolean passed() {
    return planned > 0
        && notRun() == 0
        && trouble.isEmpty()
        && tests.stream().allMatch(TestResult::acceptable);
  }

  /** The name without what all of them have in common. */
  String shortName() {
    return className.replace("com.sun.ts.tests.jms.", "");
  }
}
