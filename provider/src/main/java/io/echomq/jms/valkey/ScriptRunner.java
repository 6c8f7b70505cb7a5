package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import java.util.Collection;
import java.util.List;

/** Runs scripts by their SHA1 and sees to it that the server has them (wire.md, "Engine"). */
final class ScriptRunner {

  /** One call, one round trip (three when the server does not have the script). */
  Object call(Link link, ScriptCall call) throws WireException {
    throw new UnsupportedOperationException();
  }

  /** Sees to it that the server of this link has these scripts; no round trip when it is known. */
  void ensure(Link link, Collection<Script> scripts) throws WireException {
    throw new UnsupportedOperationException();
  }

  /**
   * Runs commands and scripts as one pipeline, in their order.
   *
   * @param requests {@link Command}s and {@link ScriptCall}s
   * @return for each, in order: its reply, or the {@link WireException} of its own error
   * @throws WireException the link broke: what was applied is not known
   */
  List<Object> pipeline(Link link, List<?> requests) throws WireException {
    throw new UnsupportedOperationException();
  }

  /** How many {@code SCRIPT LOAD} were sent. */
  long loads() {
    throw new UnsupportedOperationException();
  }
}
