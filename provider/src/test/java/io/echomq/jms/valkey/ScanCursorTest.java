package io.echomq.jms.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ScanCursorTest {
  private static final long MILLI = 1_000_000;
  private static final ScanCursor.Place START = new ScanCursor.Place("", "");
  private static final ScanCursor.Place MIDDLE = new ScanCursor.Place("0", "m");
  private static final ScanCursor.Place END = new ScanCursor.Place("0", "z");

  private final ScanCursor cursor = new ScanCursor("colour = 'red'", false);

  @Test
  void aPassGoesOnWhereItsLastCallEnded() {
    assertEquals(START, cursor.next(0));
    cursor.went(MIDDLE, false, 10, 10);
    assertEquals(MIDDLE, cursor.next(10));
  }

  @Test
  void behindTheEndOnlyWhatIsNewIsLookedAtUntilTheNextPassIsDue() {
    cursor.next(0);
    cursor.went(MIDDLE, false, 60, 60);
    cursor.next(60);
    cursor.went(END, true, 40, 100);
    // a pass took 100, so that the next begins 1000 after its end
    assertEquals(END, cursor.next(1099));
    assertEquals(START, cursor.next(1100));
  }

  @Test
  void callsBetweenPassesPutTheNextOffNoFurther() {
    cursor.next(0);
    cursor.went(END, true, 100, 100);
    cursor.next(500);
    cursor.went(END, true, 400, 900);
    assertEquals(START, cursor.next(1100));
  }

  @Test
  void whatWasPutBackMakesTheNextCallBeginAnew() {
    cursor.next(0);
    cursor.went(END, true, 100, 100);
    cursor.restart();
    assertEquals(START, cursor.next(101));
    cursor.went(MIDDLE, false, 1, 102);
    assertEquals(MIDDLE, cursor.next(102), "once");
  }

  @Test
  void aRestartInTheMidstOfACallIsNotForgotten() {
    cursor.next(0);
    cursor.restart();
    cursor.went(END, true, 100, 100);
    assertEquals(START, cursor.next(101));
  }

  @Test
  void aLongPassRestsAsLongAsItsCallsTakeAndAShortOneDoesNot() {
    cursor.next(0);
    assertEquals(0, cursor.rest(0), "nothing was asked yet");
    cursor.went(MIDDLE, false, 60 * MILLI, 60 * MILLI);
    assertTrue(cursor.rest(60 * MILLI) <= 0, "a short pass hurries");
    cursor.next(60 * MILLI);
    cursor.went(MIDDLE, false, 60 * MILLI, 120 * MILLI);
    assertEquals(20 * MILLI, cursor.rest(120 * MILLI), "but never long");
    cursor.next(140 * MILLI);
    cursor.went(MIDDLE, false, 3 * MILLI, 143 * MILLI);
    assertEquals(3 * MILLI, cursor.rest(143 * MILLI));
    assertEquals(1 * MILLI, cursor.rest(145 * MILLI), "what the consumer did meanwhile counts");
    cursor.went(END, true, 3 * MILLI, 150 * MILLI);
    assertTrue(cursor.rest(150 * MILLI) <= 0, "who waits at the end finds what comes at once");
  }
}
