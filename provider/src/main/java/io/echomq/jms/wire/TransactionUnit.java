package io.echomq.jms.wire;

import java.util.List;

/**
 * One transaction, to be applied whole or not at all.
 *
 * @param session the session whose units are numbered
 * @param number counts up by one from 1 within the session; the outcome of a number is remembered
 *     so that a repeat after a lost reply answers it (hard cases, 14)
 * @param acks leases to complete
 * @param sends messages to store, in order
 */
public record TransactionUnit(
    String session, long number, List<LeaseToken> acks, List<Outgoing> sends) {}
