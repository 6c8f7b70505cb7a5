package io.echomq.jms.wire;

import java.util.Objects;

/**
 * How one leased message is put back.
 *
 * @param delivery what is given back
 * @param verdict see {@link Verdict}
 * @param delayMillis with {@link Verdict#AGAIN}: time until it may be delivered; 0 at once
 * @param reason with {@link Verdict#AGAIN} and {@link Verdict#DEAD}: the row's {@code last_error};
 *     null when there is none
 */
public record GiveBack(Delivery delivery, Verdict verdict, long delayMillis, String reason) {

  /** What giving back means for the message. */
  public enum Verdict {
    /** Never handed to the application: no delivery was, the count and the place stay. */
    UNSEEN,
    /** Was handed over and is to be delivered again: the count stands, the place too. */
    AGAIN,
    /** Was handed over too often: to the dead set. */
    DEAD
  }

  public GiveBack {
    Objects.requireNonNull(delivery, "delivery");
    Objects.requireNonNull(verdict, "verdict");
  }

  public static GiveBack unseen(Delivery delivery) {
    return new GiveBack(delivery, Verdict.UNSEEN, 0, null);
  }
}
