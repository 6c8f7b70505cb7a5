package io.echomq.jms.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ScanCursorTest {
  private static final ScanCursor.Place START = new ScanCursor.Place("", "");
  private static final ScanCursor.Place MIDDLE = new ScanCursor.Place("0", "m");
  private static final ScanCursor.Place END = new ScanCursor.Place("0", "z");

  private final ScanCursor cursor = new ScanCursor();

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
}
