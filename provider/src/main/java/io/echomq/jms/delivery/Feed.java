package io.echomq.jms.delivery;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Fetched;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The flow of messages to one consumer: a buffer, and a fetch by the consuming thread itself when
 * it is empty.
 *
 * <p>Threads: one consumes (by {@link #next}, or a dispatcher); {@link #drain} and {@link #close}
 * by any; the housekeeper takes back a buffer that lies too long. Who talks to the broker for this
 * feed has its {@link Turn}: others wait for its end, so that nothing is fetched while earlier
 * messages are on their way back. The monitor guards the buffer, and is not held during calls.
 */
public final class Feed implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Feed.class);
  private static final long CLOSE_WAIT_MILLIS = 2000;

  /** Failures that are not of a wait within a fetch, but of whatever is done. */
  private static final Set<WireError> ENDS =
      EnumSet.of(WireError.CLOSED, WireError.FAILED, WireError.INTERRUPTED);

  private final DeliveryHub hub;
  private final Source source;
  private final Parker parker;
  private final WakeSlot slot;
  private final FeedBuffer buffer;
  private final FetchCredit credit;
  private final Afterthought afterthought = new Afterthought();
  private final Turn turn = new Turn(this);
  private final Reception reception;
  private volatile boolean closed;

  /** Closed, and what was buffered is back, or owed. */
  private boolean gone;

  Feed(DeliveryHub hub, Source source, int prefetch) {
    this.hub = hub;
    this.source = source;
    this.parker = new Parker(hub.waker(), this, this::mustLook, this::mayLead);
    this.slot = new WakeSlot(hub, source, parker);
    this.reception = new Reception(this, hub, slot, parker);
    this.buffer = new FeedBuffer(hub.leases());
    this.credit = new FetchCredit(prefetch, source.mostPerFetch());
  }

  /**
   * The next message; its lease is held until {@link LeaseKeeper#settled}.
   *
   * @param timeoutMillis below 0: waits for ever; 0: does not wait, but when the buffer is empty
   *     asks the broker until it surely has nothing
   * @return null when the time is over, or the feed or its hub is closed
   * @throws WireException a failure that waiting does not heal; a server that is away is waited
   *     for, until the time is over
   * @throws InterruptedException when the calling thread was interrupted; nothing was taken
   */
  public Delivery next(long timeoutMillis) throws WireException, InterruptedException {
    return reception.next(timeoutMillis);
  }

  /** The next buffered message, or null; never waits, never fetches. */
  Delivery poll() {
    Delivery delivery;
    FeedBuffer.Rejects rejects;
    long serverNow = hub.now();
    synchronized (this) {
      credit.asked(System.nanoTime());
      if (closed || !hub.isStarted()) {
        return null;
      }
      delivery = buffer.take(serverNow);
      rejects = buffer.rejects();
      if (delivery != null) {
        credit.handed(System.nanoTime());
      }
    }
    if (rejects != null) {
      hub.reject(rejects);
    }
    return delivery;
  }

  /**
   * Asks the broker once.
   *
   * @param enlist true: when there is nothing, the feed is enlisted at the waker
   * @param end when the caller wants to be back; until then it may wait at the server for what it
   *     fetches, one beat at most, when messages come one by one and nobody else of the connection
   *     waits
   * @return true when there may be messages: poll, or ask again; false when there was nothing
   */
  boolean refill(boolean enlist, Deadline end) throws WireException {
    int max;
    WakeTicket last;
    synchronized (this) {
      turn.await(Deadline.after(-1));
      if (closed || !buffer.isEmpty()) {
        return true;
      }
      turn.take();
      boolean mayWait = enlist && hub.owesNothing() && slot.hasUsedItsWakeUp();
      last = mayWait ? afterthought.skips(System.nanoTime()) : null;
      max = credit.credit();
    }
    long waits = 0;
    if (last != null) {
      slot.satisfied();
      boolean mayLead = slot.leads() && !end.over();
      waits = mayLead ? hub.waker().leadAlone(parker, source.address()) : 0;
      if (waits == 0) {
        turn.end();
        return !slot.enlist(last);
      }
    }
    WakeTicket ticket = slot.beginFetch();
    Fetched fetched = null;
    try {
      fetched = waits > 0 ? waitAndFetch(max, waits, end) : fetch(enlist, max, end);
    } finally {
      if (fetched == null) {
        slot.failed(ticket);
        forgetLast();
      }
      accept(fetched == null ? List.of() : fetched.deliveries(), waits > 0);
    }
    return fetched == null || fetched(fetched, max, waits > 0, ticket, enlist);
  }

  private Fetched fetch(boolean enlist, int max, Deadline end) throws WireException {
    hub.settleReturns(source.address());
    return enlist ? source.fetch(max, end.leftMillis()) : source.fetchNow(max);
  }

  /** Has the lead, and gives it up; null: nothing was fetched, and it is to be looked at anew. */
  private Fetched waitAndFetch(int max, long millis, Deadline end) throws WireException {
    boolean failed = true;
    try {
      long most = Math.min(millis, end.patienceMillis());
      Fetched brought =
          hasElseToDo() ? null : source.waitAndFetch(hub.waker().parking(), max, most).orElse(null);
      failed = false;
      return brought;
    } catch (WireException failure) {
      if (failure.isTransient() || ENDS.contains(failure.error())) {
        failed = failure.error() != WireError.INTERRUPTED;
        throw failure;
      }
      LOG.debug("{} is fetched from without waiting after this", source.address(), failure);
      return null;
    } finally {
      hub.waker().giveLead(failed);
    }
  }

  /** For who is about to wait, after {@link Parker#stir} can reach it. */
  private boolean hasElseToDo() {
    return mustLook() || !hub.owesNothing() || Thread.currentThread().isInterrupted();
  }

  /** Tells what is known now; returns as {@link #refill}. */
  private boolean fetched(
      Fetched fetched, int max, boolean waited, WakeTicket ticket, boolean enlist) {
    int count = fetched.deliveries().size();
    boolean all = count < max && !fetched.more() && slot.isToldOfAll();
    synchronized (this) {
      afterthought.fetched(ticket, count, all, waited, System.nanoTime());
    }
    if (count > 0) {
      slot.found(ticket, count == max, all ? fetched.dueInMillis() : -1);
      return true;
    }
    if (fetched.more()) {
      slot.unfinished(ticket);
      return true;
    }
    slot.empty(ticket, fetched.dueInMillis());
    return enlist && !slot.enlist(ticket);
  }

  private void accept(List<Delivery> deliveries, boolean waited) {
    hub.hold(deliveries);
    boolean late;
    synchronized (this) {
      // Who waits when the connection is stopped is not to lie on what came then.
      late = closed || (waited && !hub.isStarted());
      if (!late) {
        buffer.addAll(deliveries, System.nanoTime());
        credit.fetched(deliveries.size());
      }
    }
    if (late) {
      hub.giveBackUnseen(deliveries);
    }
    turn.end();
  }

  /** Puts a message of {@link #next} that nobody has seen back at the head, uncounted. */
  public void unread(Delivery delivery) {
    hub.leases().takenBack(delivery.token());
    boolean late;
    synchronized (this) {
      late = closed;
      if (!late) {
        buffer.putBack(delivery, System.nanoTime());
      }
    }
    if (late) {
      hub.giveBackUnseen(List.of(delivery));
    } else {
      parker.stir();
    }
  }

  /**
   * Takes everything that is buffered, in order, for a rollback, a recover or the close of a
   * session: the caller gives it back ({@code UNSEEN}), in one call with what was handed out, and
   * does not call {@link #next} before. Leases stay held until {@link LeaseKeeper#settled}.
   */
  public List<Delivery> drain() {
    parker.stir();
    synchronized (this) {
      turn.await(Deadline.after(-1));
      afterthought.forget();
      slot.want();
      return buffer.takeAll();
    }
  }

  /** Ends a wait in {@link #refill} too. */
  void stir() {
    parker.stir();
  }

  public boolean isClosed() {
    return closed;
  }

  public Address address() {
    return source.address();
  }

  /**
   * Ends a blocked {@link #next}, which returns once what was buffered is back, so that whoever
   * goes on with another feed gets that first. Idempotent. Waits for a fetch that is under way, at
   * most 2 s: what it brings goes back too.
   */
  @Override
  public void close() {
    List<Delivery> rest;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    parker.stir();
    synchronized (this) {
      turn.await(Deadline.after(CLOSE_WAIT_MILLIS));
      rest = buffer.takeAll();
    }
    slot.close();
    slot.abandon();
    hub.closed(this);
    hub.giveBackUnseen(rest);
    synchronized (this) {
      gone = true;
      notifyAll();
    }
    source.close();
  }

  /** Gives back a buffer that lies too long (hard cases, 10). Housekeeper only. */
  void sweep(long nanos, long holdNanos) {
    List<Delivery> stale;
    synchronized (this) {
      if (closed || turn.isTaken() || !buffer.isStale(nanos, holdNanos)) {
        return;
      }
      turn.take();
      stale = buffer.takeAll();
      credit.collapse();
      afterthought.forget();
    }
    try {
      hub.giveBackUnseen(stale);
    } finally {
      slot.want();
      turn.end();
    }
  }

  /** For the hub and the dispatcher. */
  WakeSlot slot() {
    return slot;
  }

  private synchronized void forgetLast() {
    afterthought.forget();
  }

  synchronized boolean isEmpty() {
    return buffer.isEmpty();
  }

  /** There is no more to wait for. */
  private synchronized boolean mustLook() {
    return closed || slot.isWanted() || !hub.isStarted() || !buffer.isEmpty();
  }

  private boolean mayLead() {
    return !slot.isSelfWaking();
  }

  /** Waits for the end of a close, which another thread makes; not for ever. */
  synchronized void awaitGone() throws InterruptedException {
    Deadline end = Deadline.after(CLOSE_WAIT_MILLIS);
    while (!gone && !end.over()) {
      end.awaitOn(this);
    }
  }
}
