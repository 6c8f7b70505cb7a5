package io.echomq.jms.wire;

import java.util.List;

/**
 * What a branch of a distributed transaction does when it is committed.
 *
 * @param id names it
 * @param acks leases to complete; each with the way back of its message for a rollback
 * @param sends messages to store, in order
 */
public record BranchWork(BranchId id, List<GiveBack> acks, List<Outgoing> sends) {
  public BranchWork {
    acks = List.copyOf(acks);
    sends = List.copyOf(sends);
  }

  /** The leases alone. */
  public List<LeaseToken> tokens() {
    return acks.stream().map(back -> back.delivery().token()).toList();
  }
}
