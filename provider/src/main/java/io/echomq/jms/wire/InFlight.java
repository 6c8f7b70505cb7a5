package io.echomq.jms.wire;

import java.util.List;

/**
 * A leased message.
 *
 * @param id the job id
 * @param leasedUntil server ms at which the lease ends unless it is extended; {@link
 *     Long#MAX_VALUE}: held by a prepared transaction
 * @param fence the fencing token
 * @param count how often it was delivered, this time included
 * @param bytes length of its payload
 * @param owner id of the connection that holds it; null when that is not known: a lease has its
 *     owner's name once it was extended, and before that only where one connection consumes
 * @param candidates the connections that may hold it: the owner alone, or all that consume
 */
public record InFlight(
    String id,
    long leasedUntil,
    long fence,
    int count,
    long bytes,
    String owner,
    List<String> candidates) {
  public InFlight {
    candidates = List.copyOf(candidates);
  }

  public boolean prepared() {
    return leasedUntil == Long.MAX_VALUE;
  }
}
