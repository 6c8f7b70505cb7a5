package io.echomq.jms.wire;

/** What a producer needs of the broker. Threads: safe for use by any thread. */
public interface Sender {

  /** The server's clock as this JVM knows it, ms; it prices mint, expiry and delivery time. */
  long now();

  /**
   * A new branded id, above every one that this JVM minted before: {@code JOB…} for queues, {@code
   * EVT…} for topics (wire contract, "Branded ids").
   *
   * @throws WireException {@link WireError#FAILED} when the node lease is over
   */
  MintedId mintId(Address.Domain domain) throws WireException;

  /**
   * Stores one message, exactly once over reconnects (hard cases, 1). Messages are stored in the
   * order of the calls, whoever waits for which. The reply fails with {@link
   * WireError#DESTINATION_GONE}, {@link WireError#QUEUE_FULL}, {@link WireError#TOO_LARGE}, {@link
   * WireError#IN_DOUBT}, {@link WireError#UNAVAILABLE} or {@link WireError#FAILED}.
   */
  Reply<Void> send(Outgoing message);

  /**
   * Applies a transaction whole or not at all. The reply fails with {@link WireError#ROLLED_BACK}
   * (a lease was lost: nothing was applied) or {@link WireError#IN_DOUBT}.
   */
  Reply<Void> commit(TransactionUnit unit);

  /** Forgets the outcomes remembered for a session whose last unit is over. */
  void endSession(String session) throws WireException;
}
