package io.echomq.jms.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Simulated time. */
class FetchCreditTest {
  private static final long MILLI = 1_000_000;

  private final FetchCredit credit = new FetchCredit(1000, 1000);
  private long now = 1;

  /** Fetches a batch from a queue that has so many, works on it, and answers its size. */
  private int batch(long available, long nanosPerMessage) {
    int asked = credit.credit();
    int got = (int) Math.min(asked, available);
    credit.fetched(got);
    for (int i = 0; i < got; i++) {
      credit.handed(now);
      now += nanosPerMessage;
      credit.asked(now);
    }
    return got;
  }

  @Test
  void startsAtOne() {
    assertEquals(1, credit.credit());
  }

  @Test
  void fastDrainReachesFullBatchesWithinFourFetches() {
    List<Integer> sizes = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      sizes.add(batch(Long.MAX_VALUE, 10_000));
    }

    assertEquals(List.of(1, 16, 256, 1000), sizes);
  }

  @Test
  void creditNeverExceedsThePrefetch() {
    FetchCredit small = new FetchCredit(3, 1000);
    for (int i = 0; i < 5; i++) {
      small.fetched(small.credit());
      small.handed(now);
      small.asked(now + 1000);
    }

    assertEquals(3, small.credit());
  }

  @Test
  void creditNeverExceedsWhatOneFetchBrings() {
    FetchCredit bounded = new FetchCredit(1000, 250);
    for (int i = 0; i < 9; i++) {
      bounded.fetched(Math.min(250, bounded.credit()));
      bounded.handed(now);
      bounded.asked(now + 1000);
    }

    assertEquals(250, bounded.credit());
  }

  @Test
  void bufferHoldsAboutFiftyMillisecondsOfWork() {
    for (int i = 0; i < 10; i++) {
      batch(Long.MAX_VALUE, 5 * MILLI);
    }

    assertEquals(10, credit.credit());
  }

  @Test
  void slowConsumerStaysAtOne() {
    for (int i = 0; i < 5; i++) {
      assertEquals(1, batch(Long.MAX_VALUE, 100 * MILLI));
    }
  }

  @Test
  void creditFallsAtOnceWhenTheConsumerBecomesSlow() {
    for (int i = 0; i < 6; i++) {
      batch(Long.MAX_VALUE, 10_000);
    }
    batch(2, 100 * MILLI);

    assertEquals(1, credit.credit());
  }

  @Test
  void timeWithoutAMessageIsNotWork() {
    batch(Long.MAX_VALUE, 10_000);
    now += 10_000 * MILLI;
    credit.asked(now);

    assertEquals(16, credit.credit());
  }

  @Test
  void singleMessagesDoNotMakeACreditForABurst() {
    for (int i = 0; i < 6; i++) {
      batch(Long.MAX_VALUE, 10_000);
    }
    for (int i = 0; i < 12; i++) {
      batch(1, 10_000);
    }

    assertEquals(2, credit.credit());
  }

  @Test
  void buffersThatLieCollapseTheCredit() {
    for (int i = 0; i < 4; i++) {
      batch(Long.MAX_VALUE, 10_000);
    }
    credit.collapse();

    assertEquals(1, credit.credit());
  }

  @Test
  void twoSlowConsumersShareTwentyMessagesEvenly() {
    FetchCredit[] credits = {new FetchCredit(1000, 1000), new FetchCredit(1000, 1000)};
    long[] freeAt = {0, 1};
    int[] got = new int[2];
    int left = 20;
    while (left > 0) {
      int who = freeAt[0] <= freeAt[1] ? 0 : 1;
      int batch = Math.min(left, credits[who].credit());
      credits[who].fetched(batch);
      for (int i = 0; i < batch; i++) {
        credits[who].handed(freeAt[who]);
        freeAt[who] += 100 * MILLI;
        credits[who].asked(freeAt[who]);
      }
      got[who] += batch;
      left -= batch;
    }

    assertTrue(got[0] >= 8 && got[0] <= 12, got[0] + " and " + got[1]);
  }
}
