package io.echomq.jms.delivery;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Fetched;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.List;

/**
 * The flow of messages to one consumer: a buffer, and a fetch by the consuming thread itself when
 * it is empty.
 *
 * <p>Threads: one consumes (by {@link #next}, or a dispatcher); {@link #drain} and {@link #close}
 * by any; the housekeeper takes back a buffer that lies too long. Who talks to the broker for this
 * feed sets {@code busy}, which is not a lock but a turn: others wait for its end, so that nothing
 * is fetched while earlier messages are on their way back. The monitor guards the buffer, and is
 * not held during calls.
 */
public final class Feed implements Waiter, AutoCloseable {
  private static final long CLOSE_WAIT_MILLIS = 2000;

  private final DeliveryHub hub;
  private final Source source;
  private final Waker waker;
  private final FeedBuffer buffer;
  private final FetchCredit credit;
  private boolean busy;

  /** True when a fetch could bring something. */
  private volatile boolean signalled = true;

  /** True when the waker has said so: this feed must fetch, or pass it on. */
  private volatile boolean woken;

  /** True from enlisting at the waker to leaving it; it may have been woken in between. */
  private volatile boolean enlisted;
  private volatile boolean closed;
  private volatile Dispatcher dispatcher;

  Feed(DeliveryHub hub, Source source) {
    this.hub = hub;
    this.source = source;
    this.waker = hub.waker();
    this.buffer = new FeedBuffer(hub.leases());
    this.credit = new FetchCredit(hub.settings().prefetch());
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
    Deadline end = Deadline.after(timeoutMillis);
    Backoff backoff = new Backoff();
    while (true) {
      Delivery delivery = poll();
      if (delivery != null || closed) {
        return delivery;
      }
      if (!hub.isStarted()) {
        if (end.over()) {
          return null;
        }
        awaitStart(end);
        continue;
      }
      try {
        if (refill(!end.over())) {
          continue;
        }
        backoff.reset();
      } catch (WireException failure) {
        Deadline retry = healing(failure, end, backoff);
        if (end.over()) {
          return null;
        }
        awaitRetry(retry);
        continue;
      }
      awaitSignal(end);
      if (end.over() && (leave() || !signalled)) {
        return null;
      }
    }
  }

  /** When to try again after a failure that waiting may heal; throws any other. */
  private Deadline healing(WireException failure, Deadline end, Backoff backoff)
      throws WireException, InterruptedException {
    if (failure.error() == WireError.INTERRUPTED) {
      Thread.interrupted();
      throw new InterruptedException(failure.getMessage());
    }
    if (!failure.isTransient() && !closed) {
      throw failure;
    }
    return end.orAfter(backoff.nextMillis());
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
   * @return true when there may be messages: poll, or ask again; false when there was nothing
   */
  boolean refill(boolean enlist) throws WireException {
    leave();
    int max;
    synchronized (this) {
      awaitTurn(Deadline.after(-1));
      if (closed || !buffer.isEmpty()) {
        return true;
      }
      busy = true;
      max = credit.credit();
    }
    boolean wasWoken = woken;
    woken = false;
    signalled = false;
    long mark = waker.mark(source.address());
    Fetched fetched = Fetched.NOTHING;
    boolean answered = false;
    try {
      hub.flushReturns();
      fetched = source.fetch(max);
      answered = true;
    } finally {
      if (!answered) {
        // The wake-up is still to be used.
        signalled = true;
        woken = wasWoken;
      }
      accept(fetched.deliveries());
    }
    if (weigh(fetched, max, wasWoken)) {
      return true;
    }
    return enlist && !enlist(mark);
  }

  private void accept(List<Delivery> deliveries) {
    hub.hold(deliveries);
    boolean late;
    synchronized (this) {
      late = closed;
      if (!late) {
        buffer.addAll(deliveries, System.nanoTime());
        credit.fetched(deliveries.size());
      }
    }
    if (late) {
      hub.giveBack(deliveries);
    }
    endTurn();
  }

  /** What the answer tells about the queue; true when there may be messages for this feed. */
  private boolean weigh(Fetched fetched, int max, boolean wasWoken) {
    int count = fetched.deliveries().size();
    if (wasWoken && (count > 0 || !selective())) {
      waker.used(source.address());
    }
    if (count == max) {
      waker.more(source.address());
    }
    if (count > 0 || fetched.more()) {
      woken = wasWoken && count == 0;
      signalled = true;
      return true;
    }
    if (fetched.dueInMillis() >= 0 || !selective()) {
      waker.dueIn(source.address(), fetched.dueInMillis());
    }
    if (wasWoken && selective()) {
      waker.inVain(source.address());
    }
    return false;
  }

  /** False when it must fetch again first. */
  private boolean enlist(long mark) {
    enlisted = true;
    if (waker.enlist(source.address(), this, mark)) {
      return true;
    }
    enlisted = false;
    signalled = true;
    return false;
  }

  /** Puts a message of {@link #next} that nobody has seen back at the head, uncounted. */
  public void unread(Delivery delivery) {
    hub.leases().takenBack(delivery.token());
    boolean late;
    synchronized (this) {
      late = closed;
      if (!late) {
        buffer.putBack(delivery, System.nanoTime());
        notifyAll();
      }
    }
    if (late) {
      hub.giveBack(List.of(delivery));
    }
  }

  /**
   * Takes everything that is buffered, in order, for a rollback, a recover or the close of a
   * session: the caller gives it back ({@code UNSEEN}), in one call with what was handed out, and
   * does not call {@link #next} before. Leases stay held until {@link LeaseKeeper#settled}.
   */
  public synchronized List<Delivery> drain() {
    awaitTurn(Deadline.after(-1));
    signalled = true;
    return buffer.takeAll();
  }

  public boolean isClosed() {
    return closed;
  }

  public Address address() {
    return source.address();
  }

  /**
   * Ends a blocked {@link #next} and gives back what is buffered; idempotent. Waits for a fetch
   * that is under way, at most 2 s: what it brings goes back too.
   */
  @Override
  public void close() {
    List<Delivery> rest;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      notifyAll();
      awaitTurn(Deadline.after(CLOSE_WAIT_MILLIS));
      rest = buffer.takeAll();
    }
    abandon();
    hub.closed(this);
    hub.giveBack(rest);
  }

  /** Nobody consumes from this feed for now: a wake-up that was meant for it goes to another. */
  void abandon() {
    if (!leave() && woken) {
      woken = false;
      waker.pass(source.address());
    }
  }

  /** Whose handlers consume; null: {@link #next}. */
  void servedBy(Dispatcher owner) {
    dispatcher = owner;
    signalled = true;
  }

  /** Gives back a buffer that lies too long (hard cases, 10). Housekeeper only. */
  void sweep(long nanos, long holdNanos) {
    List<Delivery> stale;
    synchronized (this) {
      if (closed || busy || !buffer.isStale(nanos, holdNanos)) {
        return;
      }
      busy = true;
      stale = buffer.takeAll();
      credit.collapse();
    }
    try {
      hub.giveBack(stale);
    } finally {
      signalled = true;
      endTurn();
    }
  }

  /** True when a fetch could bring something. */
  boolean wantsFetch() {
    return signalled;
  }

  /** The hub was started or stopped: whoever waits looks. */
  void look() {
    signalled = true;
    synchronized (this) {
      notifyAll();
    }
    Dispatcher owner = dispatcher;
    if (owner != null) {
      owner.signal();
    }
  }

  @Override
  public Readiness readiness() {
    Dispatcher owner = dispatcher;
    if (closed) {
      return Readiness.DEAF;
    }
    return owner == null ? Readiness.IDLE : owner.readiness();
  }

  @Override
  public boolean selective() {
    return source.selective();
  }

  @Override
  public boolean wake() {
    synchronized (this) {
      // Under the monitor, so that close either sees the wake-up and passes it on, or prevents it.
      if (closed || !hub.isStarted()) {
        return false;
      }
      woken = true;
    }
    look();
    return true;
  }

  private boolean leave() {
    if (!enlisted) {
      return false;
    }
    enlisted = false;
    return waker.leave(source.address(), this);
  }

  private synchronized void awaitStart(Deadline end) throws InterruptedException {
    while (!closed && !hub.isStarted() && !end.over()) {
      end.awaitOn(this);
    }
  }

  private synchronized void awaitRetry(Deadline end) throws InterruptedException {
    while (!closed && hub.isStarted() && !end.over()) {
      end.awaitOn(this);
    }
  }

  private void awaitSignal(Deadline end) throws InterruptedException {
    try {
      synchronized (this) {
        while (!closed && !signalled && hub.isStarted() && buffer.isEmpty() && !end.over()) {
          end.awaitOn(this);
        }
      }
    } catch (InterruptedException interrupted) {
      abandon();
      throw interrupted;
    }
  }

  private synchronized void endTurn() {
    busy = false;
    notifyAll();
  }

  /** Waits, with the monitor held, until nobody talks to the broker for this feed. */
  private void awaitTurn(Deadline end) {
    boolean interrupted = false;
    while (busy && !end.over()) {
      try {
        end.awaitOn(this);
      } catch (InterruptedException later) {
        // Not lost: told when the turn is over, which a call to the broker bounds.
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
