package io.echomq.jms.wire;

/** Names and identities kept on the server. Threads: safe for use by any thread. */
public interface Directory {

  /** Identifies this connection on the server: {@code noLocal}, temporary destinations, leases. */
  String connectionId();

  /**
   * Takes the client id for this connection until it is closed, or its lease is over. Waits some
   * seconds when its holder seems gone.
   *
   * @throws WireException {@link WireError#CLIENT_ID_IN_USE} when another connection holds it that
   *     may live
   */
  void takeClientId(String clientId) throws WireException;

  /** Registers a new temporary destination owned by this connection. */
  Address createTemporary(Address.Domain domain) throws WireException;

  /**
   * Deletes a temporary destination and what is in it.
   *
   * @throws WireException {@link WireError#WRONG_STATE} when it still has consumers here
   */
  void deleteTemporary(Address address) throws WireException;

  /**
   * Creates the subscription or joins it, and opens one consumer's part in it. Messages sent after
   * this returns are seen.
   *
   * @throws WireException {@link WireError#SUBSCRIPTION_IN_USE} when an unshared one has a consumer
   *     or a shared one has consumers and another topic, selector or kind
   */
  Subscription subscribe(SubscriptionSpec spec) throws WireException;

  /**
   * Deletes a durable subscription and what it has not delivered.
   *
   * @param clientId null: a shared durable subscription without a client id
   * @throws WireException {@link WireError#NO_SUCH_SUBSCRIPTION}, {@link
   *     WireError#SUBSCRIPTION_IN_USE} when it has a consumer, or this connection holds messages of
   *     it that are not settled
   */
  void unsubscribe(String clientId, String name) throws WireException;

  /**
   * A page of a queue or a view, in the order of consumption; disturbs nothing.
   *
   * @throws WireException {@link WireError#DESTINATION_GONE}: the first page of a temporary queue
   *     that was deleted, or whose owner is gone
   */
  BrowsePage browse(Browse request) throws WireException;
}
