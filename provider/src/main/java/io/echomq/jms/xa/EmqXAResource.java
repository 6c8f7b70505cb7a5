package io.echomq.jms.xa;

import io.echomq.jms.wire.BranchId;
import io.echomq.jms.wire.BranchOutcome;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The resource that a transaction manager drives, one for each session. Any resource of the same
 * factory and credentials decides a branch; a prepared one, any resource of the server at all. That
 * holds after the session's close too: only work cannot be begun any more.
 *
 * <p>Threads: any; one call at a time. What it waits for is the broker's call timeout.
 */
public final class EmqXAResource implements XAResource {
  private static final Logger LOG = LoggerFactory.getLogger(EmqXAResource.class);

  private final XaBranches branches;
  private final XaUnit unit;
  private final UnitSequence units;
  private final Set<BranchId> suspended = new HashSet<>();
  private Branch active;
  private Branch local;
  private int timeoutSeconds;
  private boolean closed;

  /**
   * @param unit of the session; null for a resource that only recovers
   * @param session names the units of work on the server, unique for ever
   */
  public EmqXAResource(XaBranches branches, XaUnit unit, String session) {
    this.branches = branches;
    this.unit = unit;
    this.units = new UnitSequence(session);
    if (unit != null) {
      unit.onClose(this::sessionClosed);
    }
  }

  private <T> T wire(XaBranches.Call<T> call) throws XAException {
    try {
      return branches.with(call);
    } catch (WireException failed) {
      throw XaErrors.of(failed);
    }
  }

  @Override
  public synchronized void start(Xid xid, int flags) throws XAException {
    BranchId id = EmqXid.name(xid);
    if (unit == null) {
      throw XaErrors.of(XAException.XAER_PROTO, "this resource recovers; it cannot start " + id);
    }
    if (closed) {
      throw XaErrors.of(XAException.XAER_RMFAIL, "the session is closed; it cannot start " + id);
    }
    if (active != null) {
      throw XaErrors.of(XAException.XAER_PROTO, "still at work in branch " + active.id());
    }
    if (local != null) {
      throw XaErrors.of(XAException.XAER_OUTSIDE, "at work in a local transaction");
    }
    Branch branch =
        switch (flags) {
          case TMNOFLAGS -> begin(id);
          case TMJOIN -> joined(id);
          case TMRESUME -> resumed(id);
          default -> throw XaErrors.of(XAException.XAER_INVAL, "start with flags " + flags);
        };
    active = branch;
    unit.enter(branch);
  }

  private Branch begin(BranchId id) throws XAException {
    Branch made = branches.begin(id);
    if (made == null) {
      throw XaErrors.of(XAException.XAER_DUPID, "branch " + id + " exists; join it");
    }
    if (timeoutSeconds > 0) {
      branches.limit(made, timeoutSeconds);
    }
    return made;
  }

  private Branch joined(BranchId id) throws XAException {
    Branch branch = known(id);
    checkRollbackOnly(branch);
    if (branch.state() != Branch.State.OPEN) {
      throw XaErrors.of(XAException.XAER_PROTO, "branch " + id + " is " + branch.state());
    }
    return branch;
  }

  private Branch resumed(BranchId id) throws XAException {
    Branch branch = joined(id);
    if (!suspended.remove(id)) {
      throw XaErrors.of(XAException.XAER_PROTO, "branch " + id + " is not suspended here");
    }
    return branch;
  }

  private Branch known(BranchId id) throws XAException {
    Branch branch = branches.find(id);
    if (branch == null) {
      throw XaErrors.of(XAException.XAER_NOTA, "no branch " + id + " in this process");
    }
    return branch;
  }

  private static void checkRollbackOnly(Branch branch) throws XAException {
    WireException why = branch.rollbackOnly();
    if (why != null) {
      int code = branch.isLate() ? XAException.XA_RBTIMEOUT : XAException.XA_RBROLLBACK;
      throw XaErrors.of(code, why.getMessage(), why);
    }
  }

  @Override
  public synchronized void end(Xid xid, int flags) throws XAException {
    BranchId id = EmqXid.name(xid);
    boolean here = active != null && id.equals(active.id());
    if (!here && (flags == TMSUSPEND || !suspended.contains(id))) {
      known(id);
      throw XaErrors.of(XAException.XAER_PROTO, "branch " + id + " is not at work here");
    }
    Branch branch = here ? active : known(id);
    switch (flags) {
      case TMSUSPEND -> suspended.add(id);
      case TMSUCCESS -> suspended.remove(id);
      case TMFAIL -> {
        suspended.remove(id);
        branch.markRollbackOnly(
            new WireException(WireError.ROLLED_BACK, "branch " + id + " has failed"));
      }
      default -> throw XaErrors.of(XAException.XAER_INVAL, "end with flags " + flags);
    }
    if (here) {
      active = null;
      unit.leave();
    }
    if (flags != TMFAIL) {
      checkRollbackOnly(branch);
    }
  }

  /** The branch to decide about; it must not be at work here any more. */
  private void checkAtRest(BranchId id) throws XAException {
    if (active != null && id.equals(active.id())) {
      throw XaErrors.of(XAException.XAER_PROTO, "branch " + id + " is at work; end it first");
    }
  }

  @Override
  public synchronized int prepare(Xid xid) throws XAException {
    BranchId id = EmqXid.name(xid);
    checkAtRest(id);
    Branch branch = known(id);
    undoIfRollbackOnly(branch);
    if (branch.state() != Branch.State.OPEN) {
      throw XaErrors.of(XAException.XAER_PROTO, "branch " + id + " is " + branch.state());
    }
    if (branch.isEmpty()) {
      forget(id);
      return XA_RDONLY;
    }
    try {
      branches.with(
          broker -> {
            branch.prepare(broker);
            return null;
          });
      // From here on the server knows more than this process.
      suspended.remove(id);
      branches.prepared(branch);
      return XA_OK;
    } catch (WireException failed) {
      if (branch.state() == Branch.State.ROLLED_BACK) {
        forget(id);
        throw XaErrors.of(XAException.XA_RBROLLBACK, failed.getMessage(), failed);
      }
      throw XaErrors.of(failed);
    }
  }

  /** A branch that can only be rolled back is, and the coordinator hears why. */
  private void undoIfRollbackOnly(Branch branch) throws XAException {
    branch.checkListener();
    if (branch.rollbackOnly() != null) {
      wire(
          broker -> {
            branch.rollback(broker);
            return null;
          });
      forget(branch.id());
      checkRollbackOnly(branch);
    }
  }

  @Override
  public synchronized void commit(Xid xid, boolean onePhase) throws XAException {
    BranchId id = EmqXid.name(xid);
    checkAtRest(id);
    if (onePhase) {
      Branch branch = known(id);
      undoIfRollbackOnly(branch);
      commitOnePhase(branch);
      return;
    }
    Branch branch = branches.find(id);
    if (branch != null && branch.state() == Branch.State.OPEN) {
      throw XaErrors.of(XAException.XAER_PROTO, "branch " + id + " is not prepared");
    }
    decide(id, true);
  }

  private void commitOnePhase(Branch branch) throws XAException {
    if (branch.state() != Branch.State.OPEN) {
      throw XaErrors.of(XAException.XAER_PROTO, "branch " + branch.id() + " is " + branch.state());
    }
    try {
      branches.with(
          broker -> {
            branch.commitOnePhase(broker, units);
            return null;
          });
    } catch (WireException failed) {
      branch.abandon(failed);
      boolean undone = branch.state() == Branch.State.ROLLED_BACK;
      throw XaErrors.of(
          undone ? XAException.XA_RBROLLBACK : XAException.XA_HEURHAZ, failed.getMessage(), failed);
    } finally {
      forget(branch.id());
    }
  }

  /** The server is asked, whether or not this process prepared the branch. */
  private void decide(BranchId id, boolean commit) throws XAException {
    BranchOutcome outcome;
    try {
      outcome = branches.with(broker -> broker.decide(id, commit));
    } catch (WireException failed) {
      throw XaErrors.undecided(failed, commit);
    }
    suspended.remove(id);
    branches.decided(id, commit);
    XaErrors.check(outcome, commit ? BranchOutcome.COMMITTED : BranchOutcome.ROLLED_BACK, id);
  }

  @Override
  public synchronized void rollback(Xid xid) throws XAException {
    BranchId id = EmqXid.name(xid);
    Branch branch = branches.find(id);
    if (branch == null) {
      decide(id, false);
      return;
    }
    // Also while a session is at work in it: what it does from now on is refused until its end.
    branch.markRollbackOnly(
        new WireException(WireError.ROLLED_BACK, "branch " + id + " was rolled back"));
    try {
      branches.with(
          broker -> {
            branch.rollback(broker);
            return null;
          });
    } catch (WireException away) {
      // A coordinator that has logged nothing forgets the branch now; its messages must come back.
      branches.rollBackLater(branch);
      throw XaErrors.undecided(away, false);
    }
    forget(id);
  }

  private void forget(BranchId id) {
    suspended.remove(id);
    branches.forget(id);
  }

  @Override
  public void forget(Xid xid) throws XAException {
    BranchId id = EmqXid.name(xid);
    if (!wire(broker -> broker.forget(id))) {
      throw XaErrors.of(XAException.XAER_NOTA, "no branch " + id + " that was decided by others");
    }
  }

  /** All branches of this server that are prepared, at the start of a scan; none after that. */
  @Override
  public Xid[] recover(int flag) throws XAException {
    if ((flag & ~(TMSTARTRSCAN | TMENDRSCAN)) != 0) {
      throw XaErrors.of(XAException.XAER_INVAL, "recover with flags " + flag);
    }
    if ((flag & TMSTARTRSCAN) == 0) {
      return new Xid[0];
    }
    List<BranchId> found = wire(broker -> broker.recover());
    return found.stream().map(EmqXid::of).toArray(Xid[]::new);
  }

  @Override
  public boolean isSameRM(XAResource other) {
    return other instanceof EmqXAResource resource && resource.branches == branches;
  }

  /** Seconds; 0: none of its own, the transaction manager ends what takes too long. */
  @Override
  public synchronized int getTransactionTimeout() {
    return timeoutSeconds;
  }

  @Override
  public synchronized boolean setTransactionTimeout(int seconds) throws XAException {
    if (seconds < 0) {
      throw XaErrors.of(XAException.XAER_INVAL, "a timeout of " + seconds + " s");
    }
    timeoutSeconds = seconds;
    return true;
  }

  /**
   * Begins the local transaction of a container.
   *
   * @throws WireException {@link WireError#WRONG_STATE} when a transaction is under way
   */
  public synchronized void beginLocal() throws WireException {
    if (active != null || local != null) {
      throw new WireException(WireError.WRONG_STATE, "a transaction is under way already");
    }
    local = branches.beginLocal();
    unit.enter(local);
  }

  /** Commits the local transaction; after a failure it is rolled back. */
  public synchronized void commitLocal() throws WireException {
    endLocal((branch, broker) -> branch.commitOnePhase(broker, units));
  }

  /** Rolls the local transaction back; after a failure its messages come when their leases end. */
  public synchronized void rollbackLocal() throws WireException {
    endLocal(Branch::rollback);
  }

  /** The session goes on without the local transaction that somebody has left open, if any. */
  public synchronized void leaveNoLocal() throws WireException {
    if (local != null) {
      rollbackLocal();
    }
  }

  private interface LocalEnd {
    void of(Branch branch, Broker broker) throws WireException;
  }

  private void endLocal(LocalEnd end) throws WireException {
    Branch branch = local;
    if (branch == null) {
      throw new WireException(WireError.WRONG_STATE, "no local transaction was begun");
    }
    local = null;
    unit.leave();
    try {
      branches.with(
          broker -> {
            end.of(branch, broker);
            return null;
          });
    } catch (WireException failed) {
      branch.abandon(failed);
      throw failed;
    }
  }

  /** The session is closed: a local transaction is rolled back, branches go on. */
  private synchronized void sessionClosed() {
    closed = true;
    try {
      leaveNoLocal();
      // Not worth a connection: the server forgets it in its own time.
      if (units.isUsed() && branches.isConnected()) {
        branches.with(
            broker -> {
              units.close(broker);
              return null;
            });
      }
    } catch (WireException away) {
      LOG.warn("what a session remembered at the server ends by itself", away);
    }
  }
}
