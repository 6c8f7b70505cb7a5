package io.echomq.jms.wire;

/**
 * Where messages of a queue go that are no longer to be delivered from it.
 *
 * @param deadLetterQueue name of the queue for dead letters; null: as other factories say, and when
 *     none does they stay in the dead set; empty: they stay there
 * @param expiryQueue name of the queue for expired messages; null: as other factories say, and when
 *     none does they are dropped; empty: they are dropped
 */
public record EndStations(String deadLetterQueue, String expiryQueue) {}
