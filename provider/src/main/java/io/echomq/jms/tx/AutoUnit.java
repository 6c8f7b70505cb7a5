package io.echomq.jms.tx;

import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.LeaseToken;
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
 * <p>Threads: stateless but for {@link InFlight}.
 */
public final class AutoUnit implements UnitOfWork {
  private final Broker broker;
  private final Holdings holdings;
  private final HandedLog log;
  private final InFlight acks;
  private final Consumer<WireException> onAckFailure;

  /**
   * @param maxInFlight how many acknowledgements may be on their way
   * @param onAckFailure told of an acknowledgement that failed for good; must not block
   */
  public AutoUnit(
      Broker broker, Holdings holdings, int maxInFlight, Consumer<WireException> onAckFailure) {
    this.broker = broker;
    this.holdings = holdings;
    this.log = new HandedLog(broker, holdings);
    this.acks = new InFlight(maxInFlight);
    this.onAckFailure = onAckFailure;
  }

  @Override
  public void received(Handed message) {
    acknowledge(message);
  }

  @Override
  public void entering(Handed message) {
    // Nothing to note: the listener's outcome decides.
  }

  @Override
  public void returned(Handed message) {
    acknowledge(message);
  }

  @Override
  public synchronized void failed(Handed message, Throwable cause) throws WireException {
    log.giveBack(List.of(message), cause.toString());
  }

  private void acknowledge(Handed message) {
    LeaseToken token = message.delivery().token();
    Reply<Settled> reply = broker.complete(List.of(token));
    holdings.settled(token);
    reply.whenDone(
        (settled, failure) -> {
          if (failure != null) {
            onAckFailure.accept(failure);
          } else {
            settled.lost().forEach(holdings::lost);
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
    // Everything handed out is acknowledged already; only the buffers go back, to keep the order.
    synchronized (this) {
      log.giveBack(null);
    }
  }

  @Override
  public Reply<Void> send(Outgoing message) {
    return broker.send(message);
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
