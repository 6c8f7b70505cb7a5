package io.echomq.tck.official;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.server.Engine;
import io.echomq.tck.fake.Behaviours;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ShardedRunIT {
  @TempDir Path reports;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final Report report = new Report(new PrintStream(printed, true, StandardCharsets.UTF_8));

  private String run(String exclusions, int timeoutSeconds, Class<?>... classes)
      throws InterruptedException {
    TckSettings settings =
        new TckSettings(
            reports,
            Pattern.compile(""),
            Engine.PATH_FIRST,
            2,
            2000,
            Duration.ofSeconds(timeoutSeconds),
            false,
            Exclusions.parse("exclusions", exclusions),
            reports);
    List<String> names = Arrays.stream(classes).map(Class::getName).toList();
    report.begin(settings, names.size());
    new ShardedRun(settings, report).run(names);
    return report.end();
  }

  private String log(Class<?> type) throws Exception {
    return Files.readString(reports.resolve(type.getName() + ".log"));
  }

  @Test
  void theAdministeredObjectsOfTheTestsAreThere() throws Exception {
    String told = run("", 60, Behaviours.Lookups.class);
    assertTrue(report.passed(), told);
    assertTrue(told.contains("TCK PASSED: 1 classes, 2 passed, 0 failed"), told);
  }

  @Test
  void failuresAndSkippedTestsAreToldWithTheirReasons() throws Exception {
    String told = run("", 60, Behaviours.Mixed.class, Behaviours.Unprepared.class);
    assertFalse(report.passed());
    assertTrue(told.contains("1 passed, 1 failed, 1 skipped, 1 not run"), told);
    assertTrue(told.contains("bFails FAILED: IllegalStateException: outer"), told);
    assertTrue(told.contains("caused by IllegalArgumentException: the reason"), told);
    assertTrue(told.contains("cIsDisabled SKIPPED: "), told);
    assertTrue(told.contains("not today"), told);
    assertTrue(told.contains("IllegalStateException: no set-up today"), told);
    assertTrue(log(Behaviours.Mixed.class).contains("printed by a test"));
    assertEquals(told, printed.toString(StandardCharsets.UTF_8));
  }

  @Test
  void anExcludedTestIsNotRunAndDoesNotFailTheRun() throws Exception {
    String mixed = Behaviours.Mixed.class.getName();
    String told =
        run(
            mixed + "#bFails is wrong by §1\n" + mixed + "#cIsDisabled by §2\n",
            60,
            Behaviours.Mixed.class);
    assertTrue(report.passed(), told);
    assertTrue(told.contains("1 passed, 0 failed, 2 excluded"), told);
    assertTrue(told.contains("#bFails: is wrong by §1"), told);
  }

  @Test
  void aTestThatHangsIsEndedAndTheRestStillRuns() throws Exception {
    String told = run("", 10, Behaviours.Hanging.class);
    assertTrue(told.contains("2 passed, 0 failed, 1 hung"), told);
    assertTrue(told.contains("bHangs HUNG: did not end within 10 s"), told);
    assertTrue(log(Behaviours.Hanging.class).contains("Behaviours$Hanging.bHangs"));
  }

  @Test
  void aJvmThatDiesFailsOneTestOnly() throws Exception {
    String told = run("", 60, Behaviours.Exiting.class);
    assertTrue(told.contains("2 passed, 0 failed, 1 hung"), told);
    assertTrue(told.contains("bEndsTheJvm HUNG: the JVM ended, exit code 7"), told);
  }
}
