package io.echomq.jms.delivery;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one dispatch thread of a session: serves the handlers of all its feeds in turn, one message
 * each, and waits at the connection's waker when none has any.
 *
 * <p>Threads: all methods by any, from inside a handler too: who waits for a running handler does
 * not wait for itself. One monitor; it is held neither in handlers nor in calls of feeds. The
 * thread is no daemon, the only one of the provider: a program that has set a listener lives on
 * until its connection is closed or has failed for good.
 */
public final class Dispatcher implements AutoCloseable {

  /** What is done with the messages of one feed. Runs on the dispatch thread. */
  public interface Handler {

    /** Handles one message; never throws. */
    void handle(Delivery delivery);

    /** The feed can give no more (broker failed, destination gone); it is removed. */
    default void failed(WireException failure) {}
  }

  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

  /** In a handler longer than this, the thread is no use to other feeds' wake-ups. */
  private static final long DEAF_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final DeliveryHub hub;
  private final String threadName;
  private final List<ServedFeed> served = new CopyOnWriteArrayList<>();
  private final Parker parker;
  private volatile boolean paused;
  private volatile boolean idle;

  /** {@link System#nanoTime} at the start of the running handler; 0 when none runs. */
  private volatile long handlingSince;

  private Thread thread;
  private ServedFeed handling;
  private boolean signalled;
  private boolean closed;

  /** The thread is created by the first {@link #add}. */
  public Dispatcher(DeliveryHub hub, String threadName) {
    this.hub = hub;
    this.threadName = threadName;
    this.parker = new Parker(hub.waker(), this, this::isCalled, this::mayLead);
    hub.opened(this);
  }

  /**
   * Serves this feed from now on; while it is here nobody else calls its {@code next}.
   *
   * @throws WireException {@link WireError#CLOSED} when this was closed meanwhile
   */
  public void add(Feed feed, Handler handler) throws WireException {
    feed.slot().servedBy(this);
    synchronized (this) {
      if (closed) {
        feed.slot().servedBy(null);
        throw new WireException(WireError.CLOSED, threadName + " is closed: no listener is called");
      }
      served.add(new ServedFeed(feed, handler));
      if (thread == null) {
        thread = new Thread(this::run, threadName);
        thread.setDaemon(false);
        thread.start();
      }
      signalled = true;
    }
    parker.stir();
    stirAll();
  }

  /**
   * No handler is called for this feed after this; waits for one that runs unless called on the
   * dispatch thread. The feed stays open. No-op when the feed is not here.
   */
  public void remove(Feed feed) {
    ServedFeed found = find(feed);
    if (found == null) {
      return;
    }
    synchronized (this) {
      found.remove();
      served.remove(found);
      awaitEndOf(found);
    }
    feed.stir();
    feed.slot().abandon();
    feed.slot().servedBy(null);
  }

  private ServedFeed find(Feed feed) {
    for (ServedFeed candidate : served) {
      if (candidate.feed() == feed) {
        return candidate;
      }
    }
    return null;
  }

  /** No handler starts after this; waits for one that runs unless called on the dispatch thread. */
  public void pause() {
    paused = true;
    stirAll();
    awaitQuiet();
  }

  /** Ends the wait of a feed that waits within its fetch. */
  private void stirAll() {
    served.forEach(one -> one.feed().stir());
  }

  /** Undoes {@link #pause}. */
  public void resume() {
    paused = false;
    for (ServedFeed one : served) {
      // Its wake-ups went to others meanwhile.
      one.feed().slot().look();
    }
  }

  /** True when the caller is a handler of this dispatcher. */
  public synchronized boolean isDispatchThread() {
    return Thread.currentThread() == thread;
  }

  /**
   * As {@link #pause}, for good, and the thread ends (after the handler that calls this). Does not
   * close the feeds. Idempotent.
   */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    parker.stir();
    stirAll();
    awaitQuiet();
    for (ServedFeed one : served) {
      one.feed().slot().abandon();
    }
    hub.closed(this);
  }

  /** Returns when no handler runs but the one that calls this. */
  synchronized void awaitQuiet() {
    awaitEndOf(null);
  }

  /** Something has changed: the thread looks at all its feeds. */
  void signal() {
    synchronized (this) {
      signalled = true;
    }
    parker.stir();
  }

  private synchronized boolean isCalled() {
    return signalled || closed;
  }

  /**
   * With one feed only: with more, messages of one may come all the time while another waits. Not
   * when it wakes by itself: each time that would have to be told to the server.
   */
  boolean mayLead() {
    Iterator<ServedFeed> all = served.iterator();
    return all.hasNext() && !all.next().feed().slot().isSelfWaking() && !all.hasNext();
  }

  Waiter.Readiness readiness() {
    long since = handlingSince;
    if (paused || (since != 0 && System.nanoTime() - since > DEAF_NANOS)) {
      return Waiter.Readiness.DEAF;
    }
    if (parker.isLeading()) {
      return Waiter.Readiness.LEADING;
    }
    return idle ? Waiter.Readiness.IDLE : Waiter.Readiness.BUSY;
  }

  /** Caller holds the monitor; null: any handler. */
  private void awaitEndOf(ServedFeed one) {
    boolean interrupted = false;
    while (handling != null
        && (one == null || handling == one)
        && Thread.currentThread() != thread) {
      try {
        wait();
      } catch (InterruptedException later) {
        // The promise to wait for a running handler stands (§6.1.5): told afterwards.
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    while (begin()) {
      boolean worked = false;
      Deadline retry = Deadline.after(-1);
      for (ServedFeed one : served) {
        worked |= serve(one);
        retry = one.earlierRetry(retry);
      }
      if (!worked) {
        idle(retry);
      }
      // A listener may have interrupted its own thread: that is not to end the fetches.
      if (Thread.interrupted()) {
        LOG.debug("{} was interrupted and goes on", threadName);
      }
    }
  }

  /** False when closed. */
  private synchronized boolean begin() {
    signalled = false;
    return !closed;
  }

  private boolean serve(ServedFeed one) {
    if (handleNext(one)) {
      return true;
    }
    if (paused || !hub.isStarted() || one.isRemoved() || !one.mayFetch()) {
      return false;
    }
    try {
      boolean more = one.feed().refill(true, Deadline.after(-1));
      one.fetched();
      return more;
    } catch (WireException failure) {
      return stumble(one, failure);
    }
  }

  private boolean stumble(ServedFeed one, WireException failure) {
    WireError error = failure.error();
    boolean over =
        error == WireError.FAILED
            || error == WireError.CLOSED
            || error == WireError.DESTINATION_GONE;
    if (!over) {
      if (one.failed() && !failure.isTransient()) {
        LOG.warn("{}: no messages from {}, trying on", threadName, one.feed().address(), failure);
      }
      return false;
    }
    synchronized (this) {
      one.remove();
      served.remove(one);
    }
    if (!one.feed().isClosed()) {
      one.handler().failed(failure);
    }
    return true;
  }

  private boolean handleNext(ServedFeed one) {
    synchronized (this) {
      if (closed || paused || one.isRemoved()) {
        return false;
      }
      handling = one;
    }
    long began = System.nanoTime();
    boolean handled = false;
    try {
      Delivery delivery = one.feed().poll();
      if (delivery != null) {
        handled = true;
        handlingSince = began == 0 ? 1 : began;
        one.handler().handle(delivery);
      }
    } catch (RuntimeException | Error thrown) {
      LOG.error("{}: a handler has thrown, going on with the next message", threadName, thrown);
    } finally {
      handlingSince = 0;
      synchronized (this) {
        handling = null;
        notifyAll();
      }
    }
    if (handled && System.nanoTime() - began > DEAF_NANOS) {
      lookAtAll();
    }
    return handled;
  }

  /** After a long handler: wake-ups of the feeds went to others meanwhile. */
  private void lookAtAll() {
    for (ServedFeed one : served) {
      one.feed().slot().look();
    }
  }

  private void idle(Deadline retry) {
    idle = true;
    try {
      parker.await(retry);
    } catch (InterruptedException stray) {
      LOG.debug("{} was interrupted and goes on", threadName, stray);
    }
    idle = false;
  }
}
