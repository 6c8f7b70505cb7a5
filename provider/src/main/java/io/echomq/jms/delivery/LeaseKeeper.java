package io.echomq.jms.delivery;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.LeaseToken;
import java.util.Collection;

/** Extends all leases that a connection holds. Threads: any. */
public final class LeaseKeeper {

  LeaseKeeper() {}

  /** Extends the lease from now on. Feeds do this for all they fetch; callers need not. */
  public void hold(Delivery delivery) {
    throw new UnsupportedOperationException();
  }

  /**
   * The message is about to be settled by a call whose outcome will be awaited (a commit): its
   * lease is extended still, but no loss is reported, since the row may go at any moment.
   */
  public void settling(Collection<LeaseToken> tokens) {
    throw new UnsupportedOperationException();
  }

  /** Forgets the lease: call this BEFORE a complete that is not awaited, after one that is. */
  public void settled(LeaseToken token) {
    throw new UnsupportedOperationException();
  }

  /** As {@link #settled(LeaseToken)} for many. */
  public void settled(Collection<LeaseToken> tokens) {
    throw new UnsupportedOperationException();
  }

  /** True when a held lease is known to be lost. */
  public boolean isLost(LeaseToken token) {
    throw new UnsupportedOperationException();
  }
}
