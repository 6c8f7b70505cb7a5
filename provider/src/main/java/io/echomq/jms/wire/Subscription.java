package io.echomq.jms.wire;

/**
 * One consumer's part in a subscription, opened by {@link Directory#subscribe}.
 *
 * <p>Threads: {@link #fetch} by one at a time, {@link #close} by any.
 */
public interface Subscription extends AutoCloseable {

  Address topic();

  /** Leases up to {@code max} messages for this consumer; never waits for some to come. */
  Fetched fetch(int max) throws WireException;

  /**
   * Ends this consumer's part: what it holds and was not handed out goes to the others. A durable
   * subscription stays. Idempotent.
   */
  @Override
  void close() throws WireException;
}
