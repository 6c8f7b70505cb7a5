package io.echomq.jms.transactions;

import io.echomq.jms.transactions.CrashPoint.Plan;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** Halts the JVM, as a crash does, before or after one call. */
final class CrashingResource implements XAResource {
  static final int CRASHED = 77;

  private final XAResource resource;
  private final boolean queue;
  private final Plan plan;

  /**
   * @param plan null to never crash
   */
  CrashingResource(XAResource resource, boolean queue, Plan plan) {
    this.resource = resource;
    this.queue = queue;
    this.plan = plan;
  }

  private interface Call {
    void run() throws XAException;
  }

  private void at(CrashPoint ifQueue, CrashPoint ifDatabase, Call call) throws XAException {
    CrashPoint here = queue ? ifQueue : ifDatabase;
    if (plan != null && plan.point() == here && !plan.after()) {
      Runtime.getRuntime().halt(CRASHED);
    }
    call.run();
    if (plan != null && plan.point() == here) {
      Runtime.getRuntime().halt(CRASHED);
    }
  }

  @Override
  public void start(Xid xid, int flags) throws XAException {
    resource.start(xid, flags);
  }

  @Override
  public void end(Xid xid, int flags) throws XAException {
    at(CrashPoint.QUEUE_END, CrashPoint.DATABASE_END, () -> resource.end(xid, flags));
  }

  @Override
  public int prepare(Xid xid) throws XAException {
    int[] vote = new int[1];
    at(
        CrashPoint.QUEUE_PREPARE,
        CrashPoint.DATABASE_PREPARE,
        () -> vote[0] = resource.prepare(xid));
    return vote[0];
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    at(
        CrashPoint.QUEUE_DECISION,
        CrashPoint.DATABASE_DECISION,
        () -> resource.commit(xid, onePhase));
  }

  @Override
  public void rollback(Xid xid) throws XAException {
    at(CrashPoint.QUEUE_DECISION, CrashPoint.DATABASE_DECISION, () -> resource.rollback(xid));
  }

  @Override
  public void forget(Xid xid) throws XAException {
    resource.forget(xid);
  }

  @Override
  public Xid[] recover(int flag) throws XAException {
    return resource.recover(flag);
  }

  @Override
  public boolean isSameRM(XAResource other) throws XAException {
    return other instanceof CrashingResource crashing
        ? resource.isSameRM(crashing.resource)
        : resource.isSameRM(other);
  }

  @Override
  public int getTransactionTimeout() throws XAException {
    return resource.getTransactionTimeout();
  }

  @Override
  public boolean setTransactionTimeout(int seconds) throws XAException {
    return resource.setTransactionTimeout(seconds);
  }
}
