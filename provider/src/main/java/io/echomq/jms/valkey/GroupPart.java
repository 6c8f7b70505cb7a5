package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;

/**
 * One consumer's part in the group of a subscription.
 *
 * @param consumer unique over all that were ever opened, so that it is the fence of what it holds
 * @param registration the subscription's key
 * @param createdMicros server time at which the subscription was created
 * @param shared whether the group may have other consumers
 */
record GroupPart(
    Address topic,
    byte[] stream,
    String group,
    String consumer,
    byte[] registration,
    long createdMicros,
    boolean shared) {}
