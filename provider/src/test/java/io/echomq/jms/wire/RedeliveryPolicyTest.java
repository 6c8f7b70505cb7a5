package io.echomq.jms.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.GiveBack.Verdict;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedeliveryPolicyTest {

  private static Delivery delivery(int count) {
    Address queue = new Address(Address.Domain.QUEUE, "orders", "");
    return new Delivery(
        new LeaseToken(queue, "", "JOB0KHTOWnGLuC", count),
        new MessageData(MessageHeader.EMPTY, Map.of(), new Body.Text("x")),
        count,
        0);
  }

  @ParameterizedTest
  @CsvSource({
    // delay, multiplier, cap, jitter, delivery that failed, random, wait
    "0, 3, 3600000, 0.5, 4, 0.9, 0",
    "100, 1, 3600000, 0, 7, 0.9, 100",
    "100, 2, 3600000, 0, 1, 0, 100",
    "100, 2, 3600000, 0, 2, 0, 200",
    "100, 2, 3600000, 0, 5, 0, 1600",
    "100, 2, 500, 0, 5, 0, 500",
    "100, 10, 3600000, 0, 400, 0, 3600000",
    "1000, 2, 500, 0, 1, 0, 1000",
    "1000, 1, 3600000, 0.2, 1, 0, 800",
    "1000, 1, 3600000, 0.2, 1, 0.5, 900",
    "1000, 1, 3600000, 1, 1, 0, 0",
  })
  void theWaitGrowsToItsCapAndAPartOfItIsRandom(
      long delay, double multiplier, long cap, double jitter, int count, double random, long wait) {
    RedeliveryPolicy policy = new RedeliveryPolicy(1000, delay, multiplier, cap, jitter);
    GiveBack back = policy.giveBack(delivery(count), "why", random);
    assertEquals(Verdict.AGAIN, back.verdict());
    assertEquals(wait, back.delayMillis());
    assertEquals("why", back.reason());
  }

  @Test
  void theLastDeliveryThatFailsIsTheEndAndSaysWhy() {
    RedeliveryPolicy three = new RedeliveryPolicy(3, 0, 1, 0, 0);
    assertEquals(Verdict.AGAIN, three.giveBack(delivery(2), null, 0).verdict());
    GiveBack last = three.giveBack(delivery(3), null, 0);
    assertEquals(Verdict.DEAD, last.verdict());
    assertTrue(last.reason().contains("3 deliveries"), last.reason());
    assertEquals("boom", three.giveBack(delivery(4), "boom", 0).reason());
  }

  @Test
  void withoutALimitNothingEnds() {
    RedeliveryPolicy endless = new RedeliveryPolicy(0, 0, 1, 0, 0);
    assertEquals(Verdict.AGAIN, endless.giveBack(delivery(100_000), null, 0).verdict());
  }
}
