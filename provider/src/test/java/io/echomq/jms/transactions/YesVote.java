package io.echomq.jms.transactions;

import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** A resource that does nothing, so that the others are prepared before they are committed. */
final class YesVote implements XAResource {
  @Override
  public int prepare(Xid xid) {
    return XA_OK;
  }

  @Override
  public void start(Xid xid, int flags) {}

  @Override
  public void end(Xid xid, int flags) {}

  @Override
  public void commit(Xid xid, boolean onePhase) {}

  @Override
  public void rollback(Xid xid) {}

  @Override
  public void forget(Xid xid) {}

  @Override
  public Xid[] recover(int flag) {
    return new Xid[0];
  }

  @Override
  public boolean isSameRM(XAResource other) {
    return other == this;
  }

  @Override
  public int getTransactionTimeout() {
    return 0;
  }

  @Override
  public boolean setTransactionTimeout(int seconds) {
    return false;
  }
}
