package io.echomq.tck.conformance;

import java.util.Collection;
import java.util.Map;

/**
 * The generated part of {@code docs/compliance.md}; what stands above its mark is written by hand.
 */
final class ComplianceDoc {
  private static final String MARK = "<!-- generated below this line -->\n";

  private static final Map<String, String> CHAPTERS =
      Map.of(
          "3", "Message model",
          "4", "Messaging domains",
          "6", "Connections and sessions",
          "7", "Sending messages",
          "8", "Receiving messages",
          "9", "Other facilities",
          "10", "Exceptions");

  private ComplianceDoc() {}

  /** The document with what was found instead of what stood there. */
  static String renew(String document, Collection<Finding> findings) {
    int mark = document.indexOf(MARK);
    if (mark < 0) {
      throw new IllegalArgumentException("the document has no line " + MARK.strip());
    }
    return document.substring(0, mark + MARK.length()) + table(findings);
  }

  /**
   * @param findings in the order of the sections
   */
  private static String table(Collection<Finding> findings) {
    StringBuilder table = new StringBuilder();
    long met = findings.stream().filter(finding -> finding.failure().isEmpty()).count();
    table.append("\n%d of %d demands are met.\n".formatted(met, findings.size()));
    String chapter = "";
    for (Finding finding : findings) {
      String its = finding.section().split("\\.")[0];
      if (!its.equals(chapter)) {
        chapter = its;
        String title = CHAPTERS.getOrDefault(its, "Not a chapter");
        table.append("\n## Chapter %s: %s\n\n".formatted(its, title));
        table.append("| section | demand | test | |\n|---|---|---|---|\n");
      }
      table.append(
          "| %s | %s | `%s` | %s |\n"
              .formatted(
                  finding.section(),
                  finding.text(),
                  finding.test(),
                  finding.failure().isEmpty() ? "passed" : "**not passed**"));
    }
    return table.toString();
  }
}
