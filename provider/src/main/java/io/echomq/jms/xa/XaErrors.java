package io.echomq.jms.xa;

import io.echomq.jms.wire.BranchOutcome;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import javax.transaction.xa.XAException;

/** The one table from failures and outcomes to the codes of the XA specification. */
final class XaErrors {
  private XaErrors() {}

  static XAException of(int code, String message) {
    return of(code, message, null);
  }

  static XAException of(int code, String message, Throwable cause) {
    XAException error = new XAException(message);
    error.errorCode = code;
    if (cause != null) {
      error.initCause(cause);
    }
    return error;
  }

  /** A call whose outcome the coordinator may ask for again. */
  static XAException of(WireException failure) {
    return of(code(failure.error()), failure.getMessage(), failure);
  }

  /**
   * A decision that could not be carried out: the branch is held, whatever the reason. XAER_RMERR
   * would say that it is rolled back, or forgotten, and some coordinators give up a commit at
   * XAER_RMFAIL.
   */
  static XAException undecided(WireException failure, boolean commit) {
    int code = commit ? XAException.XA_RETRY : XAException.XAER_RMFAIL;
    return of(code, failure.getMessage(), failure);
  }

  private static int code(WireError error) {
    return switch (error) {
      case ROLLED_BACK, STALE_LEASE, DESTINATION_GONE, QUEUE_FULL, TOO_LARGE ->
          XAException.XA_RBROLLBACK;
      case UNAVAILABLE, IN_DOUBT, CLOSED, FAILED, INTERRUPTED, REFUSED_CREDENTIALS ->
          XAException.XAER_RMFAIL;
      case WRONG_STATE -> XAException.XAER_PROTO;
      default -> XAException.XAER_RMERR;
    };
  }

  /**
   * What a decision came to.
   *
   * @param wanted what was decided
   * @throws XAException unless exactly that was done
   */
  static void check(BranchOutcome outcome, BranchOutcome wanted, Object branch) throws XAException {
    if (outcome == wanted) {
      return;
    }
    switch (outcome) {
      case NONE ->
          throw of(
              XAException.XAER_NOTA,
              "branch " + branch + " is not prepared, or was decided before");
      case COMMITTED, HEURISTIC_COMMIT ->
          throw of(XAException.XA_HEURCOM, "branch " + branch + " is committed already");
      case ROLLED_BACK, HEURISTIC_ROLLBACK ->
          throw of(XAException.XA_HEURRB, "branch " + branch + " is rolled back already");
      default ->
          throw of(
              XAException.XA_HEURMIX,
              "branch " + branch + ": an operator had removed some of what it held");
    }
  }
}
