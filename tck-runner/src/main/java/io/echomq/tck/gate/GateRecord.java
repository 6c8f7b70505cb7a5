package io.echomq.tck.gate;

import java.io.PrintStream;

/** What the gate found, line by line, and the verdict. For one thread. */
final class GateRecord {
  private final PrintStream out;
  private int passed;
  private int run;

  GateRecord(PrintStream out) {
    this.out = out;
  }

  /** A fact. */
  void note(String fact) {
    out.println(fact);
  }

  /** A scenario that held. */
  void pass(String scenario) {
    run++;
    passed++;
    out.println("PASS " + scenario);
  }

  /** A scenario that did not. */
  void fail(String scenario, String why) {
    run++;
    out.println("FAIL " + scenario + ": " + why);
  }

  /** The verdict: everything held, and there was something. */
  boolean end() {
    boolean all = run > 0 && passed == run;
    out.println("gate record " + (all ? "PASS " : "FAIL ") + passed + "/" + run);
    return all;
  }
}
