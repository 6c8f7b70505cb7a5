package io.echomq.jms.xa;

import io.echomq.jms.tx.Handed;
import io.echomq.jms.tx.Holdings;
import io.echomq.jms.tx.TransactionLimits;
import io.echomq.jms.wire.BranchId;
import io.echomq.jms.wire.BranchWork;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The work of one branch in this process, until it is prepared or over.
 *
 * <p>Threads: sessions at work in it, the coordinator's threads and the keeper's; one lock, held
 * during calls of the broker, so that whoever comes second finds it decided.
 */
final class Branch {
  enum State {
    OPEN,
    /** Prepare was called and its outcome is not known: the server may have it. */
    IN_DOUBT,
    PREPARED,
    OVER,
    ROLLED_BACK
  }

  private final BranchId id;
  private final TransactionLimits limits;
  private List<HeldMessage> held = new ArrayList<>();
  private List<Outgoing> sends = new ArrayList<>();
  private long bytes;
  private State state = State.OPEN;
  private WireException rollbackOnly;
  private String listenerFailure;
  private List<GiveBack> transients = List.of();
  private boolean orphaned;
  private boolean late;

  /**
   * @param id null for the local transaction of a container
   */
  Branch(BranchId id, TransactionLimits limits) {
    this.id = id;
    this.limits = limits;
  }

  BranchId id() {
    return id;
  }

  synchronized State state() {
    return state;
  }

  /** Why it can only be rolled back; null when it can be committed. */
  synchronized WireException rollbackOnly() {
    return rollbackOnly;
  }

  synchronized void markRollbackOnly(WireException why) {
    rollbackOnly = rollbackOnly == null ? why : rollbackOnly;
  }

  /**
   * The branch will not be prepared or committed: some containers commit although the bean was not
   * reached, because its application is being undeployed. The reason is kept without what the
   * container has wrapped around it.
   */
  synchronized void listenerFailed(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    listenerFailure = root.toString();
  }

  /** Before it is prepared or committed; nothing is refused until then. */
  synchronized void checkListener() {
    if (listenerFailure != null) {
      markRollbackOnly(
          new WireException(
              WireError.ROLLED_BACK, "the message listener threw " + listenerFailure));
    }
  }

  /**
   * The session has received a message.
   *
   * @throws WireException {@link WireError#ROLLED_BACK} when the branch is over; the message is not
   *     taken
   */
  synchronized void add(Handed message, Holdings holdings) throws WireException {
    checkOpen();
    held.add(new HeldMessage(message, holdings));
  }

  synchronized void send(Outgoing message) throws WireException {
    checkOpen();
    bytes += limits.check(message, sends.size() + held.size() + 1, bytes);
    sends.add(message);
  }

  private void checkOpen() throws WireException {
    if (state != State.OPEN) {
      WireException why = rollbackOnly;
      throw new WireException(
          WireError.ROLLED_BACK,
          "the transaction is over" + (why == null ? "" : ": " + why.getMessage()),
          why);
    }
  }

  synchronized boolean isEmpty() {
    return held.isEmpty() && sends.isEmpty();
  }

  private List<LeaseToken> tokens() {
    return held.stream().map(HeldMessage::token).toList();
  }

  /** Its session is closed: who extends its leases now is the keeper. */
  synchronized boolean orphan() {
    orphaned = !held.isEmpty() && (state == State.OPEN || state == State.IN_DOUBT);
    return orphaned;
  }

  /**
   * What only this process knows of a prepared branch: messages of subscriptions that live and die
   * with their consumer.
   */
  synchronized List<GiveBack> transientBacks() {
    return transients;
  }

  /**
   * Extends the leases of an orphan; true while it needs that again. One that has lost a lease can
   * only be rolled back: what else it holds need not wait for somebody to do so.
   */
  synchronized boolean keep(Broker broker, long leaseMillis) throws WireException {
    if (!orphaned || held.isEmpty()) {
      return false;
    }
    List<LeaseToken> lost = broker.extend(tokens(), leaseMillis);
    if (!lost.isEmpty() && state == State.OPEN) {
      markRollbackOnly(
          new WireException(WireError.ROLLED_BACK, "the leases of " + lost + " were lost"));
      return false;
    }
    return true;
  }

  /** First phase; only for branches that are not empty. */
  synchronized void prepare(Broker broker) throws WireException {
    List<GiveBack> backs = held.stream().map(each -> each.back(null)).toList();
    settling();
    state = State.IN_DOUBT;
    try {
      broker.prepare(new BranchWork(id, backs, sends));
    } catch (WireException failed) {
      if (!mayBeApplied(failed)) {
        undo(broker, failed);
      }
      throw failed;
    }
    state = State.PREPARED;
    transients =
        backs.stream()
            .filter(back -> back.delivery().token().from().isTopic())
            .filter(back -> back.delivery().token().group().isEmpty())
            .toList();
    forgetWork();
  }

  /** Both phases in one. */
  synchronized void commitOnePhase(Broker broker, UnitSequence units) throws WireException {
    if (!isEmpty()) {
      settling();
      try {
        units.commit(broker, tokens(), sends);
      } catch (WireException failed) {
        if (failed.error() == WireError.IN_DOUBT || failed.error() == WireError.INTERRUPTED) {
          // Its fate decides what becomes of the messages: their leases are left to lapse.
          state = State.OVER;
          forgetWork();
        } else {
          undo(broker, failed);
        }
        throw failed;
      }
    }
    state = State.OVER;
    forgetWork();
  }

  /** Its time is over, unless prepare came first: true when it is to be rolled back for that. */
  synchronized boolean expires(int seconds) {
    if (state != State.OPEN) {
      return false;
    }
    late = true;
    markRollbackOnly(
        new WireException(
            WireError.ROLLED_BACK,
            "the transaction took longer than its timeout of " + seconds + " s"));
    return true;
  }

  /**
   * The server could not be asked, and nobody will ask again: an open branch, of which nothing was
   * applied, is over, and its leases are left to lapse.
   */
  synchronized void abandon(WireException why) {
    if (state == State.OPEN) {
      markRollbackOnly(why);
      state = State.ROLLED_BACK;
      forgetWork();
    }
  }

  /** True when it can only be rolled back because it took too long. */
  synchronized boolean isLate() {
    return late;
  }

  /** Throws the work away, at the server too when it may be prepared there. */
  synchronized void rollback(Broker broker) throws WireException {
    if (state == State.IN_DOUBT) {
      broker.decide(id, false);
    }
    if (state == State.OPEN || state == State.IN_DOUBT) {
      undo(broker, null);
    }
  }

  /** Nothing of it was applied: everything goes back, with the reason when there is one. */
  private void undo(Broker broker, WireException why) {
    state = State.ROLLED_BACK;
    try {
      giveBack(broker, why == null ? listenerFailure : why.getMessage());
    } catch (WireException alsoFailed) {
      // The leases are left to lapse; the messages come again by that.
      markRollbackOnly(alsoFailed);
      if (why != null) {
        why.addSuppressed(alsoFailed);
      }
    } finally {
      forgetWork();
    }
  }

  /**
   * What was handed out and what its sessions have buffered, those of one session in one step (hard
   * cases, 12). A session that is open does it itself: it fetches nothing before they are back.
   */
  private void giveBack(Broker broker, String reason) throws WireException {
    Map<Holdings, List<GiveBack>> sessions = new IdentityHashMap<>();
    for (HeldMessage each : held) {
      sessions.computeIfAbsent(each.holdings(), one -> new ArrayList<>()).add(each.back(reason));
    }
    WireException first = null;
    for (Map.Entry<Holdings, List<GiveBack>> each : sessions.entrySet()) {
      try {
        if (orphaned) {
          broker.giveBack(each.getValue());
        } else {
          giveBack(each.getKey(), each.getValue());
        }
      } catch (WireException failed) {
        // Those of the other sessions go back all the same.
        first = first == null ? failed : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }

  private static void giveBack(Holdings session, List<GiveBack> back) throws WireException {
    for (Delivery each : session.drainBuffers()) {
      session.settled(each.token());
      back.add(GiveBack.unseen(each));
    }
    session.giveBack(back);
  }

  private void settling() {
    for (HeldMessage each : held) {
      each.holdings().settling(List.of(each.token()));
    }
  }

  private void forgetWork() {
    for (HeldMessage each : held) {
      each.holdings().settled(each.token());
    }
    held = new ArrayList<>();
    sends = new ArrayList<>();
    bytes = 0;
  }

  /** True for failures after which the server may have prepared the branch all the same. */
  private static boolean mayBeApplied(WireException failed) {
    return switch (failed.error()) {
      case UNAVAILABLE, IN_DOUBT, CLOSED, FAILED, INTERRUPTED -> true;
      default -> false;
    };
  }
}
