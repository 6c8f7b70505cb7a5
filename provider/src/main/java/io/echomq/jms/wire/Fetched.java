package io.echomq.jms.wire;

import java.util.List;

/**
 * What a fetch found.
 *
 * @param deliveries leased messages in the order in which they are to be consumed
 * @param dueInMillis time until the next scheduled message of the queue is due; -1 when none is
 *     known
 * @param more true when a bounded scan ended before the queue did: ask again without parking
 */
public record Fetched(List<Delivery> deliveries, long dueInMillis, boolean more) {
  public static final Fetched NOTHING = new Fetched(List.of(), -1, false);
}
