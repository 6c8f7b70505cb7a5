package io.echomq.jms.transactions;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** A resource that refuses to prepare, so that what the others have prepared is rolled back. */
final class NoVote implements XAResource {
  @Override
  public int prepare(Xid xid) throws XAException {
    throw new XAException(XAException.XA_RBROLLBACK);
  }

  @Override
  public void start(Xid xid, int flags) {}

  @Override
  public void end(Xid xid, int flags) {}

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    throw new XAException(XAException.XAER_PROTO);
  }

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
