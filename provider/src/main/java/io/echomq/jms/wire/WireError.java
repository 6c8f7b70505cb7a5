package io.echomq.jms.wire;

/** What went wrong at the port, independent of the client library underneath. */
public enum WireError {
  /** The server cannot be reached; nothing was applied, or it is retried safely by the caller. */
  UNAVAILABLE,
  /** The time to wait is over and whether the call was applied cannot be learnt. */
  IN_DOUBT,
  /** Wrong user or password, or a command that the user's ACL forbids. */
  REFUSED_CREDENTIALS,
  /**
   * {@code {emq}:version} holds a version that we do not join (wire contract, "The version fence").
   */
  FOREIGN_VERSION,
  /** The engine is too old, has no scripting, or is not what an option demands of it. */
  UNFIT_ENGINE,
  /** The fencing token of a lease is no longer the row's: somebody else holds it, or held it. */
  STALE_LEASE,
  /** {@code EMQKIND}: an id of another kind. */
  WRONG_KIND,
  /** {@code EMQSTATE}: a row in another state. */
  WRONG_STATE,
  /** {@code EMQLOCK}: somebody else holds the lock. */
  LOCKED,
  /** {@code EMQRATE}: a rate limit. */
  RATE_LIMITED,
  /** A name, an id or a key that the grammar refuses. */
  INVALID_NAME,
  /** A message, a header line or a transaction above its limit. */
  TOO_LARGE,
  /** A bounded queue is full. */
  QUEUE_FULL,
  /** A temporary destination whose owner is gone, or another destination that no longer is. */
  DESTINATION_GONE,
  /** The client id is held by another connection. */
  CLIENT_ID_IN_USE,
  /** A subscription is in use, or exists with another shape. */
  SUBSCRIPTION_IN_USE,
  /** No such subscription. */
  NO_SUCH_SUBSCRIPTION,
  /** A message, an id or a position that cannot be read. */
  MALFORMED,
  /** An option whose value cannot be used: a trust store that cannot be read. */
  MISCONFIGURED,
  /** The transaction was rolled back; nothing of it was applied. */
  ROLLED_BACK,
  /** This broker was closed by its owner. */
  CLOSED,
  /** This broker has failed for good: its leases are over (hard cases, 11). */
  FAILED,
  /** The calling thread was interrupted while it waited. */
  INTERRUPTED,
  /** Any other error of the server; the message is the server's. */
  SERVER
}
