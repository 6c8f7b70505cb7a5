package io.echomq.tck.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ComplianceDocTest {
  private static final String HEAD = "# Head\n<!-- generated below this line -->\n";

  private static Finding met(String section, String test) {
    return new Finding(section, "It holds.", test, Optional.empty());
  }

  @Test
  void whatStoodBelowTheMarkIsReplaced() {
    String once = ComplianceDoc.renew(HEAD + "old\n", List.of(met("3.4.1", "A.b")));
    assertTrue(once.startsWith(HEAD + "\n1 of 1 demands are met.\n"), once);
    assertTrue(once.contains("\n## Chapter 3: Message model\n"), once);
    assertTrue(once.endsWith("| 3.4.1 | It holds. | `A.b` | passed |\n"), once);
    assertEquals(once, ComplianceDoc.renew(once, List.of(met("3.4.1", "A.b"))));
  }

  @Test
  void failuresAreTold() {
    Finding failed =
        new Finding("9.2", "It holds.", "A.b", Optional.of(new AssertionError("it does not")));
    String told = ComplianceDoc.renew(HEAD, List.of(failed));
    assertTrue(told.contains("0 of 1 demands are met."), told);
    assertTrue(told.endsWith("| **not passed** |\n"), told);
  }

  @Test
  void sectionsAreInTheOrderOfTheSpecification() {
    var ordered = new TreeSet<>(List.of(met("10.3", "A.a"), met("6.2.10", "A.a")));
    ordered.add(met("6.2.9.1", "A.a"));
    ordered.add(met("6.2.9.1", "A.b"));
    List<String> sections = ordered.stream().map(Finding::section).toList();
    assertEquals(List.of("6.2.9.1", "6.2.9.1", "6.2.10", "10.3"), sections);
  }

  @Test
  void aDocumentWithoutTheMarkIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> ComplianceDoc.renew("", List.of()));
  }
}
