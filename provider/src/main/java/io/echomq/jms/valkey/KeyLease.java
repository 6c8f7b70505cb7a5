package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import io.echomq.lua.ScriptCatalog;
import java.time.Duration;
import java.util.List;

/**
 * The name of a temporary destination, held while its connection lives; see {@link ClientLease} for
 * client ids.
 *
 * <p>Threads: any.
 */
final class KeyLease extends HeldName {

  /** A lease that is not taken yet, see {@link HeldName}. */
  KeyLease(
      ScriptRunner scripts,
      ScriptCatalog catalog,
      byte[] key,
      String owner,
      Duration length,
      Runnable onLost) {
    super(scripts, catalog, "hold-key", key, owner, length, onLost);
  }

  /** Takes the name; false when somebody else holds it. */
  boolean take(Link link) throws WireException {
    return isOurs(hold(link, List.of()));
  }

  @Override
  boolean renew(Link link) throws WireException {
    return take(link);
  }
}
