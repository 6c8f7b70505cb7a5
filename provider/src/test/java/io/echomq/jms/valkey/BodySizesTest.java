package io.echomq.jms.valkey;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class BodySizesTest {
  private static final Claimed SMALL = new Claimed("JOB0STF4r0SSpz", 1, 1, new byte[3]);
  private static final Claimed LARGE = new Claimed("JOB0STF4r0SSpz", 1, 1, 1_000_000L);

  private final BodySizes sizes = new BodySizes();

  @Test
  void aQueueWhoseBodiesWereSmallForAWhileIsTakenToHaveSmallOnes() {
    assertFalse(sizes.areSmall("orders"), "nothing is known");
    sizes.saw("orders", Collections.nCopies(31, SMALL));
    assertFalse(sizes.areSmall("orders"));
    sizes.saw("orders", List.of(SMALL));
    assertTrue(sizes.areSmall("orders"));
    assertFalse(sizes.areSmall("images"));
  }

  @Test
  void aLargeOneBeginsTheWaitAnew() {
    sizes.saw("orders", Collections.nCopies(32, SMALL));
    sizes.saw("orders", List.of(SMALL, LARGE));
    assertFalse(sizes.areSmall("orders"));
    sizes.saw("orders", List.of());
    assertFalse(sizes.areSmall("orders"));
  }
}
