package io.echomq.jms.tx;

import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Line;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.WireException;

/**
 * {@code CLIENT_ACKNOWLEDGE}: acknowledging any message acknowledges all that the session handed
 * out (§6.2.10).
 *
 * <p>Threads: one lock, held during the acknowledging call, so that close waits for it.
 */
public final class ClientAckUnit implements UnitOfWork {
  private final Line line;
  private final HandedLog log;

  public ClientAckUnit(Broker broker, Holdings holdings) {
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

  @Override
  public synchronized void acknowledge() throws WireException {
    log.refuseWhenClosed();
    log.acknowledge(log.tokens());
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
