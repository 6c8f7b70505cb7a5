package io.echomq.jms.delivery;

/**
 * Whose turn it is to be at the server for all consumers of a connection, and what is to be done
 * there: the waker's own thread's, or for one wait that of a thread that consumes.
 *
 * <p>Threads: guarded by the waker's monitor.
 */
final class Lead {
  private final WaitQueues queues;
  private final WakerLoop loop;

  /** Null: none of those who consume. */
  private Parker leader;

  /** True while the waker's own thread is at the server. */
  private boolean byThread;

  /** True from a failure to the next success: only the waker's own thread tries meanwhile. */
  private boolean troubled;

  Lead(WaitQueues queues, WakerLoop loop) {
    this.queues = queues;
    this.loop = loop;
  }

  boolean isFree() {
    return leader == null && !byThread;
  }

  /** True when a thread that consumes is at the server. */
  boolean isTaken() {
    return leader != null;
  }

  /** For a thread that consumes; null: it may not, or there is nothing to do at the server. */
  WakePlan take(Parker parker) {
    WakePlan plan = mayTake() ? plan() : null;
    if (plan != null) {
      hold(parker);
    }
    return plan;
  }

  /** See {@link Waker#leadAlone}. */
  long takeAlone(Parker parker, WaitQueue queue) {
    boolean may = mayTake() && queue != null && loop.isReady();
    long millis = may ? queues.aloneMillis(queue, System.nanoTime()) : 0;
    if (millis > 0) {
      hold(parker);
    }
    return millis;
  }

  private boolean mayTake() {
    return isFree() && !troubled;
  }

  private void hold(Parker parker) {
    leader = parker;
    parker.leads(Thread.currentThread());
  }

  /** The next step of who leads; null when there is none. */
  WakePlan plan() {
    parkEnded();
    WakePlan plan = queues.plan(System.nanoTime(), loop.isParked());
    return plan.isNothing() ? null : plan;
  }

  /** True when the waker's own thread is to be called. */
  boolean give(boolean failed) {
    leader.leads(null);
    leader = null;
    parkEnded();
    troubled |= failed;
    return failed || loop.isParked() || queues.anyoneWaits();
  }

  /**
   * For the waker's own thread, while nobody leads; it has the lead unless there is nothing to do.
   */
  WakePlan takeByThread(boolean stopped) {
    WakePlan plan = planOfThread(stopped);
    byThread = !plan.isNothing();
    return plan;
  }

  private WakePlan planOfThread(boolean stopped) {
    boolean goesOn = loop.isParked();
    if (stopped) {
      return goesOn ? queues.restOfPark(1) : WakePlan.REST;
    }
    WakePlan plan = queues.plan(System.nanoTime(), goesOn);
    return goesOn && plan.isNothing() ? queues.restOfPark(plan.millis()) : plan;
  }

  void giveByThread() {
    byThread = false;
    parkEnded();
  }

  /** The server answers. */
  void succeeded() {
    troubled = false;
  }

  private void parkEnded() {
    if (!loop.isParked()) {
      queues.unpark();
    }
  }
}
