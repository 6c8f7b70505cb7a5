package io.echomq.jms.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SeenServersTest {
  private static final long SERVER = 1_800_000_000_000L;

  private final AtomicLong millis = new AtomicLong();
  private final SeenServers seen =
      new SeenServers(() -> TimeUnit.MILLISECONDS.toNanos(millis.get()), 3000);

  private boolean mayReap(String runId) {
    return seen.mayReap(runId, 3000, SERVER).until() > 0;
  }

  /** Answers without a pause until then. */
  private void answersUntil(String runId, long at) {
    for (seen.saw(runId); millis.get() < at; seen.saw(runId)) {
      millis.set(Math.min(at, millis.get() + 1000));
    }
  }

  @Test
  void aServerIsReapedOneLeaseAfterItsRunWasFirstSeenAndNotBefore() {
    answersUntil("run-1", 2999);
    assertFalse(mayReap("run-1"));
    answersUntil("run-1", 3000);
    assertTrue(mayReap("run-1"));
  }

  @Test
  void aRestartBeginsTheWaitAnew() {
    answersUntil("run-1", 5000);
    assertFalse(mayReap("run-2"));
    answersUntil("run-2", 7999);
    assertFalse(mayReap("run-2"));
    answersUntil("run-2", 8000);
    assertTrue(mayReap("run-2"));
  }

  @Test
  void aPauseOfMoreThanAThirdOfALeaseBeginsTheWaitAnew() {
    answersUntil("run-1", 5000);
    millis.set(6001);
    assertFalse(mayReap("run-1"), "it may stand still at this moment");
    answersUntil("run-1", 9000);
    assertFalse(mayReap("run-1"), "holders had no time yet");
    answersUntil("run-1", 9001);
    assertTrue(mayReap("run-1"));
  }

  @Test
  void aCallMayReapOnlyWhileNoSuchPauseCanHaveBegun() {
    answersUntil("run-1", 5000);
    millis.set(5400);
    assertEquals(SERVER + 600, seen.mayReap("run-1", 3000, SERVER).until());
  }

  @Test
  void whoHasNoHistoryWaits() {
    assertFalse(mayReap("run-1"));
  }

  @Test
  void whatOthersHaveSeenCountsForWhoHasJustCome() {
    seen.saw("run-1", 2500, 0);
    assertFalse(mayReap("run-1"));
    answersUntil("run-1", 500);
    assertEquals(0, seen.mayReap("run-1", 3000, SERVER).lapsedBefore(), "all that has lapsed");
    assertTrue(mayReap("run-1"));
  }

  @Test
  void ofWhatOthersHaveSeenWithPausesOnlyWhatLapsedBeforeMayBeReaped() {
    seen.saw("run-1", 200, 77);
    assertEquals(new SeenServers.Reaping(SERVER + 1000, 77), seen.mayReap("run-1", 3000, SERVER));
    assertFalse(mayReap("run-2"), "another run");
  }

  @Test
  void aPauseAfterwardsMakesItVoid() {
    seen.saw("run-1", 5000, 77);
    assertTrue(mayReap("run-1"));
    millis.set(1001);
    assertFalse(mayReap("run-1"));
    seen.saw("run-1");
    assertFalse(mayReap("run-1"), "what was told before the pause");
  }
}
