package io.echomq.jms.delivery;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Parking;
import io.echomq.jms.wire.Tended;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where all feeds of a connection wait: one thread is parked at the server for all their queues,
 * one of its own, or for a while the only one that waits ({@link #lead}).
 *
 * <p>No wake-up is lost. A feed reads {@link #mark} before it fetches and enlists after the fetch
 * was empty. What becomes ready after that fetch either pushes a token, which stays at the server
 * until a parked connection takes it, or was seen by this process while nobody was enlisted, which
 * raises the mark, so that {@link #enlist} refuses and the feed fetches again. A token that was
 * taken either wakes one waiter, which must fetch or pass it on, or goes back to the server.
 *
 * <p>Queues with waiters are tended once a beat, for messages that no token announces; others more
 * rarely, so that lapsed leases are reaped also while all are busy. A message that is due is tended
 * for at its time.
 *
 * <p>Threads: any; one monitor, held neither during a call to the broker nor to a waiter's {@code
 * wake}. The thread starts with the first feed.
 */
final class Waker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Waker.class);

  /** How many waiters a wake-up without a token tries in vain, lest all fetch at every beat. */
  private static final int HOPS_WITHOUT_TOKEN = 8;

  private static final long OVERDUE_MILLIS = 10;

  private final String threadName;
  private final WaitQueues queues;
  private final WakerLoop loop;
  private final Lead lead;
  private Thread thread;
  private boolean running;
  private boolean closed;

  Waker(Broker broker, DeliverySettings settings, String threadName) {
    this.threadName = threadName;
    this.queues = new WaitQueues(settings.beatMillis());
    this.loop = new WakerLoop(this, broker, settings.leaseMillis());
    this.lead = new Lead(queues, loop);
  }

  synchronized void opened(Address address) {
    queues.opened(address, System.nanoTime());
    if (thread == null && !closed) {
      thread = new Thread(loop, threadName);
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
    loop.nudge();
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
      nudge =
          queues.isParked() && !queues.isParkedOn(address) && queue.wantsToken(System.nanoTime());
      if (!waiter.leads()) {
        notifyAll();
      }
    }
    if (nudge) {
      loop.nudge();
    }
    return true;
  }

  /**
   * Waits at the server in the place of the waker's own thread, for all queues, so that the message
   * costs no change of threads: once, for a beat at most, then that thread goes on.
   *
   * @return false when it did not wait: another thread does, or nobody here wants a token
   */
  boolean lead(Parker parker, Deadline end) {
    WakePlan plan = takeLead(parker);
    boolean led = plan != null;
    boolean failed = led;
    try {
      while (plan != null && !parker.isDone(end)) {
        loop.step(plan, end.patienceMillis());
        plan = plan.park().isEmpty() ? planOfLeader() : null;
      }
      failed = false;
    } catch (WireException failure) {
      failed = failure.error() != WireError.INTERRUPTED;
      LOG.debug("{} sees to it: waiting for messages failed", threadName, failure);
    } catch (RuntimeException broken) {
      LOG.error("waiting for messages failed, {} goes on", threadName, broken);
    } finally {
      if (led) {
        giveLead(failed);
      }
    }
    return led;
  }

  /**
   * Takes the lead for one who waits for this queue only and fetches from it with the same call;
   * nobody else of the connection waits. {@link #giveLead} follows, unless it is 0.
   *
   * @return how long it may wait, in milliseconds; 0: it may not
   */
  synchronized long leadAlone(Parker parker, Address address) {
    return closed || !running ? 0 : lead.takeAlone(parker, queues.get(address));
  }

  /** For who leads alone. */
  Parking parking() {
    return loop.parking();
  }

  private synchronized WakePlan takeLead(Parker parker) {
    WakePlan plan = closed || !running ? null : lead.take(parker);
    if (plan == null) {
      remind();
    }
    return plan;
  }

  private synchronized WakePlan planOfLeader() {
    return closed || !running ? null : lead.plan();
  }

  /**
   * By who leads.
   *
   * @param failed true: the waker's own thread leads until the server answers
   */
  synchronized void giveLead(boolean failed) {
    if (lead.give(failed)) {
      notifyAll();
    }
  }

  /** Somebody waits who does not lead, and was expected to. */
  synchronized void remind() {
    if (lead.isFree() && queues.anyoneWaits()) {
      notifyAll();
    }
  }

  /** The server answers. Loop only. */
  synchronized void succeeded() {
    lead.succeeded();
  }

  void nudge() {
    loop.nudge();
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
      if (queue.hasWaiters()) {
        notifyAll();
      }
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
      queue.warm();
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
        if (back && cool) {
          queue.cool(System.nanoTime(), queues.beatNanos());
        }
      }
    }
    boolean waits = back && loop.handBack(address);
    if (back && cool) {
      cooled(address, waits);
    }
  }

  /**
   * @param waits true when the token lies at the server: it is taken again when the queue has
   *     cooled, which whoever parks must not miss
   */
  private void cooled(Address address, boolean waits) {
    boolean nudge;
    synchronized (this) {
      WaitQueue queue = queues.get(address);
      if (queue != null && !waits) {
        queue.warm();
      }
      nudge = waits && queues.isParked();
      notifyAll();
    }
    if (nudge) {
      loop.nudge();
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
        waiter = queue.pick(false);
      }
      if (waiter == null) {
        return false;
      }
      if (waiter.wake()) {
        return true;
      }
    }
  }

  /**
   * Waits until there is something to do that no other thread does; null when closed. Loop only.
   */
  synchronized WakePlan nextPlan() {
    lead.giveByThread();
    while (!closed) {
      if (lead.isTaken()) {
        // Not told when one that gets its message gives up the lead, unless others wait.
        await(Deadline.after(queues.longestMillis()));
        continue;
      }
      WakePlan plan = lead.takeByThread(!running || queues.isEmpty());
      if (!plan.isNothing()) {
        return plan;
      }
      await(Deadline.after(plan.millis()));
    }
    return null;
  }

  /** A token of this queue was taken. Loop only. */
  void token(Address address) {
    round(address, true, Integer.MAX_VALUE);
  }

  /** The queue was tended. Loop only. */
  void tended(Address address, Tended state) {
    synchronized (this) {
      WaitQueue queue = queues.get(address);
      if (queue == null) {
        return;
      }
      long now = System.nanoTime();
      queue.tendedAt = now;
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

  private void round(Address address, boolean token, int hops) {
    Waiter first = null;
    synchronized (this) {
      WaitQueue queue = queues.get(address);
      if (queue != null) {
        // Begun and used in one step: the end of the round before must not end this one.
        queue.beginRound(token, hops);
        first = queue.pick(true);
      }
    }
    if (first != null && (first.wake() || wakeOne(address))) {
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
      loop.handBack(address);
    }
  }

  /** Lets time pass, unless closed. Loop only. */
  synchronized void pause(long millis) {
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

  @Override
  public void close() {
    Thread ending;
    synchronized (this) {
      closed = true;
      ending = thread;
      notifyAll();
    }
    loop.close();
    if (ending != null && ending != Thread.currentThread()) {
      try {
        ending.join(TimeUnit.SECONDS.toMillis(1));
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
