package io.echomq.jms.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ServerClockTest {
  private static final long START = 1_800_000_000_000L;

  private long wall = START;
  private long nanos = 17;
  private final ServerClock clock = new ServerClock(() -> wall, () -> nanos);

  @Test
  void anOffsetIsTakenAtTheMiddleOfTheRoundTrip() {
    clock.adopt(wall, nanos, nanos + 20_000_000, wall + 1010);
    assertEquals(1000, clock.offsetMillis());
    assertEquals(START + 1000, clock.now());
  }

  @Test
  void anOffsetWithinTheErrorIsNone() {
    clock.adopt(wall, nanos, nanos + 1_000_000, wall + 5);
    assertEquals(0, clock.offsetMillis());
    clock.adopt(wall, nanos, nanos + 40_000_000, wall - 19);
    assertEquals(0, clock.offsetMillis());
    clock.adopt(wall, nanos, nanos + 1_000_000, wall - 6);
    assertEquals(-6, clock.offsetMillis());
  }

  @Test
  void timeNeverStepsBack() {
    clock.adopt(wall, nanos, nanos, wall + 1000);
    long before = clock.now();
    clock.adopt(wall, nanos, nanos, wall);
    assertEquals(before, clock.now());
    pass(1500);
    assertEquals(START + 1500, clock.now());
  }

  @Test
  void aWallClockSetBackIsNotFollowed() {
    pass(10_000);
    assertEquals(START + 10_000, clock.now());
    wall -= 3_600_000;
    pass(2000);
    assertEquals(START + 12_000, clock.now());
  }

  @Test
  void aWallClockThatRanOnWhileTheMonotonicOneStoodIsFollowed() {
    wall += 60_000;
    assertEquals(START + 60_000, clock.now());
  }

  private void pass(long millis) {
    wall += millis;
    nanos += millis * 1_000_000;
  }
}
