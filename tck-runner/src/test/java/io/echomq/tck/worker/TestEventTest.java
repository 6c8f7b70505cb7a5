package io.echomq.tck.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.tck.worker.TestEvent.Kind;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestEventTest {

  @ParameterizedTest
  @EnumSource(Kind.class)
  void everyEventIsOneLineAndReadsBack(Kind kind) {
    TestEvent event = new TestEvent(kind, "test\tname", 12, "a\\n\nb\tc\r\\");
    String line = event.toLine();
    assertFalse(line.contains("\n") || line.contains("\r"), line);
    assertEquals(Optional.of(event), TestEvent.parse(line));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "warning: something", "@tck\tPASS", "x\tPASS\ta\t1\t"})
  void whatElseAJvmPrintsIsNoEvent(String line) {
    assertEquals(Optional.empty(), TestEvent.parse(line));
  }

  @Test
  void aFailureIsToldWithItsCausesAndThePlaceOfTheRoot() {
    Exception root = new IllegalArgumentException("the\n  reason");
    String text = FailureText.of(new IllegalStateException(new IllegalStateException("x", root)));
    assertTrue(text.startsWith("IllegalStateException: "), text);
    assertTrue(text.contains("\ncaused by IllegalStateException: x\n"), text);
    assertTrue(text.contains("\ncaused by IllegalArgumentException: the reason\n  at "), text);
    assertTrue(text.contains(getClass().getSimpleName()), text);
  }

  @Test
  void aCircleOfCausesEnds() {
    Exception a = new IllegalStateException("a");
    Exception b = new IllegalStateException("b", a);
    a.initCause(b);
    assertEquals(2, FailureText.of(b).split("IllegalStateException: ", -1).length - 1);
  }
}
