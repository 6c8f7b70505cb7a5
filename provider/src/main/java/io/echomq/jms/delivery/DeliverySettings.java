package io.echomq.jms.delivery;

/**
 * How a connection receives. All times in milliseconds.
 *
 * @param leaseMillis how long a fetched message is leased; extended while it is held
 * @param beatMillis how often queues with parked consumers are tended: messages of runtimes that
 *     push no wake token are found after this time at the latest
 * @param prefetch the credit of one consumer is never above this; 1 or more
 * @param bufferHoldMillis a message that lies in a buffer longer than this is given back
 * @param maxDeliveries a message fetched more often goes to the dead set; 0 or less: no limit
 */
public record DeliverySettings(
    long leaseMillis, long beatMillis, int prefetch, long bufferHoldMillis, int maxDeliveries) {

  /** 30 s leases, 250 ms beat, prefetch 1000, 1 s in a buffer, 10 deliveries. */
  public static final DeliverySettings DEFAULT = new DeliverySettings(30_000, 250, 1000, 1000, 10);

  public DeliverySettings {
    positive("leaseMillis", leaseMillis);
    positive("beatMillis", beatMillis);
    positive("prefetch", prefetch);
    positive("bufferHoldMillis", bufferHoldMillis);
  }

  DeliverySettings withMaxDeliveries(int most) {
    return new DeliverySettings(leaseMillis, beatMillis, prefetch, bufferHoldMillis, most);
  }

  private static void positive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be 1 or more, is " + value);
    }
  }
}
