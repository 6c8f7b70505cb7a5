package io.echomq.jms.wire;

/** What operators do to durable subscriptions. Threads: safe for use by any thread. */
public interface SubscriptionAdministration {

  /**
   * Moves a durable subscription, so that its next message is the first of the replay; what it had
   * not acknowledged is forgotten. What was trimmed does not come back.
   *
   * @param clientId null: a shared one without a client id
   * @param to where to; {@link Replay#NONE} is the end of the log
   * @throws WireException {@link WireError#NO_SUCH_SUBSCRIPTION}; {@link
   *     WireError#SUBSCRIPTION_IN_USE} while it has consumers
   */
  void seek(String clientId, String name, Replay to) throws WireException;
}
