package io.echomq.tck.worker;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Set;
import java.util.logging.ConsoleHandler;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs one test class: {@code WorkerMain <class> [<method to leave out>…]}. What happens goes to
 * standard output as {@link TestEvent} lines; whatever tests print goes to standard error.
 */
public final class WorkerMain {
  /** System property: {@code factory/subscription} to delete before each test. */
  public static final String LEFTOVER = "tck.leftover";

  private WorkerMain() {}

  public static void main(String[] arguments) {
    PrintStream events = System.out;
    System.setOut(System.err);
    Logger tests = logEverything();
    printCaughtExceptions();
    Set<String> leftOut = Set.copyOf(Arrays.asList(arguments).subList(1, arguments.length));
    EventPrinter printer = new EventPrinter(events, beforeEach(System.getProperty(LEFTOVER, "")));
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectClass(arguments[0]))
            .filters(without(leftOut))
            .build();
    LauncherFactory.create().execute(request, printer);
    printer.done();
    tests.fine("all tests of the class were run");
    // A test may leave threads behind that are no daemons; they must not hold the run.
    Runtime.getRuntime().halt(0);
  }

  /** The official tests tell what they caught, and why they failed, at the lowest level only. */
  private static Logger logEverything() {
    Logger tests = Logger.getLogger("com.sun.ts");
    ConsoleHandler console = new ConsoleHandler();
    console.setLevel(Level.ALL);
    tests.setLevel(Level.ALL);
    tests.setUseParentHandlers(false);
    tests.addHandler(console);
    // The caller holds it: a logger that nobody holds may be collected, and its level with it.
    return tests;
  }

  /**
   * The helper class of the official tests prints what they catch only when it believes to run in
   * its old harness; elsewhere the reason of a failure would be lost.
   */
  private static void printCaughtExceptions() {
    try {
      Class<?> helper = Class.forName("com.sun.ts.lib.util.TestUtil");
      helper.getField("iWhereAreWe").setInt(null, helper.getField("VM_JAVATEST").getInt(null));
    } catch (ReflectiveOperationException absent) {
      System.err.println("what the tests catch is not printed: " + absent);
    }
  }

  private static PostDiscoveryFilter without(Set<String> leftOut) {
    return descriptor ->
        FilterResult.includedIf(
            descriptor
                .getSource()
                .filter(MethodSource.class::isInstance)
                .map(source -> !leftOut.contains(((MethodSource) source).getMethodName()))
                .orElse(true));
  }

  private static Runnable beforeEach(String leftover) {
    int slash = leftover.indexOf('/');
    if (slash < 0) {
      return () -> {};
    }
    return new LeftoverSubscription(leftover.substring(0, slash), leftover.substring(slash + 1));
  }
}
