package io.echomq.jms.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ReconnectTest {

  @Test
  void pausesDoubleUpToTheLongest() {
    Reconnect reconnect = new Reconnect(50, 1000, () -> 1.0);
    long[] pauses = {50, 100, 200, 400, 800, 1000, 1000};
    for (long pause : pauses) {
      assertEquals(pause, reconnect.nextPauseMillis());
    }
  }

  @Test
  void jitterTakesOffHalfAtMost() {
    assertEquals(25, new Reconnect(50, 1000, () -> 0.0).nextPauseMillis());
    Reconnect reconnect = new Reconnect(1, Long.MAX_VALUE, () -> 0.0);
    for (int i = 0; i < 200; i++) {
      assertTrue(reconnect.nextPauseMillis() >= 1);
    }
  }

  @Test
  void successBeginsAnew() {
    Reconnect reconnect = new Reconnect(50, 1000, () -> 1.0);
    reconnect.nextPauseMillis();
    reconnect.nextPauseMillis();
    reconnect.succeeded();
    assertEquals(0, reconnect.attempts());
    assertEquals(50, reconnect.nextPauseMillis());
  }
}
