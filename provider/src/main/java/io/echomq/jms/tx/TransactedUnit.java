package io.echomq.jms.tx;

import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Line;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.TransactionUnit;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code SESSION_TRANSACTED}: sends and acknowledgements are kept here and applied by the commit,
 * all or none (§6.2.7).
 *
 * <p>Threads: one lock, held during commit and rollback, so that close waits for them.
 */
public final class TransactedUnit implements UnitOfWork {
  private final Broker broker;
  private final Line line;
  private final String session;
  private final Holdings holdings;
  private final HandedLog log;
  private final TransactionLimits limits;
  private List<Outgoing> sends = new ArrayList<>();
  private long bytes;
  private long number;

  /**
   * @param session names the units of this session on the server, unique for ever
   */
  public TransactedUnit(
      Broker broker, Holdings holdings, String session, TransactionLimits limits) {
    this.broker = broker;
    this.line = broker.openLine();
    this.session = session;
    this.holdings = holdings;
    this.log = new HandedLog(broker, line, holdings);
    this.limits = limits;
  }

  @Override
  public synchronized void received(Handed message) throws WireException {
    log.addUnlessClosed(message);
  }

  @Override
  public synchronized void entering(Handed message) {
    log.add(message);
  }

  @Override
  public void returned(Handed message) {
    // The commit acknowledges.
  }

  @Override
  public void failed(Handed message, Throwable cause) {
    // §8.7: the next message is delivered; the application commits or rolls back.
  }

  @Override
  public void acknowledge() {
    // §6.2.10: ignored in a transacted session.
  }

  @Override
  public void recover() throws WireException {
    throw new WireException(
        WireError.WRONG_STATE, "a transacted session is not recovered; roll it back (§6.2.5)");
  }

  @Override
  public synchronized Reply<Void> send(Outgoing message) throws WireException {
    log.refuseWhenClosed();
    long size = limits.check(message, sends.size() + log.size() + 1, bytes);
    sends.add(message);
    bytes += size;
    return Reply.of(null);
  }

  @Override
  public synchronized void commit() throws WireException {
    log.refuseWhenClosed();
    if (log.isEmpty() && sends.isEmpty()) {
      return;
    }
    TransactionUnit unit = new TransactionUnit(session, ++number, log.tokens(), sends);
    holdings.settling(unit.acks());
    try {
      line.commit(unit).await();
    } catch (WireException failed) {
      forgetSends();
      if (failed.error() == WireError.IN_DOUBT || failed.error() == WireError.INTERRUPTED) {
        // Its fate decides what becomes of the messages: their leases are left to lapse.
        log.forget();
        throw failed;
      }
      undo(failed);
      throw failed.error() == WireError.ROLLED_BACK ? failed : rolledBack(failed);
    }
    forgetSends();
    log.forget();
  }

  /** Nothing of the unit was applied: it is rolled back, and the commit says so. */
  private void undo(WireException why) {
    try {
      log.giveBack(why.getMessage());
    } catch (WireException alsoFailed) {
      log.forget();
      why.addSuppressed(alsoFailed);
    }
  }

  private static WireException rolledBack(WireException cause) {
    if (cause.error() == WireError.CLOSED || cause.error() == WireError.FAILED) {
      return cause;
    }
    return new WireException(
        WireError.ROLLED_BACK, "the transaction was rolled back: " + cause.getMessage(), cause);
  }

  @Override
  public synchronized void rollback() throws WireException {
    forgetSends();
    log.giveBack(null);
  }

  private void forgetSends() {
    sends = new ArrayList<>();
    bytes = 0;
  }

  @Override
  public boolean transacted() {
    return true;
  }

  @Override
  public synchronized void close() throws WireException {
    log.close();
    rollback();
    if (number > 0) {
      broker.endSession(session);
    }
  }
}
