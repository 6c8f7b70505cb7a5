package io.echomq.jms.wire;

/**
 * A request for the next page of a queue or view.
 *
 * @param queue what to look at
 * @param filter null: every message
 * @param cursor null for the first page, then {@link BrowsePage#cursor} of the page before
 * @param max how many messages at most
 */
public record Browse(Address queue, Filter filter, String cursor, int max) {}
