package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;

/**
 * What the {@link Heartbeat} keeps alive on the server.
 *
 * <p>Threads: called by the heartbeat's thread alone.
 */
interface Pulse {
  /**
   * One beat. What it finds lost it tells its own listener; it does not throw then.
   *
   * @throws WireException the call failed; it is made again on the next beat
   */
  void beat(Link link) throws WireException;

  /** A beat that did not take place, since the server could not be reached. */
  default void missed() {}
}
