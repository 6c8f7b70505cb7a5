package io.echomq.tck.worker;

import io.echomq.tck.worker.TestEvent.Kind;
import java.io.PrintStream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Tells what the JUnit Platform does, as lines. Threads: the one that runs the tests. */
final class EventPrinter implements TestExecutionListener {
  private final PrintStream out;
  private final Runnable beforeEach;
  private long startedNanos;

  /**
   * Tells a stream.
   *
   * @param beforeEach is run before each test, after its start was told
   */
  EventPrinter(PrintStream out, Runnable beforeEach) {
    this.out = out;
    this.beforeEach = beforeEach;
  }

  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    tell(Kind.PLAN, "", plan.countTestIdentifiers(TestIdentifier::isTest), "");
  }

  @Override
  public void executionStarted(TestIdentifier identifier) {
    if (identifier.isTest()) {
      tell(Kind.START, name(identifier), 0, "");
      // Into the log as well, so that what a test prints can be found there.
      System.err.println("======== " + name(identifier));
      beforeEach.run();
      startedNanos = System.nanoTime();
    }
  }

  @Override
  public void executionSkipped(TestIdentifier identifier, String reason) {
    tell(Kind.SKIP, identifier.isTest() ? name(identifier) : "", 0, String.valueOf(reason));
  }

  @Override
  public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
    boolean passed = result.getStatus() == Status.SUCCESSFUL;
    String text = result.getThrowable().map(FailureText::of).orElse("");
    if (identifier.isTest()) {
      long millis = (System.nanoTime() - startedNanos) / 1_000_000;
      tell(passed ? Kind.PASS : Kind.FAIL, name(identifier), millis, text);
    } else if (!passed) {
      tell(Kind.CLASS_FAIL, "", 0, text);
    }
  }

  void done() {
    tell(Kind.DONE, "", 0, "");
  }

  private void tell(Kind kind, String test, long millis, String text) {
    out.println(new TestEvent(kind, test, millis, text).toLine());
    out.flush();
  }

  /** The method's name, and which invocation when it has several. */
  static String name(TestIdentifier identifier) {
    String method =
        identifier
            .getSource()
            .filter(MethodSource.class::isInstance)
            .map(source -> ((MethodSource) source).getMethodName())
            .orElse(identifier.getDisplayName());
    boolean plain = identifier.getDisplayName().startsWith(method + "(");
    return plain ? method : method + " " + identifier.getDisplayName();
  }
}
