package io.echomq.jms.delivery;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class AfterthoughtTest {
  private static final long LATER = 1_000_000;

  private final WakeTicket first = new WakeTicket(false, 1);
  private final WakeTicket second = new WakeTicket(true, 2);
  private final Afterthought afterthought = new Afterthought();

  @Test
  void aFetchAfterOneThatTookAllIsMadeUntilItOnceFindsNothing() {
    afterthought.fetched(first, 1, true, false, 0);
    assertNull(afterthought.skips(0));
    afterthought.fetched(second, 0, false, false, 0);
    assertNull(afterthought.skips(0), "nothing was taken: the feed waits as ever");
    afterthought.fetched(second, 1, true, false, 0);
    assertSame(second, afterthought.skips(0));
  }

  @Test
  void oneWaitTakesTheTicket() {
    learn();
    afterthought.fetched(second, 1, true, false, 0);
    assertSame(second, afterthought.skips(0));
    assertNull(afterthought.skips(0));
  }

  @Test
  void aMessageThatCameLaterKeepsItWaiting() {
    learn();
    afterthought.fetched(second, 1, true, false, 0);
    afterthought.skips(0);
    afterthought.fetched(first, 1, true, false, LATER);
    assertSame(first, afterthought.skips(LATER));
  }

  @Test
  void aMessageThatWasThereAtOnceMakesItFetchAgain() {
    learn();
    afterthought.fetched(second, 1, true, false, 0);
    afterthought.skips(0);
    afterthought.fetched(first, 1, true, false, 10);
    assertNull(afterthought.skips(10));
  }

  @Test
  void aWakeUpForNothingMakesItFetchAgain() {
    learn();
    afterthought.fetched(second, 1, true, false, 0);
    afterthought.skips(0);
    afterthought.fetched(first, 0, false, false, LATER);
    afterthought.fetched(first, 1, true, false, LATER);
    assertNull(afterthought.skips(LATER));
  }

  @Test
  void itFetchesWhatMayHaveBeenLeftOrGivenBack() {
    learn();
    afterthought.fetched(second, 1, false, false, 0);
    assertNull(afterthought.skips(0), "not all was taken");
    afterthought.fetched(second, 0, false, false, 0);
    afterthought.fetched(second, 1, true, false, 0);
    afterthought.forget();
    assertNull(afterthought.skips(0), "messages were given back");
  }

  /** After this a fetch after one that took all is known to find nothing. */
  private void learn() {
    afterthought.fetched(first, 1, true, false, 0);
    afterthought.fetched(first, 0, false, false, 0);
  }
}
