package io.echomq.jms.xa;

import io.echomq.jms.tx.Handed;
import io.echomq.jms.tx.Holdings;
import io.echomq.jms.tx.UnitOfWork;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a session of an XA connection does: inside a branch its work belongs to the branch; outside
 * it is acknowledged automatically, as Jakarta EE says of sessions without a transaction.
 *
 * <p>Threads: the session's thread of control; {@link #enter} and {@link #leave} by the
 * coordinator's, which is another one only while the session rests. The lock guards the fields and
 * is never held during a call.
 */
public final class XaUnit implements UnitOfWork {
  private static final Logger LOG = LoggerFactory.getLogger(XaUnit.class);

  private final UnitOfWork outside;
  private final Holdings holdings;
  private final XaBranches branches;
  private final Set<Branch> worked = new HashSet<>();
  private Branch current;

  /** The last send outside a branch, whose answer perhaps nobody has waited for. */
  private Reply<Void> sentOutside;

  private Runnable onClose = () -> {};

  /**
   * @param outside what the session does while it is in no branch
   */
  public XaUnit(UnitOfWork outside, Holdings holdings, XaBranches branches) {
    this.outside = outside;
    this.holdings = holdings;
    this.branches = branches;
  }

  /** Runs when the session is closed, before what it holds is let go. */
  synchronized void onClose(Runnable action) {
    onClose = action;
  }

  synchronized void enter(Branch branch) {
    current = branch;
    worked.removeIf(each -> each.state() != Branch.State.OPEN);
    worked.add(branch);
  }

  synchronized void leave() {
    current = null;
  }

  private synchronized Branch current() {
    return current;
  }

  @Override
  public void received(Handed message) throws WireException {
    Branch branch = current();
    if (branch == null) {
      outside.received(message);
      return;
    }
    try {
      branch.add(message, holdings);
    } catch (WireException over) {
      holdings.settled(message.delivery().token());
      branches.giveBackUnseen(message.delivery());
      throw over;
    }
  }

  @Override
  public void entering(Handed message) {
    Branch branch = current();
    if (branch == null) {
      outside.entering(message);
      return;
    }
    try {
      branch.add(message, holdings);
    } catch (WireException over) {
      // The listener works for nothing; its transaction is over, and the message comes again.
      branch.markRollbackOnly(over);
      holdings.settled(message.delivery().token());
    }
  }

  @Override
  public void returned(Handed message) throws WireException {
    if (current() == null) {
      outside.returned(message);
    }
  }

  @Override
  public void failed(Handed message, Throwable cause) throws WireException {
    Branch branch = current();
    if (branch == null) {
      outside.failed(message, cause);
    } else {
      branch.listenerFailed(cause);
    }
  }

  @Override
  public void acknowledge() throws WireException {
    if (current() == null) {
      outside.acknowledge();
    }
  }

  @Override
  public void acknowledge(LeaseToken message) throws WireException {
    if (current() == null) {
      outside.acknowledge(message);
    }
  }

  @Override
  public void recover() throws WireException {
    if (current() != null) {
      throw new WireException(
          WireError.WRONG_STATE, "a session in a transaction is not recovered; roll it back");
    }
    outside.recover();
  }

  @Override
  public Reply<Void> send(Outgoing message) throws WireException {
    Branch branch = current();
    if (branch == null) {
      Reply<Void> reply = outside.send(message);
      synchronized (this) {
        sentOutside = reply;
      }
      return reply;
    }
    awaitOutside();
    branch.send(message);
    return Reply.of(null);
  }

  /** What was sent before the branch is stored before it, whichever way the branch travels. */
  private void awaitOutside() throws WireException {
    Reply<Void> before;
    synchronized (this) {
      before = sentOutside;
      sentOutside = null;
    }
    if (before == null || before.isDone()) {
      return;
    }
    try {
      before.await();
    } catch (WireException failure) {
      if (failure.error() == WireError.INTERRUPTED) {
        throw failure;
      }
      LOG.debug("a send before the transaction has failed, as its sender is told", failure);
    }
  }

  @Override
  public void commit() throws WireException {
    throw managed();
  }

  @Override
  public void rollback() throws WireException {
    throw managed();
  }

  private static WireException managed() {
    return new WireException(
        WireError.WRONG_STATE, "the transaction manager commits and rolls back, not the session");
  }

  @Override
  public boolean transacted() {
    return current() != null;
  }

  /** Branches go on without their session: the coordinator decides them (hard cases, 6). */
  @Override
  public void close() throws WireException {
    Set<Branch> open;
    Runnable first;
    synchronized (this) {
      first = onClose;
      open = new HashSet<>(worked);
      worked.clear();
    }
    first.run();
    open.forEach(branches::keep);
    outside.close();
  }
}
