package io.echomq.jms.tx;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Receiver;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The messages a session handed out and has not settled, in order, and the one way back for them.
 *
 * <p>Threads: guarded by the lock of the unit of work that owns it.
 */
final class HandedLog {
  private final Receiver broker;
  private final Holdings holdings;
  private List<Handed> handed = new ArrayList<>();
  private boolean closed;

  HandedLog(Receiver broker, Holdings holdings) {
    this.broker = broker;
    this.holdings = holdings;
  }

  void add(Handed message) {
    handed.add(message);
  }

  /**
   * The same for a message of a {@code receive} that may race with the close of the session.
   *
   * @throws WireException {@link WireError#CLOSED} when nobody would settle it any more
   */
  void addUnlessClosed(Handed message) throws WireException {
    if (closed) {
      throw new WireException(WireError.CLOSED, "the session was closed during receive");
    }
    handed.add(message);
  }

  void close() {
    closed = true;
  }

  boolean isEmpty() {
    return handed.isEmpty();
  }

  int size() {
    return handed.size();
  }

  List<LeaseToken> tokens() {
    List<LeaseToken> tokens = new ArrayList<>(handed.size());
    for (Handed message : handed) {
      tokens.add(message.delivery().token());
    }
    return tokens;
  }

  /** Forgets what was handed out: it is settled, or its lease is left to lapse. */
  List<LeaseToken> forget() {
    List<LeaseToken> tokens = tokens();
    handed = new ArrayList<>();
    tokens.forEach(holdings::settled);
    return tokens;
  }

  /** The same for some. */
  void forget(List<LeaseToken> tokens) {
    Set<LeaseToken> some = Set.copyOf(tokens);
    handed.removeIf(message -> some.contains(message.delivery().token()));
    tokens.forEach(holdings::settled);
  }

  /** True when this one was handed out and is not settled. */
  boolean holds(LeaseToken token) {
    return handed.stream().anyMatch(message -> message.delivery().token().equals(token));
  }

  /**
   * Puts back what was handed out and what is still buffered in one step, before the next fetch, so
   * that nothing later overtakes (§6.2.9; hard cases, 12).
   *
   * @param reason for {@code last_error}; may be null
   */
  void giveBack(String reason) throws WireException {
    giveBack(handed, reason);
    handed = new ArrayList<>();
  }

  /** The same for some messages that are not in the log. */
  void giveBack(List<Handed> messages, String reason) throws WireException {
    List<Delivery> buffered = holdings.drainBuffers();
    if (messages.isEmpty() && buffered.isEmpty()) {
      return;
    }
    List<GiveBack> back = new ArrayList<>(messages.size() + buffered.size());
    for (Handed message : messages) {
      double random = ThreadLocalRandom.current().nextDouble();
      back.add(message.policy().giveBack(message.delivery(), reason, random));
    }
    for (Delivery delivery : buffered) {
      back.add(GiveBack.unseen(delivery));
    }
    try {
      broker.giveBack(back);
    } finally {
      // Also when the server is away: not extended any more, the leases lapse and are reaped.
      for (GiveBack message : back) {
        holdings.settled(message.delivery().token());
      }
    }
  }
}
