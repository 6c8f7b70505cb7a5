package io.echomq.tck.worker;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Set;
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
    Set<String> leftOut = Set.copyOf(Arrays.asList(arguments).subList(1, arguments.length));
    EventPrinter printer = new EventPrinter(events, beforeEach(System.getProperty(LEFTOVER, "")));
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectClass(arguments[0]))
            .filters(without(leftOut))
            .build();
    LauncherFactory.create().execute(request, printer);
    printer.done();
    // A test may leave threads behind that are no daemons; they must not hold the run.
    Runtime.getRuntime().halt(0);
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
