package io.echomq.jms.tx;

import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Line;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.Settled;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.List;
import java.util.function.Consumer;

/**
 * {@code AUTO_ACKNOWLEDGE} and {@code DUPS_OK_ACKNOWLEDGE}: a message is acknowledged when {@code
 * receive} returns it or its listener has returned. The acknowledgement is on its way before the
 * next message is handed out, and nobody waits for its answer; acknowledgements that are on their
 * way together share one call, so the lazy mode has nothing left to gain.
 *
 * <p>Threads: the lock guards {@link #current} only and is never held during a call.
 */
public final class AutoUnit implements UnitOfWork {
  private final Line line;
  private final Holdings holdings;
  private final HandedLog log;
  private final InFlight acks;
  private final Consumer<WireException> onAckFailure;

  /**
   * The message a listener is at work on; recover gives it back, and then it is not acknowledged.
   */
  private Handed current;

  /**
   * @param maxInFlight how many acknowledgements may be on their way
   * @param onAckFailure told of an acknowledgement that failed for good; must not block
   */
  public AutoUnit(
      Broker broker, Holdings holdings, int maxInFlight, Consumer<WireException> onAckFailure) {
    this.line = broker.openLine();
    this.holdings = holdings;
    this.log = new HandedLog(broker, line, holdings);
    this.acks = new InFlight(maxInFlight);
    this.onAckFailure = onAckFailure;
  }

  @Override
  public void received(Handed message) {
    acknowledge(message);
  }

  @Override
  public synchronized void entering(Handed message) {
    current = message;
  }

  @Override
  public void returned(Handed message) {
    if (leave(message)) {
      acknowledge(message);
    }
  }

  @Override
  public void failed(Handed message, Throwable cause) throws WireException {
    if (leave(message)) {
      log.giveBack(List.of(message), cause.toString());
    }
  }

  /** False when the listener has recovered the session meanwhile. */
  private synchronized boolean leave(Handed message) {
    boolean still = current == message;
    current = null;
    return still;
  }

  private void acknowledge(Handed message) {
    LeaseToken token = message.delivery().token();
    holdings.settled(token);
    Reply<Settled> reply = line.complete(List.of(token));
    reply.whenDone(
        (settled, failure) -> {
          if (failure != null) {
            onAckFailure.accept(failure);
          } else {
            settled.lostOrGone().forEach(gone -> holdings.lost(message.delivery()));
          }
        });
    acks.add(reply);
  }

  @Override
  public void acknowledge() {
    // §6.2.10: acknowledge() is ignored where the session acknowledges by itself.
  }

  @Override
  public void recover() throws WireException {
    // What receive returned is acknowledged already: only a listener's message can come again.
    List<Handed> again;
    synchronized (this) {
      again = current == null ? List.of() : List.of(current);
      current = null;
    }
    log.giveBack(again, null);
  }

  @Override
  public Reply<Void> send(Outgoing message) {
    return line.send(message);
  }

  @Override
  public void commit() throws WireException {
    throw notTransacted();
  }

  @Override
  public void rollback() throws WireException {
    throw notTransacted();
  }

  static WireException notTransacted() {
    return new WireException(
        WireError.WRONG_STATE,
        "the session is not transacted; create it with SESSION_TRANSACTED to commit or roll back");
  }

  @Override
  public boolean transacted() {
    return false;
  }

  @Override
  public void close() {
    acks.drain();
  }
}
