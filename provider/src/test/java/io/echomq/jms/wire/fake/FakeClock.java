package io.echomq.jms.wire.fake;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The clock of a {@link FakeServer}, in ms.
 *
 * <p>Threads: any.
 */
public final class FakeClock {
  private final boolean running;
  private final AtomicLong offset;

  private FakeClock(boolean running, long offset) {
    this.running = running;
    this.offset = new AtomicLong(offset);
  }

  /** Stands still but for {@link #advance}. */
  public static FakeClock manual() {
    return new FakeClock(false, 1_800_000_000_000L);
  }

  /** Runs with the JVM's clock, and jumps ahead by {@link #advance}. */
  public static FakeClock running() {
    return new FakeClock(true, 0);
  }

  public long now() {
    return offset.get() + (running ? System.currentTimeMillis() : 0);
  }

  public void advance(long millis) {
    offset.addAndGet(millis);
  }
}
