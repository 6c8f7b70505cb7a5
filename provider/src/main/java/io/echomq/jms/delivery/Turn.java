package io.echomq.jms.delivery;

/**
 * Whose turn it is to talk to the broker for a feed. Not a lock: it is held over calls, and by who
 * waits at the server.
 *
 * <p>Threads: guarded by the feed's monitor, on which it waits.
 */
final class Turn {
  private final Object monitor;
  private boolean taken;

  Turn(Object monitor) {
    this.monitor = monitor;
  }

  /** Caller holds the monitor. */
  boolean isTaken() {
    return taken;
  }

  /** Caller holds the monitor, and has seen that it is free. */
  void take() {
    taken = true;
  }

  /** Called without the monitor or with it. */
  void end() {
    synchronized (monitor) {
      taken = false;
      monitor.notifyAll();
    }
  }

  /** Waits, with the monitor held, until nobody has it or the time is over. */
  void await(Deadline end) {
    boolean interrupted = false;
    while (taken && !end.over()) {
      try {
        end.awaitOn(monitor);
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
