package io.echomq.jms.delivery;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Parking;
import io.echomq.jms.wire.Tended;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where all feeds of a connection wait: one thread, parked at the server for all their queues.
 *
 * <p>No wake-up is lost. A feed reads {@link #mark} before it fetches and enlists after the fetch
 * was empty. What becomes ready after that fetch either pushes a token, which stays at the server
 * until a parked connection takes it, or was seen by this process while nobody was enlisted, which
 * raises the mark, so that {@link #enlist} refuses and the feed fetches again. A token that was
 * taken either wakes one waiter, which must fetch or pass it on, or goes back to the server.
 *
 * <p>Queues with waiters are tended once a beat, for messages that no token announces; others more
 * rarely, so that lapsed leases are reaped also while all are busy. A message that is due is
 * tended for at its time.
 *
 * <p>Threads: any; one monitor, held neither during a call to the broker nor to a waiter's {@code
 * wake}. The thread starts with the first feed.
 */
final class Waker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Waker.class);

  /** How many waiters a wake-up without a token tries in vain, lest all fetch at every beat. */
  private static final int HOPS_WITHOUT_TOKEN = 8;

  private static final long OVERDUE_MILLIS = 10;

  private final Broker broker;
  private final long leaseMillis;
  private final String threadName;
  private final WaitQueues queues;
  private final Backoff backoff = new Backoff();
  private volatile Parking parking;
  private Thread thread;
  private boolean running;
  private boolean closed;

  Waker(Broker broker, DeliverySettings settings, String threadName) {
    this.broker = broker;
    this.leaseMillis = settings.leaseMillis();
    this.threadName = threadName;
    this.queues = new WaitQueues(settings.beatMillis());
  }

  synchronized void opened(Address address) {
    queues.opened(address, System.nanoTime());
    if (thread == null && !closed) {
      thread = new Thread(this::run, threadName);
      thread.setDaemon(true);
      thread.start();
    }
    notifyAll();
  }

  synchronized void closed(Address address) {
    queues.closed(address);
  }

  /** While it does not run it neither parks nor tends. */
  void setRunning(boolean value) {
    synchronized (this) {
      running = value;
      notifyAll();
    }
    nudge();
  }

  /** To be read before the fetch after which one may enlist. */
  synchronized long mark(Address address) {
    WaitQueue queue = queues.get(address);
    return queue == null ? 0 : queue.changes;
  }

  /** From now on the waiter may be woken, once; false when it must fetch again first. */
  boolean enlist(Address address, Waiter waiter, long mark) {
    boolean nudge;
    synchronized (this) {
      WaitQueue queue = queues.get(address);
      if (queue == null || queue.changes != mark) {
        return false;
      }
      queue.add(waiter);
      nudge = queues.isParked() && !queues.isParkedOn(address) && queue.wantsToken();
      notifyAll();
    }
    if (nudge) {
      nudge();
    }
    return true;
  }

  /** False when it was not enlisted any more: it was woken, or is just being woken. */
  synchronized boolean leave(Address address, Waiter waiter) {
    WaitQueue queue = queues.get(address);
    return queue != null && queue.remove(waiter);
  }

  /** The next scheduled message of the queue is due then; below 0: there is none. */
  synchronized void dueIn(Address address, long millis) {
    WaitQueue queue = queues.get(address);
    if (queue != null) {
      queue.due(millis, System.nanoTime());
      notifyAll();
    }
  }

  /** A fetch was full: there may be more, for somebody who waits. */
  void more(Address address) {
    synchronized (this) {
      WaitQueue queue = queues.get(address);
      if (queue == null || !queue.hasWaiters()) {
        return;
      }
      queue.beginRound(false, HOPS_WITHOUT_TOKEN);
    }
    wakeOne(address);
  }

  /** Who was woken found something, or what proves that there is nothing. */
  synchronized void used(Address address) {
    WaitQueue queue = queues.get(address);
    if (queue != null) {
      queue.endRound();
    }
  }

  /** Who was woken will not fetch: somebody else is to be woken, here or in another process. */
  void pass(Address address) {
    if (!wakeOne(address)) {
      endRound(address, false);
    }
  }

  /** Who was woken takes only some messages and found none of them. */
  void inVain(Address address) {
    if (!wakeOne(address)) {
      endRound(address, true);
    }
  }

  private void endRound(Address address, boolean cool) {
    boolean back;
    synchronized (this) {
      WaitQueue queue = queues.get(address);
      if (queue == null) {
        back = !cool;
      } else {
        back = queue.endRound();
        queue.cooling |= back && cool;
      }
    }
    if (back) {
      handBack(address);
    }
  }

  private boolean wakeOne(Address address) {
    while (true) {
      Waiter waiter;
      synchronized (this) {
        WaitQueue queue = queues.get(address);
        if (queue == null) {
          return false;
        }
        waiter = queue.pick();
      }
      if (waiter == null) {
        return false;
      }
      if (waiter.wake()) {
        return true;
      }
    }
  }

  private void run() {
    for (WakePlan plan = nextPlan(); plan != null; plan = nextPlan()) {
      try {
        if (!plan.tend().isEmpty()) {
          tend(plan.tend());
        } else {
          park(plan);
        }
        if (!backoff.isFresh()) {
          LOG.info("waiting for messages again");
          backoff.reset();
        }
      } catch (WireException failure) {
        if (!stumble(failure)) {
          break;
        }
      } catch (RuntimeException broken) {
        LOG.error("{} failed, going on", threadName, broken);
        pause(backoff.nextMillis());
      }
    }
    closeParking();
  }

  private synchronized WakePlan nextPlan() {
    queues.unpark();
    while (!closed) {
      if (!running || queues.isEmpty()) {
        await(Deadline.after(-1));
        continue;
      }
      WakePlan plan = queues.plan(System.nanoTime());
      if (!plan.tend().isEmpty() || !plan.park().isEmpty()) {
        return plan;
      }
      await(Deadline.after(plan.millis()));
    }
    return null;
  }

  private void park(WakePlan plan) throws WireException {
    Parking at = parking;
    if (at == null) {
      at = broker.openParking();
      parking = at;
      if (isClosed()) {
        return;
      }
    }
    Address queue = at.park(plan.park(), plan.millis()).orElse(null);
    if (queue != null) {
      round(queue, true, Integer.MAX_VALUE);
    }
  }

  private void round(Address address, boolean token, int hops) {
    synchronized (this) {
      WaitQueue queue = queues.get(address);
      if (queue != null) {
        queue.beginRound(token, hops);
      }
    }
    if (wakeOne(address)) {
      return;
    }
    synchronized (this) {
      WaitQueue queue = queues.get(address);
      if (queue != null) {
        queue.endRound();
        queue.changes++;
      }
    }
    if (token) {
      handBack(address);
    }
  }

  private void tend(List<Address> addresses) throws WireException {
    Map<Address, Tended> states = broker.tend(addresses, leaseMillis);
    long now = System.nanoTime();
    for (Address address : addresses) {
      Tended state = states.get(address);
      synchronized (this) {
        WaitQueue queue = queues.get(address);
        if (queue == null) {
          continue;
        }
        queue.tendedAt = now;
        queue.cooling = false;
        queue.endRound();
        if (state != null) {
          // Due and not promoted all the same (a bounded batch): not again at once.
          long due = state.dueInMillis();
          queue.due(due == 0 ? OVERDUE_MILLIS : due, now);
        }
      }
      if (state != null && state.ready()) {
        round(address, false, HOPS_WITHOUT_TOKEN);
      }
    }
  }

  /** After a failure: false when there is no use in going on. */
  private boolean stumble(WireException failure) {
    if (isClosed()) {
      return false;
    }
    if (failure.error() == WireError.CLOSED || failure.error() == WireError.FAILED) {
      LOG.debug("no more waiting for messages", failure);
      return false;
    }
    if (backoff.isFresh()) {
      LOG.warn("waiting for messages failed, trying on: {}", failure.getMessage());
    }
    pause(backoff.nextMillis());
    return true;
  }

  private synchronized void pause(long millis) {
    Deadline end = Deadline.after(millis);
    while (!closed && !end.over()) {
      await(end);
    }
  }

  /** Caller holds the monitor. */
  private void await(Deadline end) {
    try {
      end.awaitOn(this);
    } catch (InterruptedException stray) {
      LOG.debug("{} was interrupted and goes on", threadName, stray);
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private void nudge() {
    Parking at = parking;
    if (at != null) {
      at.nudge();
    }
  }

  private void handBack(Address address) {
    Parking at = parking;
    if (at == null) {
      return;
    }
    try {
      at.handBack(address);
    } catch (WireException failure) {
      // The beat of whoever waits finds the message without the token.
      LOG.debug("a wake token of {} could not be handed back", address, failure);
    }
  }

  private void closeParking() {
    Parking at = parking;
    if (at != null) {
      at.close();
    }
  }

  @Override
  public void close() {
    Thread ending;
    synchronized (this) {
      closed = true;
      ending = thread;
      notifyAll();
    }
    closeParking();
    if (ending != null && ending != Thread.currentThread()) {
      try {
        ending.join(TimeUnit.SECONDS.toMillis(1));
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
