package io.echomq.jms.tx;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Line;
import io.echomq.jms.wire.Receiver;
import io.echomq.jms.wire.Settled;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.HashSet;
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
  private final Line line;
  private final Holdings holdings;
  private List<Handed> handed = new ArrayList<>();
  private boolean closed;

  /** Tokens of an acknowledge that failed. */
  private final Set<LeaseToken> doubted = new HashSet<>();

  HandedLog(Receiver broker, Line line, Holdings holdings) {
    this.broker = broker;
    this.line = line;
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

  /**
   * Refuses to settle what the close of the session has put back: a commit or acknowledge that came
   * second must not look as if it had done something.
   *
   * @throws WireException {@link WireError#CLOSED}
   */
  void refuseWhenClosed() throws WireException {
    if (closed) {
      throw new WireException(
          WireError.CLOSED,
          "the session was closed by another thread; what it had not settled was rolled back");
    }
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

  /**
   * Acknowledges these at the server and forgets them.
   *
   * @throws LostLeasesException naming those that somebody else has; all others are acknowledged
   * @throws WireException any other failure; they stay, to be acknowledged again
   */
  void acknowledge(List<LeaseToken> tokens) throws WireException {
    if (tokens.isEmpty()) {
      return;
    }
    holdings.settling(tokens);
    Settled settled;
    try {
      settled = line.complete(tokens).await();
    } catch (WireException failed) {
      doubted.addAll(tokens);
      throw failed;
    }
    Set<LeaseToken> lost = new HashSet<>(settled.lost());
    for (LeaseToken token : settled.gone()) {
      // It may be the work of the acknowledge before, whose outcome nobody learnt.
      if (!doubted.contains(token)) {
        lost.add(token);
      }
    }
    tokens.forEach(doubted::remove);
    List<Delivery> named =
        handed.stream().map(Handed::delivery).filter(each -> lost.contains(each.token())).toList();
    forget(tokens);
    if (!lost.isEmpty()) {
      throw new LostLeasesException(named);
    }
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
    List<Handed> messages = handed;
    // Also when it fails: whatever the session settles next, it is not what was to go back.
    handed = new ArrayList<>();
    giveBack(messages, reason);
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
      holdings.giveBack(back);
    } finally {
      // Also when the server is away: should it stay away, the leases lapse and are reaped.
      for (GiveBack message : back) {
        holdings.settled(message.delivery().token());
      }
    }
  }
}
