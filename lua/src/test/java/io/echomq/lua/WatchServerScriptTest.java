package io.echomq.lua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

@WithServer
class WatchServerScriptTest {
  private static final String KEY = "emq:{_jms}:jms:watch:30000";

  /** What a test may take between two calls, ms. */
  private static final long SLACK = 5_000;

  @AutoClose private final Rig rig;

  WatchServerScriptTest(TestServer server) {
    rig = new Rig(server);
  }

  /** A pause is more than 10 s, a lease 30 s. */
  private List<?> look(String run) {
    return (List<?>) rig.runOn("watch-server", List.of(KEY), run, 10_000, 30_000, 86_400_000);
  }

  /** Spans without a pause, latest first, in seconds before now. */
  private long seed(String run, long... ago) {
    long now = rig.now();
    StringBuilder value = new StringBuilder(run);
    for (long each : ago) {
      value.append(' ').append(now - 1000 * each);
    }
    rig.jedis().set(KEY, value.toString());
    return now;
  }

  private int words() {
    return rig.jedis().get(KEY).split(" ").length;
  }

  private static void near(long expected, Object actual) {
    assertTrue(Math.abs((Long) actual - expected) < SLACK, actual + " instead of " + expected);
  }

  @Test
  void theFirstLookHasSeenNothing() {
    assertEquals(List.of(0L, 0L), look("run"));
    assertEquals(3, words());
    assertTrue(rig.jedis().pttl(KEY) > 86_000_000);
  }

  @Test
  void whoLooksWithoutAPauseGoesOnWithWhatOthersBegan() {
    long now = seed("run", 100, 8);
    List<?> seen = look("run");
    near(100_000, seen.get(0));
    near(now - 30_000, seen.get(1));
  }

  @Test
  void afterAPauseNothingWasSeenYet() {
    long now = seed("run", 40, 20);
    assertEquals(List.of(0L, 0L), look("run"));
    assertEquals(5, words());
    seed("run", 100, 40);
    assertEquals(0L, look("run").get(0));
    near(now - 70_000, look("run").get(1));
  }

  @Test
  void spansWithPausesBetweenThemAddUp() {
    long now = seed("run", 15, 5, 100, 85, 1000, 900);
    List<?> seen = look("run");
    near(15_000, seen.get(0));
    near(now - 100_000, seen.get(1));
    seed("run", 15, 5, 100, 95, 1000, 900);
    near(now - 910_000, look("run").get(1));
    assertEquals(7, words());
    seed("run", 15, 5, 100, 70, 1000, 900);
    look("run");
    assertEquals(5, words(), "older spans are of no more use");
  }

  @Test
  void aPauseThatNobodySawMakesWhatLapsedInItWaitForALeaseOfLooks() {
    // Watched for long, then by nobody for a minute, in which the server may have stood still.
    long now = seed("run", 3600, 60);
    look("run");
    List<?> seen = look("run");
    near(0, seen.get(0));
    near(now - 90_000, seen.get(1));
  }

  @Test
  void anotherRunAndAClockThatWasSetBackBeginAnew() {
    seed("run", 100, 8);
    assertEquals(List.of(0L, 0L), look("run-2"));
    seed("run", 100, -600);
    assertEquals(List.of(0L, 0L), look("run"));
  }

  @Test
  void manyShortSpansDoNotPileUp() {
    long[] ago = new long[600];
    for (int i = 0; i < ago.length; i += 2) {
      ago[i] = 100L + 50L * i;
      ago[i + 1] = ago[i];
    }
    ago[1] = 99;
    seed("run", ago);
    look("run");
    assertEquals(401, words());
  }

  @Test
  void aLookAloneIsReplacedByTheNext() {
    seed("run", 50, 50);
    look("run");
    assertEquals(3, words());
  }
}
