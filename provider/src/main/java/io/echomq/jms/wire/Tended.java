package io.echomq.jms.wire;

/**
 * The state of a queue after due messages were promoted and lapsed leases reaped.
 *
 * @param ready true when messages wait that can be claimed
 * @param dueInMillis time until the next scheduled message is due; -1 when there is none
 */
public record Tended(boolean ready, long dueInMillis) {}
