package io.echomq.jms.wire;

/**
 * One consumer's part in a subscription, opened by {@link Directory#subscribe}.
 *
 * <p>Threads: {@link #fetch(int)} by one at a time, {@link #close} by any.
 */
public interface Subscription extends AutoCloseable {

  Address topic();

  /**
   * Leases up to {@code max} messages for this consumer; never waits for some to come. {@link
   * Fetched#more} is true when those that were looked at were not for this consumer.
   */
  Fetched fetch(int max) throws WireException;

  /**
   * As {@link #fetch(int)}, for a caller who can wait only so long for a connection to be made; a
   * second is always taken.
   *
   * @param patienceMillis below 0: as long as it takes
   */
  default Fetched fetch(int max, long patienceMillis) throws WireException {
    return fetch(max);
  }

  /**
   * As {@link #fetch(int)}, and surely finds what was sent before the call: {@code fetch} may leave
   * to {@link #onReady} what is still on its way.
   */
  default Fetched fetchNow(int max) throws WireException {
    return fetch(max);
  }

  /**
   * From now on calls this when a fetch that would have found nothing may find something; sometimes
   * in vain, never too late. What came before the call is found by a fetch after it. Called on a
   * thread of the broker; must not block.
   */
  void onReady(Runnable wake);

  /**
   * Ends this consumer's part: what it holds and was not handed out goes to the others. A durable
   * subscription stays. Idempotent.
   */
  @Override
  void close() throws WireException;
}
