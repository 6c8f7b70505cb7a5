package io.echomq.jms.wire;

/** What became of a prepared branch. */
public enum BranchOutcome {
  COMMITTED,
  ROLLED_BACK,
  /** An operator committed it; kept until its coordinator forgets it. */
  HEURISTIC_COMMIT,
  /** An operator rolled it back; kept until its coordinator forgets it. */
  HEURISTIC_ROLLBACK,
  /**
   * Decided, but an operator had removed some of what it held; kept until its coordinator forgets
   * it.
   */
  HEURISTIC_MIXED,
  /** No such branch: it was never prepared, or was decided long ago. */
  NONE
}
