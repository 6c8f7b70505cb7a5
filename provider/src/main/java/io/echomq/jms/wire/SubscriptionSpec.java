package io.echomq.jms.wire;

/**
 * What a consumer of a topic asks for (Jakarta Messaging 3.1, §8.3).
 *
 * @param topic the topic
 * @param kind which of the four kinds of subscription
 * @param clientId part of the identity of a named subscription; null for none
 * @param name the subscription's name; null for {@link Kind#PLAIN}
 * @param filter null: every message
 * @param noLocal true: without messages sent through this connection or, for named subscriptions,
 *     this client id (§8.3.3)
 * @param replay where it begins, when it is created
 * @param maxDeliveries a record that was handed out so often, and that nobody has settled since its
 *     consumers died, is dead; 0 no limit; below 0 the runtime's
 */
public record SubscriptionSpec(
    Address topic,
    Kind kind,
    String clientId,
    String name,
    Filter filter,
    boolean noLocal,
    Replay replay,
    int maxDeliveries) {

  /** One with the runtime's limit of deliveries. */
  public SubscriptionSpec(
      Address topic,
      Kind kind,
      String clientId,
      String name,
      Filter filter,
      boolean noLocal,
      Replay replay) {
    this(topic, kind, clientId, name, filter, noLocal, replay, -1);
  }

  /** One that begins now. */
  public SubscriptionSpec(
      Address topic, Kind kind, String clientId, String name, Filter filter, boolean noLocal) {
    this(topic, kind, clientId, name, filter, noLocal, Replay.NONE);
  }

  /** The four kinds of subscription. */
  public enum Kind {
    /** Unshared and non-durable: lives and dies with its consumer. */
    PLAIN,
    /** Shared and non-durable: lives as long as it has consumers. */
    SHARED,
    /** Unshared and durable: one consumer at a time. */
    DURABLE,
    SHARED_DURABLE;

    public boolean durable() {
      return this == DURABLE || this == SHARED_DURABLE;
    }

    public boolean shared() {
      return this == SHARED || this == SHARED_DURABLE;
    }
  }
}
