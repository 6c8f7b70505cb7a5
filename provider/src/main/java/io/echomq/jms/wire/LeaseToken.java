package io.echomq.jms.wire;

/**
 * The right to settle one leased message.
 *
 * @param from where it was fetched from
 * @param group the consumer group of a subscription; empty for queues
 * @param id the job id, or the position of the record in its stream
 * @param fence the fencing token: {@code attempts} of the row when it was claimed
 */
public record LeaseToken(Address from, String group, String id, long fence) {}
