package io.echomq.jms.delivery;

/** What waits at the waker for messages of one queue. Threads: called by the waker and others. */
interface Waiter {

  /** How well a wake-up is used here right now. */
  enum Readiness {
    /** Waits at the server itself: takes a message without a change of threads. */
    LEADING,
    /** Does nothing but wait. */
    IDLE,
    /** Works on something short, then looks. */
    BUSY,
    /** Stopped, or for long in a handler: a wake-up would lie here unused. */
    DEAF
  }

  /** Reads only volatile fields: called with the waker's monitor held. */
  Readiness readiness();

  /** True when it takes only some messages, so that its empty fetch proves nothing to others. */
  boolean selective();

  /**
   * True when its thread goes on to {@link Waker#lead} after it was enlisted, which calls the
   * waker's own thread when need be.
   */
  default boolean leads() {
    return false;
  }

  /** Must fetch now; false when it never will, so that another is to be woken. */
  boolean wake();
}
