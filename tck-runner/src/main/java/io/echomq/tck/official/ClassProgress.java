package io.echomq.tck.official;

import io.echomq.tck.official.TestResult.Outcome;
import io.echomq.tck.worker.TestEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** Gathers what the JVMs of one class tell. Threads: the shard's alone. */
final class ClassProgress {
  private final String className;
  private final long begunNanos = System.nanoTime();
  private final List<TestResult> tests = new ArrayList<>();
  private final List<String> trouble = new ArrayList<>();
  private int planned = -1;
  private String running = "";
  private long startedNanos;

  ClassProgress(String className) {
    this.className = className;
  }

  void add(TestResult result) {
    tests.add(result);
  }

  /** Takes one event; true when it was the last. */
  boolean take(TestEvent event) {
    switch (event.kind()) {
      case PLAN -> plan((int) event.millis());
      case START -> {
        running = event.test();
        startedNanos = System.nanoTime();
      }
      case PASS -> end(event, Outcome.PASSED);
      case FAIL -> end(event, Outcome.FAILED);
      case SKIP -> {
        if (event.test().isEmpty()) {
          trouble.add("the class was skipped: " + event.text());
        } else {
          end(event, Outcome.SKIPPED);
        }
      }
      case CLASS_FAIL -> trouble.add(event.text());
      case DONE -> {
        return true;
      }
    }
    return false;
  }

  /** The JVM was ended, or ended by itself, before it was done. */
  void broken(String why) {
    if (running.isEmpty()) {
      trouble.add(why);
      return;
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos);
    tests.add(new TestResult(running, Outcome.HUNG, millis, why));
    running = "";
  }

  /** How many results there are. */
  int ended() {
    return tests.size();
  }

  /** The methods that have a result. */
  Set<String> methods() {
    Set<String> methods = new TreeSet<>();
    // A test with several invocations is named by its method, a space, and the invocation.
    tests.forEach(test -> methods.add(test.test().split(" ", 2)[0]));
    return methods;
  }

  ClassResult result() {
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begunNanos);
    return new ClassResult(className, Math.max(0, planned), tests, trouble, millis);
  }

  /** The first JVM counts everything; later ones run what is left. */
  private void plan(int count) {
    if (planned < 0) {
      planned = count;
    }
  }

  private void end(TestEvent event, Outcome outcome) {
    tests.add(new TestResult(event.test(), outcome, event.millis(), event.text()));
    running = "";
  }
}
