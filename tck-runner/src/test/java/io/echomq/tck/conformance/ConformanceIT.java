package io.echomq.tck.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every demand of the suite as a test, and {@code docs/compliance.md} against what was found. Run
 * with {@code -Dcompliance.doc.write=true} to write it anew.
 *
 * <p>With {@code -Dconformance.jndi=<file>}, the environment of a JNDI context with five connection
 * factories ({@link Provider}), another provider is judged, and the document left alone.
 */
@WithServer
class ConformanceIT {
  private static final Path DOC = Path.of("..", "docs", "compliance.md");

  @TestFactory
  List<DynamicTest> demands(TestServer server) {
    SortedSet<Finding> findings = SuiteRun.run(server.uri());
    List<DynamicTest> tests = new ArrayList<>();
    for (Finding finding : findings) {
      tests.add(
          dynamicTest(
              "§" + finding.section() + " " + finding.test(),
              () -> {
                if (finding.failure().isPresent()) {
                  throw finding.failure().get();
                }
              }));
    }
    tests.add(dynamicTest("all chapters were judged", () -> allChapters(findings)));
    if (!Provider.foreign()) {
      tests.add(dynamicTest("docs/compliance.md is what was found", () -> document(findings)));
    }
    return tests;
  }

  private static void allChapters(SortedSet<Finding> findings) {
    for (String chapter : List.of("3", "4", "6", "7", "8", "9", "10")) {
      assertTrue(
          findings.stream().anyMatch(finding -> finding.section().startsWith(chapter + ".")),
          () -> "nothing was found of chapter " + chapter);
    }
  }

  private static void document(SortedSet<Finding> findings) throws IOException {
    String current = ComplianceDoc.renew(Files.readString(DOC), findings);
    if (Boolean.getBoolean("compliance.doc.write")) {
      Files.writeString(DOC, current);
    }
    assertEquals(current, Files.readString(DOC), "run with -Dcompliance.doc.write=true");
  }
}
