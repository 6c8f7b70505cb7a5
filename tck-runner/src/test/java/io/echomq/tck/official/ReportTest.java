package io.echomq.tck.official;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.tck.official.TestResult.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final Report report = new Report(new PrintStream(printed, true, StandardCharsets.UTF_8));

  private static TestResult test(String name, Outcome outcome, String detail) {
    return new TestResult(name, outcome, 5, detail);
  }

  private static ClassResult result(String name, int planned, TestResult... tests) {
    return new ClassResult(
        "com.sun.ts.tests.jms.core." + name, planned, List.of(tests), List.of(), 1500);
  }

  private void begin(Path jar, int classes) throws Exception {
    Properties properties = new Properties();
    properties.setProperty("tck.jar", jar.toString());
    properties.setProperty("tck.shards", "3");
    report.begin(TckSettings.from(properties), classes);
  }

  @Test
  void aRunPassesWhenEveryClassOfItHas(@TempDir Path jar) throws Exception {
    begin(jar, 2);
    report.ended(result("a.AIT", 1, test("one", Outcome.PASSED, "")));
    assertFalse(report.passed(), "a class has not ended yet");
    report.ended(
        result("b.BIT", 1, test("two", Outcome.PASSED, ""), test("x", Outcome.EXCLUDED, "by §9")));
    assertTrue(report.passed());
    String told = report.end();
    assertTrue(told.contains("2 classes, 3 shards, jms_timeout 2000 ms"), told);
    assertTrue(told.contains("ok    1/2 core.a.AIT: 1 passed, 0 failed, 1.5 s"), told);
    assertTrue(told.contains("excluded: core.b.BIT#x: by §9"), told);
    assertTrue(told.contains("TCK PASSED: 2 classes, 2 passed, 0 failed, 1 excluded"), told);
    assertEquals(told, printed.toString(StandardCharsets.UTF_8));
  }

  @Test
  void aFailureIsToldInShortAtOnceAndInFullAtTheEnd(@TempDir Path jar) throws Exception {
    begin(jar, 1);
    report.ended(result("a.AIT", 2, test("one", Outcome.FAILED, "first\ncaused by second")));
    assertFalse(report.passed());
    assertFalse(printed.toString(StandardCharsets.UTF_8).contains("second"));
    String told = report.end();
    assertTrue(told.contains("FAIL  1/1 core.a.AIT: 0 passed, 1 failed, 1 not run"), told);
    assertTrue(told.contains("    one FAILED: first\n        caused by second"), told);
    assertTrue(told.contains("TCK FAILED"), told);
  }

  @Test
  void aClassWithoutTestsOrWithTroubleHasNotPassed() {
    assertFalse(result("a.AIT", 0).passed());
    ClassResult troubled =
        new ClassResult("a", 1, List.of(test("one", Outcome.PASSED, "")), List.of("set-up"), 1);
    assertFalse(troubled.passed());
    for (Outcome outcome : List.of(Outcome.FAILED, Outcome.HUNG, Outcome.SKIPPED)) {
      assertFalse(result("a.AIT", 1, test("one", outcome, "")).passed(), outcome.name());
    }
  }
}
