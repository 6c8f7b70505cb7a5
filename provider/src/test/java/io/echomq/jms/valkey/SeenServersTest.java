package io.echomq.jms.valkey;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SeenServersTest {
  private final AtomicLong millis = new AtomicLong();
  private final SeenServers seen =
      new SeenServers(() -> TimeUnit.MILLISECONDS.toNanos(millis.get()));

  @Test
  void aServerIsReapedOneLeaseAfterItsRunWasFirstSeenAndNotBefore() {
    seen.saw("run-1");
    millis.set(999);
    assertFalse(seen.mayReap("run-1", 1000));
    millis.set(1000);
    assertTrue(seen.mayReap("run-1", 1000));
  }

  @Test
  void aRestartBeginsTheWaitAnew() {
    seen.saw("run-1");
    millis.set(5000);
    assertFalse(seen.mayReap("run-2", 1000));
    millis.set(6000);
    assertTrue(seen.mayReap("run-2", 1000));
  }
}
