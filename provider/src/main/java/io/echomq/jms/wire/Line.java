package io.echomq.jms.wire;

import java.util.List;

/**
 * What must take effect in the order of the calls: the sends, acknowledgements and commits of one
 * session (Jakarta Messaging 3.1, §6.2.9). Calls of different lines have no order but that of their
 * replies.
 *
 * <p>Threads: safe for use by any thread; calls that are made at the same time have no order.
 */
public interface Line {

  /**
   * Stores one message, exactly once over reconnects (hard cases, 1). Messages are stored in the
   * order of the calls of this line, whoever waits for which. The reply fails with {@link
   * WireError#DESTINATION_GONE}, {@link WireError#QUEUE_FULL}, {@link WireError#TOO_LARGE}, {@link
   * WireError#IN_DOUBT}, {@link WireError#UNAVAILABLE} or {@link WireError#FAILED}.
   */
  Reply<Void> send(Outgoing message);

  /**
   * Applies a transaction whole or not at all. The reply fails with {@link WireError#ROLLED_BACK}
   * (a lease was lost: nothing was applied) or {@link WireError#IN_DOUBT}.
   */
  Reply<Void> commit(TransactionUnit unit);

  /**
   * Acknowledges leased messages, each for itself. Not waiting for the reply is allowed: it is
   * retried over reconnects as sends are.
   */
  Reply<Settled> complete(List<LeaseToken> tokens);
}
