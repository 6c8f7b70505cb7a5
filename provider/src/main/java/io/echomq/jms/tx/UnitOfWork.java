package io.echomq.jms.tx;

import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.WireException;

/**
 * What a session does with messages handed out and messages sent, by acknowledge mode.
 *
 * <p>Threads: the session's one thread of control; {@link #close} may come from another, so every
 * implementation guards its state with its own lock.
 */
public interface UnitOfWork {

  /** {@code receive} is about to return the message. */
  void received(Handed message) throws WireException;

  /** A listener is about to be called with the message. */
  void entering(Handed message);

  /** The listener returned. */
  void returned(Handed message) throws WireException;

  /** The listener threw (§8.7). */
  void failed(Handed message, Throwable cause) throws WireException;

  /**
   * Acknowledges everything handed out so far, where the mode leaves that to the application.
   *
   * @throws LostLeasesException when some leases were lost; all others are acknowledged (hard
   *     cases, 9)
   */
  void acknowledge() throws WireException;

  /** The same, asked for through one message: all units but the individual one take it as all. */
  default void acknowledge(LeaseToken message) throws WireException {
    acknowledge();
  }

  /** Puts back what was handed out and not acknowledged, in its order (§6.2.5). */
  void recover() throws WireException;

  /** Sends a message now, or with the commit. */
  Reply<Void> send(Outgoing message) throws WireException;

  /** Applies the transaction. */
  void commit() throws WireException;

  /** Throws the transaction away and puts back what it received. */
  void rollback() throws WireException;

  /** True when {@link #commit} and {@link #rollback} mean something. */
  boolean transacted();

  /** Puts back what is not acknowledged and waits for what is on its way. Idempotent. */
  void close() throws WireException;
}
