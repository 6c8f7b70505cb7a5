package io.echomq.jms.wire;

import java.util.List;

/**
 * Branches of distributed transactions, kept on the server from prepare on: any process decides
 * them, whoever prepared them. All calls may be repeated.
 *
 * <p>Threads: safe for use by any thread.
 */
public interface Branches {

  /**
   * Stores the branch: what it acknowledges is pinned and its old leases are over, what it sends is
   * stored unseen. Only {@link #decide} ends it.
   *
   * @throws WireException {@link WireError#ROLLED_BACK} (a lease was lost: nothing was stored),
   *     {@link WireError#UNAVAILABLE} or {@link WireError#IN_DOUBT} (it may be stored); others say
   *     what is wrong with the work, and nothing was stored
   */
  void prepare(BranchWork work) throws WireException;

  /**
   * The coordinator's decision about a prepared branch.
   *
   * @throws WireException {@link WireError#UNAVAILABLE}: decide again later
   */
  BranchOutcome decide(BranchId branch, boolean commit) throws WireException;

  /**
   * An operator's decision, which the coordinator learns when it decides or recovers.
   *
   * @throws WireException {@link WireError#UNAVAILABLE}: decide again later
   */
  BranchOutcome decideHeuristically(BranchId branch, boolean commit) throws WireException;

  /**
   * Forgets a branch that was decided heuristically.
   *
   * @return false when there is none
   * @throws WireException {@link WireError#WRONG_STATE} when it is prepared and not decided
   */
  boolean forget(BranchId branch) throws WireException;

  /** All branches that are prepared or decided heuristically, oldest first; one range read. */
  List<BranchId> recover() throws WireException;
}
