package io.echomq.jms.chaos;

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
    try (ChaosRun run = new ChaosRun(1, 2)) {
      run.rage(SECONDS, ChaosRun.Fault.SERVER_KILLED, ChaosRun.Fault.SERVER_FROZEN);
      run.assertAllIsWell();
    }
  }

  @Test
  void nothingIsLostOrDoubledWhenRepliesAreLostAndLinksCut() throws Exception {
    try (ChaosRun run = new ChaosRun(2, 2)) {
      run.rage(
          SECONDS,
          ChaosRun.Fault.LINKS_CUT,
          ChaosRun.Fault.LINKS_HELD,
          ChaosRun.Fault.REPLY_LOST,
          ChaosRun.Fault.LINKS_DOWN);
      run.assertAllIsWell();
    }
  }

  @Test
  void nothingIsLostOrDoubledWhenClientsAreKilledAndFrozen() throws Exception {
    try (ChaosRun run = new ChaosRun(3, 2)) {
      run.rage(SECONDS, ChaosRun.Fault.CLIENT_KILLED, ChaosRun.Fault.CLIENT_FROZEN);
      run.assertAllIsWell();
    }
  }
}
