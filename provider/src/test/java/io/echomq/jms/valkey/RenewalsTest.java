package io.echomq.jms.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RenewalsTest {
  private long now;
  private final Renewals renewals = new Renewals(() -> now, 660_000);

  @Test
  void aNameIsRenewedOnceAMinute() {
    assertEquals("660000", renewals.of("orders"));
    now += TimeUnit.SECONDS.toNanos(59);
    assertEquals(Renewals.KEEP, renewals.of("orders"));
    assertEquals("660000", renewals.of("invoices"));
    now += TimeUnit.SECONDS.toNanos(1);
    assertEquals("660000", renewals.of("orders"));
    assertEquals(Renewals.KEEP, renewals.of("orders"));
  }

  @Test
  void veryManyNamesAreNotKept() {
    renewals.of("orders");
    for (int i = 0; i < 5_000; i++) {
      renewals.of("temporary" + i);
    }
    assertEquals("660000", renewals.of("orders"));
  }
}
