package io.echomq.jms.examples.quickstart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderTest {
  private static final String LINE = "A1,eva.lind3,MUG-001,3,4.50,EUR,2026-11-27T00:00:02Z";

  @Test
  void aLineIsAnOrderWithATotal() {
    assertEquals(new BigDecimal("13.50"), Order.parse(LINE).total());
    assertTrue(Order.isWellFormed(LINE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "A1,eva.lind3,MUG-001,3,4.50,EUR",
        "A1,eva.lind3,MUG-001,three,4.50,EUR,2026-11-27T00:00:02Z",
        "A1,eva.lind3,MUG-001,1.5,4.50,EUR,2026-11-27T00:00:02Z",
        "A1,eva.lind3,MUG-001,3,n/a,EUR,2026-11-27T00:00:02Z",
        "A1,eva.lind3,MUG-001,3,1e999999999,EUR,2026-11-27T00:00:02Z",
        "A1,eva.lind3,MUG-001,3,4.50,EUR,yesterday"
      })
  void aLineThatIsNoOrderIsMalformed(String line) {
    assertFalse(Order.isWellFormed(line));
  }
}
