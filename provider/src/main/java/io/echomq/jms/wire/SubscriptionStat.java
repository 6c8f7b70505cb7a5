package io.echomq.jms.wire;

/**
 * A named subscription to a topic as it stands.
 *
 * @param topic the topic's name
 * @param kind which kind
 * @param clientId part of its identity; null for none
 * @param name its name
 * @param selector empty for none
 * @param noLocal see {@link SubscriptionSpec#noLocal}
 * @param consumers how many consumers it has
 * @param position the last record that was handed to any of them, {@code <ms>-<n>}; null when its
 *     group is not made yet
 * @param pending records that are handed out and not acknowledged, or were given back
 * @param lag records that no consumer has got yet; -1 when the server cannot tell
 */
public record SubscriptionStat(
    String topic,
    SubscriptionSpec.Kind kind,
    String clientId,
    String name,
    String selector,
    boolean noLocal,
    int consumers,
    String position,
    long pending,
    long lag) {}
