package io.echomq.jms.wire;

import java.util.List;

/** What operators do to named subscriptions. Threads: safe for use by any thread. */
public interface SubscriptionAdministration {

  /** All named subscriptions, by topic, client and name; they are looked at one after another. */
  List<SubscriptionStat> list() throws WireException;

  /**
   * Moves a durable subscription, so that its next message is the first of the replay; what it had
   * not acknowledged is forgotten. What was trimmed does not come back.
   *
   * @param clientId null: a shared one without a client id
   * @param to where to; {@link Replay#NONE} is the end of the log
   * @throws WireException {@link WireError#NO_SUCH_SUBSCRIPTION}; {@link
   *     WireError#SUBSCRIPTION_IN_USE} while it has consumers, or messages of it are in hand or in
   *     a transaction
   */
  void seek(String clientId, String name, Replay to) throws WireException;

  /**
   * Deletes a durable subscription, as {@code unsubscribe} does.
   *
   * @param clientId null: a shared one without a client id
   * @throws WireException as {@link #seek}
   */
  void drop(String clientId, String name) throws WireException;
}
