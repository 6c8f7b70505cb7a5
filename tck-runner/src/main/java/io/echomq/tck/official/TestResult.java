package io.echomq.tck.official;

/**
 * How one test ended.
 *
 * @param test its method
 * @param outcome how
 * @param millis how long it took
 * @param detail the failure, or the reason; empty when it passed
 */
record TestResult(String test, Outcome outcome, long millis, String detail) {
  /** The ways a test can end. */
  enum Outcome {
    PASSED,
    FAILED,
    /** It did not end in time, or its JVM ended under it. */
    HUNG,
    /** JUnit was told to skip it. */
    SKIPPED,
    /** It stands in the exclusions. */
    EXCLUDED
  }

  boolean passed() {
    return outcome == Outcome.PASSED;
  }

  /** Whether the run may still be called passed. */
  boolean acceptable() {
    return passed() || outcome == Outcome.EXCLUDED;
  }
}
