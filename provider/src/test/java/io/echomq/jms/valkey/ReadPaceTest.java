package io.echomq.jms.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReadPaceTest {
  private final ReadPace pace = new ReadPace();
  private long now = TimeUnit.HOURS.toNanos(1);

  private long read(int records, long afterMicros) {
    now += TimeUnit.MICROSECONDS.toNanos(afterMicros);
    return pace.afterRead(records, false, now);
  }

  /** Reads of one record each in quick succession until one is followed by a wait. */
  private int quickReadsUntilAWait() {
    int reads = 1;
    while (read(1, 100) == 0) {
      reads++;
    }
    return reads;
  }

  @Test
  void recordsThatComeSinglyAreNotWaitedFor() {
    for (int i = 0; i < 10_000; i++) {
      assertEquals(0, read(1, 2_000));
    }
  }

  @Test
  void aStreamOfRecordsIsReadSeveralAtATimeAndNoneWaitsLongerThanAMillisecond() {
    quickReadsUntilAWait();
    for (int i = 0; i < 100; i++) {
      assertEquals(ReadPace.PAUSE_NANOS, read(5, 1_100));
    }
  }

  @Test
  void questionAndAnswerAreHardlyEverWaitedFor() {
    int reads = 0;
    int waits = 0;
    while (reads < 100_000) {
      reads += quickReadsUntilAWait() + 1;
      waits++;
      assertEquals(0, read(1, 1_100), "the wait was in vain");
    }
    assertTrue(waits < 40, () -> "many waits in vain");
  }

  @Test
  void aBacklogIsReadWithoutAPause() {
    quickReadsUntilAWait();
    for (int i = 0; i < 100; i++) {
      assertEquals(0, pace.afterRead(64, true, now += 50_000));
    }
  }
}
