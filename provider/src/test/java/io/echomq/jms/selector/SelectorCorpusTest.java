package io.echomq.jms.selector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class SelectorCorpusTest {
  @TestFactory
  Stream<DynamicTest> selectorDecidesAsTheSpecificationSays() {
    return CorpusCase.all().stream()
        .map(
            c ->
                DynamicTest.dynamicTest(
                    c.toString(),
                    () -> {
                      Selector selector = Selector.parse(c.selector()).orElseThrow();
                      assertEquals(c.expected(), selector.evaluate(c.source()));
                      assertEquals(c.expected() == Truth.TRUE, selector.matches(c.source()));
                    }));
  }

  @TestFactory
  Stream<DynamicTest> wrongSelectorIsRefusedWithItsPlace() {
    List<String[]> lines = CorpusCase.lines("selector-errors.tsv");
    return lines.stream().map(line -> DynamicTest.dynamicTest(line[0], () -> assertRefused(line)));
  }

  private static void assertRefused(String[] line) {
    String selector = CorpusCase.unescape(line[0]);
    var error = assertThrows(SelectorSyntaxException.class, () -> Selector.parse(selector));
    assertEquals(line[1], error.line() + ":" + error.column(), error.getMessage());
    assertEquals(line[2], error.found(), error.getMessage());
    assertTrue(error.expected().contains(line[3]), error.getMessage());
    assertTrue(error.getMessage().contains(selector), error.getMessage());
  }

  @Test
  void corpusIsLarge() {
    assertTrue(CorpusCase.all().size() >= 300);
    assertTrue(CorpusCase.lines("selector-errors.tsv").size() >= 80);
  }
}
