package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;

/** What is kept alive on the server by the {@link Heartbeat}. Threads: called by the heartbeat. */
interface Pulse {
  /**
   * One beat.
   *
   * @throws WireException UNAVAILABLE: tried again soon; anything else: told to the failure
   *     listener
   */
  void beat(Link link) throws WireException;
}
