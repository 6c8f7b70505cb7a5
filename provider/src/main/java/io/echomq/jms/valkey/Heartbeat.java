package io.echomq.jms.valkey;

import io.echomq.jms.config.Timeouts;
import io.echomq.jms.wire.WireException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews what would lapse: the node id, names, the measured clock. One for a factory runtime, on a
 * link of its own, so that no slow call of others makes it late.
 *
 * <p>Threads: its own daemon thread {@code emq-<name>-heartbeat} does all beats; the methods are
 * for any. Ends with {@link #close}.
 */
final class Heartbeat implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);

  /** Soon, for what beats on the same link; late enough not to be in the way of a first send. */
  private static final long FIRST_BEAT_MILLIS = 1_000;

  private final String name;
  private final Links links;
  private final long intervalMillis;
  private final Reconnect reconnect;
  private final Consumer<WireException> onFailure;
  private final List<Pulse> pulses = new CopyOnWriteArrayList<>();
  private final ScheduledThreadPoolExecutor executor;
  private final AtomicReference<Thread> thread = new AtomicReference<>();
  private volatile Link link;
  private volatile Future<?> next;
  private volatile boolean closed;
  private volatile boolean ceased;

  /**
   * A heartbeat that does not beat yet.
   *
   * @param interval time between two beats; after a failed one the next comes sooner
   * @param onFailure told when connecting again was refused for good (password, version, engine);
   *     must not block
   */
  Heartbeat(
      String name,
      Links links,
      Duration interval,
      Timeouts timeouts,
      Consumer<WireException> onFailure) {
    this.name = name;
    this.links = links;
    this.intervalMillis = Math.max(1, interval.toMillis());
    this.reconnect = new Reconnect(timeouts);
    this.onFailure = onFailure;
    this.executor = new ScheduledThreadPoolExecutor(1, this::makeThread);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /** Connects and makes the first beat soon, the next after one interval. */
  void start() {
    schedule(Math.min(intervalMillis, FIRST_BEAT_MILLIS));
  }

  /** Beats this on a rhythm of its own, beside the leases; a missed beat is just left out. */
  void every(Duration interval, Pulse pulse) {
    long millis = interval.toMillis();
    executor.scheduleWithFixedDelay(() -> beatAlone(pulse), millis, millis, TimeUnit.MILLISECONDS);
  }

  private void beatAlone(Pulse pulse) {
    Link current = link;
    if (closed || ceased || current == null || current.isBroken()) {
      // The beat of the leases connects again; this one waits for that.
      return;
    }
    try {
      pulse.beat(current);
    } catch (WireException failed) {
      LOG.debug("A beat of {} failed and comes again", name, failed);
      if (current.isBroken()) {
        hurry();
      }
    } catch (RuntimeException bug) {
      LOG.error("A beat of {} failed", name, bug);
    }
  }

  /** Beats this too, from the next beat on. */
  void add(Pulse pulse) {
    pulses.add(pulse);
  }

  /** As {@link #add}, and beats it at once: it says over which link it does (ADR 0012). */
  void addNow(Pulse pulse) {
    pulses.add(pulse);
    try {
      executor.execute(
          () -> {
            if (link == null) {
              hurry();
            } else {
              beatAlone(pulse);
            }
          });
    } catch (RejectedExecutionException shutDown) {
      LOG.debug("The heartbeat of {} was closed meanwhile", name, shutDown);
    }
  }

  void remove(Pulse pulse) {
    pulses.remove(pulse);
  }

  /**
   * Beats nothing any more, from any thread, a beat's own too: what it renewed has failed, and must
   * not be held on to, nor seem to live.
   */
  void cease() {
    ceased = true;
    Link last = link;
    if (last != null) {
      last.close();
    }
  }

  /** Ends the thread and its link; waits a moment for a beat that is under way. */
  @Override
  public void close() {
    closed = true;
    executor.shutdownNow();
    Link last = link;
    if (last != null) {
      last.close();
    }
    Thread ending = thread.get();
    if (ending == null || ending == Thread.currentThread()) {
      return;
    }
    try {
      // Not the executor's own termination: that is told a moment before its thread is gone.
      ending.join(TimeUnit.SECONDS.toMillis(2));
      if (ending.isAlive()) {
        LOG.warn("The heartbeat of {} still waits for the server; it ends with that wait", name);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private Thread makeThread(Runnable task) {
    Thread made = new Thread(task, "emq-" + name + "-heartbeat");
    made.setDaemon(true);
    thread.set(made);
    return made;
  }

  /** Connects at once, and beats all: who holds a client id must be seen to live (ADR 0012). */
  private void hurry() {
    Future<?> waiting = next;
    if (waiting != null && waiting.cancel(false)) {
      schedule(0);
    }
  }

  private void schedule(long millis) {
    if (!closed && !ceased) {
      try {
        next = executor.schedule(this::beat, millis, TimeUnit.MILLISECONDS);
      } catch (RejectedExecutionException shutDown) {
        LOG.debug("The heartbeat of {} was closed meanwhile", name, shutDown);
      }
    }
  }

  private void beat() {
    long pause = intervalMillis;
    try {
      beatAll();
      reconnect.succeeded();
    } catch (WireException failed) {
      pause = Math.min(intervalMillis, reconnect.nextPauseMillis());
      missed(failed);
    } catch (RuntimeException bug) {
      LOG.error("A beat of {} failed", name, bug);
    }
    schedule(pause);
  }

  private void beatAll() throws WireException {
    if (ceased) {
      return;
    }
    Link current = link;
    if (current == null || current.isBroken()) {
      current = links.dedicated("heartbeat");
      link = current;
      if (closed || ceased) {
        current.close();
      }
    }
    for (Pulse pulse : pulses) {
      if (ceased) {
        return;
      }
      try {
        pulse.beat(current);
      } catch (WireException failed) {
        if (current.isBroken()) {
          current.close();
          throw failed;
        }
        // An error reply to one is no reason to let the others lapse.
        LOG.warn("A beat of {} was refused: {}", name, failed.getMessage());
        pulse.missed();
      }
    }
  }

  private void missed(WireException failed) {
    if (closed || ceased) {
      return;
    }
    if (reconnect.attempts() == 1) {
      LOG.warn("{} cannot renew its leases and tries again: {}", name, failed.getMessage());
    }
    pulses.forEach(Pulse::missed);
    switch (failed.error()) {
      case REFUSED_CREDENTIALS, FOREIGN_VERSION, UNFIT_ENGINE -> onFailure.accept(failed);
      default -> LOG.debug("{}: attempt {}", name, reconnect.attempts(), failed);
    }
  }
}
