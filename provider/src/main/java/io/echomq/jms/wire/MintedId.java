package io.echomq.jms.wire;

/**
 * A branded id and the time it carries.
 *
 * @param id 14 characters
 * @param millis the time inside the id, server ms: the message's timestamp
 */
public record MintedId(String id, long millis) {}
