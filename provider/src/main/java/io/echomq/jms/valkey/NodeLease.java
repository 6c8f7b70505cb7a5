package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import java.time.Duration;

/** The lease of a 10-bit node id: {@code emq:{_jms}:jms:node:<n>} (hard cases, 11). */
final class NodeLease implements Pulse {
  NodeLease(ScriptRunner scripts, Keys keys, ServerClock clock, String owner, Duration length) {}

  /** Takes a free node id. */
  void take(Link link) throws WireException {
    throw new UnsupportedOperationException();
  }

  @Override
  public void beat(Link link) throws WireException {
    throw new UnsupportedOperationException();
  }

  int node() {
    throw new UnsupportedOperationException();
  }

  /** Server ms up to which ids may be minted; FAILED when now is at or past it. */
  long mintLimitMillis(long now) throws WireException {
    throw new UnsupportedOperationException();
  }

  /** FAILED when the lease is over: every call of the old generation must fail. */
  void check() throws WireException {
    throw new UnsupportedOperationException();
  }

  void release(Link link) throws WireException {
    throw new UnsupportedOperationException();
  }
}
