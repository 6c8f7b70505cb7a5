package io.echomq.jms.wire;

/**
 * Where messages of a queue go that are no longer to be delivered from it.
 *
 * @param deadLetterQueue name of the queue for dead letters; null: they stay in the dead set
 * @param expiryQueue name of the queue for expired messages; null: they are dropped
 */
public record EndStations(String deadLetterQueue, String expiryQueue) {}
