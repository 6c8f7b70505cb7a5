package io.echomq.tck.gate;

import java.util.Objects;

/**
 * One thing that the contract demands.
 *
 * @param name as it stands in the record, a sentence
 * @param body throws when it does not hold
 */
record Scenario(String name, Body body) {

  /** What is done, in a queue of its own. */
  interface Body {
    void run(Wire wire) throws Exception;
  }

  /** Throws an AssertionError that names both when they differ. */
  static void equal(Object expected, Object found, String what) {
    if (!Objects.equals(expected, found)) {
      throw new AssertionError(what + ": expected " + expected + ", found " + found);
    }
  }

  static void holds(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError(what);
    }
  }
}
