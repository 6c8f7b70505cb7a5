package io.echomq.jms.tx;

import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Line;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.WireException;
import java.util.List;

/**
 * Individual acknowledgement, a vendor mode: {@code acknowledge()} of a message acknowledges this
 * one, whatever else the session was handed.
 *
 * <p>Threads: one lock, held during the acknowledging call, so that close waits for it.
 */
public final class IndividualUnit implements UnitOfWork {

  /** The session mode; other providers use the same number. */
  public static final int MODE = 101;

  private final Line line;
  private final HandedLog log;

  public IndividualUnit(Broker broker, Holdings holdings) {
    this.line = broker.openLine();
    this.log = new HandedLog(broker, line, holdings);
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
    // The application acknowledges.
  }

  @Override
  public void failed(Handed message, Throwable cause) {
    // §8.7: the next message is delivered; the application may recover the session.
  }

  /** Acknowledges all that were handed out and are not yet acknowledged: a context's way. */
  @Override
  public synchronized void acknowledge() throws WireException {
    log.refuseWhenClosed();
    log.acknowledge(log.tokens());
  }

  /** Acknowledges this one; again, or after a recover, it is nothing. */
  @Override
  public synchronized void acknowledge(LeaseToken message) throws WireException {
    log.refuseWhenClosed();
    if (log.holds(message)) {
      log.acknowledge(List.of(message));
    }
  }

  @Override
  public synchronized void recover() throws WireException {
    log.giveBack(null);
  }

  @Override
  public Reply<Void> send(Outgoing message) {
    return line.send(message);
  }

  @Override
  public void commit() throws WireException {
    throw AutoUnit.notTransacted();
  }

  @Override
  public void rollback() throws WireException {
    throw AutoUnit.notTransacted();
  }

  @Override
  public boolean transacted() {
    return false;
  }

  @Override
  public synchronized void close() throws WireException {
    log.close();
    log.giveBack(null);
  }
}
