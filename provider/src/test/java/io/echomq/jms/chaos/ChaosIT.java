package io.echomq.jms.chaos;

import io.echomq.jms.chaos.ChaosRun.Fault;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A few seconds of everything failing at once; {@link ChaosRun} does it for longer, by hand. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("long")
class ChaosIT {
  private static final int SECONDS = 8;

  @Test
  void nothingIsLostOrDoubledWhenTheServerIsKilledAndFrozen() throws Exception {
    try (ChaosRun run = new ChaosRun(1, 2, Fault.SERVER_KILLED, Fault.SERVER_FROZEN)) {
      run.rage(SECONDS);
      run.assertAllIsWell();
    }
  }

  @Test
  void nothingIsLostOrDoubledWhenRepliesAreLostAndLinksCut() throws Exception {
    try (ChaosRun run =
        new ChaosRun(2, 2, Fault.LINKS_CUT, Fault.LINKS_HELD, Fault.REPLY_LOST, Fault.LINKS_DOWN)) {
      run.rage(SECONDS);
      run.assertAllIsWell();
    }
  }

  @Test
  void nothingIsLostOrDoubledWhenClientsAreKilledAndFrozen() throws Exception {
    try (ChaosRun run = new ChaosRun(3, 2, Fault.CLIENT_KILLED, Fault.CLIENT_FROZEN)) {
      run.rage(SECONDS);
      run.assertAllIsWell();
    }
  }
}
