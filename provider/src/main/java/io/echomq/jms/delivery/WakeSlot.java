package io.echomq.jms.delivery;

import io.echomq.jms.wire.Address;

/**
 * A feed's place at the waker: whether a fetch could bring something, and who is to be told.
 *
 * <p>Threads: any. Its monitor guards only the moment of being woken against that of closing; it is
 * not held during calls.
 */
final class WakeSlot implements Waiter {
  private final DeliveryHub hub;
  private final Waker waker;
  private final Address address;
  private final boolean selective;
  private final Parker parker;

  /** True when the source itself wakes: then the waker has nothing to do with this feed. */
  private volatile boolean selfWaking;

  private volatile Dispatcher dispatcher;

  /** True when a fetch could bring something. */
  private volatile boolean wanted = true;

  /** True when the waker has said so: this feed must fetch, or pass it on. */
  private volatile boolean woken;

  /** True from enlisting at the waker to leaving it; it may have been woken in between. */
  private volatile boolean enlisted;

  private volatile boolean closed;

  /**
   * @param parker where callers of {@code next} wait
   */
  WakeSlot(DeliveryHub hub, Source source, Parker parker) {
    this.hub = hub;
    this.waker = hub.waker();
    this.address = source.address();
    this.selective = source.selective();
    this.parker = parker;
  }

  /** Asks the source whether it wakes by itself; once, before the first fetch. */
  boolean wakesItself(Source source) {
    selfWaking = source.onReady(this::look);
    return selfWaking;
  }

  boolean isSelfWaking() {
    return selfWaking;
  }

  boolean isWanted() {
    return wanted;
  }

  void want() {
    wanted = true;
  }

  /** The consumer looks: something has changed. */
  void look() {
    wanted = true;
    parker.stir();
    Dispatcher owner = dispatcher;
    if (owner != null) {
      owner.signal();
    }
  }

  /** Whose handlers consume; null: a caller of {@code next}. */
  void servedBy(Dispatcher owner) {
    dispatcher = owner;
    wanted = true;
  }

  /** Before a fetch. */
  WakeTicket beginFetch() {
    leave();
    WakeTicket ticket = new WakeTicket(woken, selfWaking ? 0 : waker.mark(address));
    woken = false;
    wanted = false;
    return ticket;
  }

  /** The fetch failed: its wake-up is still to be used. */
  void failed(WakeTicket ticket) {
    wanted = true;
    woken |= ticket.woken();
  }

  /** False while there is a wake-up that was meant for this feed and not used. */
  boolean hasUsedItsWakeUp() {
    return !woken;
  }

  /** No fetch is wanted now; {@link #enlist} follows. */
  void satisfied() {
    wanted = false;
  }

  /** True when whatever comes after a fetch is told: it pushes a token, or a beat finds it. */
  boolean isToldOfAll() {
    return !selective && address.isQueue() && !address.isView();
  }

  /**
   * The fetch brought something; when it was full there may be more for others.
   *
   * @param dueInMillis when the next scheduled message is due; below 0: not known, or none
   */
  void found(WakeTicket ticket, boolean full, long dueInMillis) {
    wanted = true;
    if (dueInMillis >= 0) {
      waker.dueIn(address, dueInMillis);
    }
    if (ticket.woken()) {
      waker.used(address);
    }
    if (full && !selfWaking) {
      waker.more(address);
    }
  }

  /** The fetch has not looked at everything yet. */
  void unfinished(WakeTicket ticket) {
    failed(ticket);
  }

  /** The fetch found nothing; the next scheduled message is due then, below 0: none is known. */
  void empty(WakeTicket ticket, long dueInMillis) {
    if (selfWaking) {
      return;
    }
    if (dueInMillis >= 0 || !selective) {
      waker.dueIn(address, dueInMillis);
    }
    if (ticket.woken() && selective) {
      waker.inVain(address);
    } else if (ticket.woken()) {
      waker.used(address);
    }
  }

  /** After an empty fetch; false when it must fetch again first. */
  boolean enlist(WakeTicket ticket) {
    if (selfWaking) {
      return !wanted;
    }
    enlisted = true;
    if (waker.enlist(address, this, ticket.mark())) {
      return true;
    }
    enlisted = false;
    wanted = true;
    return false;
  }

  /** True when it was enlisted and not woken. */
  boolean leave() {
    if (!enlisted) {
      return false;
    }
    enlisted = false;
    return waker.leave(address, this);
  }

  /** Nobody consumes from this feed for now: a wake-up that was meant for it goes to another. */
  void abandon() {
    if (!leave() && woken) {
      woken = false;
      waker.pass(address);
    }
  }

  /** For good; {@link #abandon} follows. */
  synchronized void close() {
    closed = true;
  }

  @Override
  public Readiness readiness() {
    Dispatcher owner = dispatcher;
    if (closed) {
      return Readiness.DEAF;
    }
    if (owner != null) {
      return owner.readiness();
    }
    return parker.isLeading() ? Readiness.LEADING : Readiness.IDLE;
  }

  @Override
  public boolean leads() {
    Dispatcher owner = dispatcher;
    return owner == null ? parker.mayLead() : owner.mayLead();
  }

  @Override
  public boolean selective() {
    return selective;
  }

  @Override
  public boolean wake() {
    synchronized (this) {
      // Either close comes later and passes the wake-up on, or it came before and prevents it.
      if (closed || !hub.isStarted()) {
        return false;
      }
      woken = true;
    }
    look();
    return true;
  }
}
