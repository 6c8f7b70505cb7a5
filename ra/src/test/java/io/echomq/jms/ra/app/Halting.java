package io.echomq.jms.ra.app;

import jakarta.transaction.TransactionManager;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** A resource that ends the server in the middle of two-phase commit, as a crash does. */
final class Halting implements XAResource {
  private final String call;

  /**
   * @param call {@code prepare} or {@code commit}, at which the server ends
   */
  private Halting(String call) {
    this.call = call;
  }

  /** Enlists one in the transaction of this thread; {@code never} enlists none. */
  static void enlist(String call) throws Exception {
    if (!call.equals("never") && !manager().getTransaction().enlistResource(new Halting(call))) {
      throw new IllegalStateException("the resource was not enlisted");
    }
  }

  private static TransactionManager manager() throws NamingException {
    InitialContext names = new InitialContext();
    try {
      return (TransactionManager) names.lookup("java:/TransactionManager");
    } catch (NamingException anotherServer) {
      return (TransactionManager) names.lookup("java:appserver/TransactionManager");
    }
  }

  private void at(String here) {
    if (here.equals(call)) {
      Runtime.getRuntime().halt(77);
    }
  }

  @Override
  public int prepare(Xid xid) {
    at("prepare");
    return XA_OK;
  }

  @Override
  public void commit(Xid xid, boolean onePhase) {
    at("commit");
  }

  @Override
  public void rollback(Xid xid) {
    // Nothing was done.
  }

  @Override
  public void start(Xid xid, int flags) {
    // Nothing is done.
  }

  @Override
  public void end(Xid xid, int flags) {
    // Nothing was done.
  }

  @Override
  public void forget(Xid xid) {
    // Nothing is remembered.
  }

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
