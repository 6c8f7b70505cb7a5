package io.echomq.jms.wire;

import java.util.Objects;

/**
 * One request for messages.
 *
 * @param from a queue, or a view of one that can be consumed ({@code q/dead})
 * @param filter null: every message
 * @param owner the session that asks; it holds the lanes of the groups it serves. Empty: nobody
 *     does, and each group has one in flight
 * @param max how many at most, 1 or more: the consumer's credit; see {@link #MOST}
 * @param leaseMillis how long they are leased
 * @param maxDeliveries a message claimed more often than this goes to the dead set instead (hard
 *     cases, 8); 0 or less: no limit
 * @param patienceMillis how long the caller can wait for a connection to be made; a second is
 *     always taken. Below 0: as long as it takes
 */
public record Fetch(
    Address from,
    Filter filter,
    String owner,
    int max,
    long leaseMillis,
    int maxDeliveries,
    long patienceMillis) {

  /** An answer brings no more than so many, whatever was asked for: bounds the server's work. */
  public static final int MOST = 250;

  public Fetch {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(owner, "owner");
    if (max < 1) {
      throw new IllegalArgumentException("max must be 1 or more, is " + max);
    }
  }

  /** As the other, for who can wait. */
  public Fetch(
      Address from, Filter filter, String owner, int max, long leaseMillis, int maxDeliveries) {
    this(from, filter, owner, max, leaseMillis, maxDeliveries, -1);
  }
}
