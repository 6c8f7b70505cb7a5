package io.echomq.tck.conformance;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs all demands once, side by side, since most of their time is waiting.
 *
 * <p>Threads: {@link #run} by one; tests report from many.
 */
final class SuiteRun implements TestExecutionListener {
  private static final String SUITE = "io.echomq.tck.conformance.suite";
  private static final String AT_ONCE = "6";

  private final Map<String, Finding> findings = new ConcurrentHashMap<>();

  private SuiteRun() {}

  /**
   * Everything that was found, in the order of the sections.
   *
   * @param url the server of our provider; see {@link Provider#find}
   */
  static SortedSet<Finding> run(String url) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectPackage(SUITE))
            .configurationParameters(
                Map.of(
                    StageExtension.URL,
                    url,
                    "junit.jupiter.execution.parallel.enabled",
                    "true",
                    "junit.jupiter.execution.parallel.mode.default",
                    "concurrent",
                    "junit.jupiter.execution.parallel.config.strategy",
                    "fixed",
                    "junit.jupiter.execution.parallel.config.fixed.parallelism",
                    AT_ONCE))
            .build();
    SuiteRun run = new SuiteRun();
    LauncherFactory.create().execute(request, run);
    return new TreeSet<>(run.findings.values());
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (test.isTest() && test.getSource().orElse(null) instanceof MethodSource source) {
      add(source.getJavaMethod(), result.getThrowable());
    } else {
      result.getThrowable().ifPresent(failure -> add(test, failure));
    }
  }

  /** A whole class could not be run, or its end failed. */
  private void add(TestIdentifier container, Throwable failure) {
    String name = container.getDisplayName();
    findings.put(name, new Finding("0", "runs", name, Optional.of(failure)));
  }

  private void add(Method method, Optional<Throwable> failure) {
    Demand demand = method.getAnnotation(Demand.class);
    String test = method.getDeclaringClass().getSimpleName() + "." + method.getName();
    findings.put(test, new Finding(demand.section(), demand.text(), test, failure));
  }
}
