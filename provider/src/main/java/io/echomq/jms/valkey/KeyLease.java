package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import java.time.Duration;

/** A name held on the server while its holder lives (client ids); renewed by the heartbeat. */
final class KeyLease implements Pulse {
  KeyLease(ScriptRunner scripts, byte[] key, String owner, Duration length) {}

  /** False when somebody else holds it. */
  boolean take(Link link) throws WireException {
    throw new UnsupportedOperationException();
  }

  @Override
  public void beat(Link link) throws WireException {
    throw new UnsupportedOperationException();
  }

  /** Deletes the key when it is still ours. */
  void release(Link link) throws WireException {
    throw new UnsupportedOperationException();
  }
}
