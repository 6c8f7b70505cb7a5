package io.echomq.jms.selector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SelectorTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  @Test
  void nullEmptyAndBlankAreNoSelector() {
    assertEquals(Optional.empty(), Selector.parse(null));
    assertEquals(Optional.empty(), Selector.parse(""));
    assertEquals(Optional.empty(), Selector.parse(" \t\n"));
  }

  @Test
  void selectorsAreEqualByTheirText() {
    assertEquals(Selector.parse("a = 1"), Selector.parse("a = 1"));
    assertFalse(Selector.parse("a = 1").equals(Selector.parse("a = 2")));
    assertEquals("a = 1", Selector.parse("a = 1").orElseThrow().text());
  }

  @Test
  void whatCanNeverBeOfLikeTypesIsNotCompared() {
    for (String unlike :
        new String[] {"TRUE = 0", "0 <> FALSE", "'1' = 1", "a + 1 = 'x'", "(a = 1) = 'x'"}) {
      var error = assertThrows(SelectorSyntaxException.class, () -> Selector.parse(unlike));
      assertTrue(error.expected().contains("type of the left side"), error.expected());
    }
    assertTrue(Selector.parse("(a = 1) = TRUE").orElseThrow().matches(name -> 1));
  }

  @Test
  void nestingIsBounded() {
    String fits = "(".repeat(64) + "a = 1" + ")".repeat(64);
    assertTrue(Selector.parse(fits).orElseThrow().matches(name -> 1));
    for (String deeper :
        new String[] {"(" + fits + ")", "NOT " + fits, "- ".repeat(65) + "a = 1"}) {
      var error = assertThrows(SelectorSyntaxException.class, () -> Selector.parse(deeper));
      assertTrue(error.expected().contains("64 levels"), error.expected());
    }
  }

  @Test
  void arithmeticIsBoundedAndAlternativesAreNot() {
    String sum = "a" + " + 1".repeat(257) + " = 1";
    var error = assertThrows(SelectorSyntaxException.class, () -> Selector.parse(sum));
    assertTrue(error.expected().contains("256 arithmetic"), error.expected());
    String many = "a = 1" + " OR a = 2".repeat(5000);
    assertTrue(Selector.parse(many).orElseThrow().matches(name -> 2));
  }

  @Test
  void tooLongSelectorIsRefused() {
    String text = "a = '" + "x".repeat(70_000) + "'";
    var error = assertThrows(SelectorSyntaxException.class, () -> Selector.parse(text));
    assertTrue(error.getMessage().length() < 500, "the message must not repeat it all");
  }

  @Test
  void likeNeverGoesBack() {
    Selector stars = Selector.parse("a LIKE '" + "%a".repeat(200) + "%b'").orElseThrow();
    Selector wild = Selector.parse("a LIKE '%" + "a_".repeat(500) + "b%c'").orElseThrow();
    String text = "a".repeat(100_000);
    assertTimeoutPreemptively(
        SOON,
        () -> {
          assertFalse(stars.matches(name -> text));
          assertFalse(wild.matches(name -> text));
        });
  }

  @Test
  void valueOfForeignTypeIsNotNullAndEqualsNothing() {
    Object odd = new Object();
    assertEquals(Truth.FALSE, Selector.parse("a = 'x'").orElseThrow().evaluate(name -> odd));
    assertEquals(Truth.FALSE, Selector.parse("a IS NULL").orElseThrow().evaluate(name -> odd));
    assertEquals(Truth.UNKNOWN, Selector.parse("a + 1 = 2").orElseThrow().evaluate(name -> odd));
  }

  @Test
  void programIsTheDocumentedData() {
    assertEquals(
        "[1,[\"and\",[\"=\",[\"p\",\"p\",\"a\"],[\"l\",\"-5\"]],"
            + "[\"like\",[\"text\",\"t\"],[[\"x\",2],[\"\\u00fc\\\"\"],[]]],"
            + "[\"not\",[\"in\",[\"id\",\"id\"],[\"a\",\"b\"]]]],[\"\\u00fc\\\"\"]]",
        Selector.parse("a = -5 AND JMSType LIKE 'x__%ü\"%' AND JMSMessageID NOT IN ('b', 'a')")
            .orElseThrow()
            .program());
    assertEquals(
        "[1,[\"and\",[\"=\",[\"neg\",[\"+\",[\"f\",\"1.5\"],[\"priority\",\"pr\"]]],[\"p\",\"p\",\"a\"]],"
            + "[\"=\",[\"p\",\"p\",\"b\"],[\"b\",true]]]]",
        Selector.parse("-(1.5f + JMSPriority) = a AND b = TRUE").orElseThrow().program());
  }
}
