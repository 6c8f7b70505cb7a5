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

  /** Forgets the outcomes remembered for a session whose last unit is over. */
  void endSession(String session) throws WireException;
}
