package io.echomq.jms.wire;

/**
 * What becomes of a message that was handed over and not acknowledged.
 *
 * @param maxDeliveries handed over this often, the next failure is its last; 0 or less: no limit
 * @param delayMillis time before the second delivery
 * @param multiplier factor from one delay to the next, 1 or more
 * @param maxDelayMillis no delay is longer
 * @param jitter 0 to 1: the part of a delay that is drawn at random
 */
public record RedeliveryPolicy(
    int maxDeliveries, long delayMillis, double multiplier, long maxDelayMillis, double jitter) {

  /** Ten deliveries, at once. */
  public static final RedeliveryPolicy DEFAULT = new RedeliveryPolicy(10, 0, 1, 3_600_000, 0);

  /**
   * The way back of a delivery that failed.
   *
   * @param reason why, for {@code last_error}; may be null
   * @param random 0 (inclusive) to 1 (exclusive), for the jitter
   */
  public GiveBack giveBack(Delivery delivery, String reason, double random) {
    if (maxDeliveries > 0 && delivery.count() >= maxDeliveries) {
      String why =
          reason != null ? reason : "not acknowledged after " + delivery.count() + " deliveries";
      return new GiveBack(delivery, GiveBack.Verdict.DEAD, 0, why);
    }
    return new GiveBack(delivery, GiveBack.Verdict.AGAIN, delay(delivery.count(), random), reason);
  }

  private long delay(int count, double random) {
    if (delayMillis <= 0) {
      return 0;
    }
    double grown = delayMillis * Math.pow(multiplier, Math.max(0, count - 1));
    double capped = Math.min(grown, Math.max(delayMillis, maxDelayMillis));
    return Math.round(capped * (1 - jitter) + capped * jitter * random);
  }
}
