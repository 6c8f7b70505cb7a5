package io.echomq.jms.selector;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TellingTextsTest {
  @Test
  void whatAPropertyMustEqualTells() {
    tells("kind = 'wanted'", "wanted");
    tells("'wanted' = kind", "wanted");
    tells("JMSType = 'car'", "car");
    tells("JMSCorrelationID IN ('c-2', 'c-1')", "c-1", "c-2");
    tells("name LIKE '_a%longest_bc'", "longest");
  }

  @Test
  void ofAConjunctionTheBestTellsAndOfADisjunctionAllDo() {
    tells("n > 5 AND kind = 'wanted'", "wanted");
    tells("a IN ('xxxxx', 'yyyyy') AND b = 'z'", "z");
    tells("a = 'short' AND b = 'much longer'", "much longer");
    tells("a = 'x' OR b = 'y' OR a = 'x'", "x", "y");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kind <> 'wanted'",
        "NOT (kind = 'wanted')",
        "kind IS NULL",
        "n = 5",
        "flag = TRUE",
        "a = b",
        "'a' = 'a'",
        "kind = ''",
        "kind LIKE '%'",
        "kind LIKE '__'",
        "kind NOT LIKE 'a%'",
        "kind NOT IN ('a', 'b')",
        "a = 'x' OR n > 5",
        // Absent fields of the header have values of their own.
        "JMSMessageID = 'ID:x'",
        "JMSDeliveryMode = 'PERSISTENT'",
        "a IN ('1', '2', '3', '4', '5', '6', '7', '8', '9')"
      })
  void whatMayHoldWithoutTheTextTellsNothing(String selector) {
    tells(selector);
  }

  private static void tells(String selector, String... texts) {
    assertEquals(List.of(texts), TellingTexts.of(Parser.parse(selector)), selector);
  }
}
