package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import io.echomq.lua.Script;
import io.echomq.lua.ScriptCatalog;
import java.time.Duration;
import java.util.List;

/**
 * Looks at the server, says on it that it was seen to answer, and learns what others have seen: so
 * processes that all live shorter than a lease find together what a dead one has left (ADR 0013).
 *
 * <p>Threads: any.
 */
final class ServerWatch implements Pulse {
  private static final long KEPT_MILLIS = Duration.ofDays(1).toMillis();

  private final ScriptRunner scripts;
  private final Script watch;
  private final byte[] key;
  private final SeenServers seen;
  private final long leaseMillis;

  /**
   * @param leaseMillis those with leases of the same length watch together: what counts as a pause
   *     depends on it
   */
  ServerWatch(
      ScriptRunner scripts, ScriptCatalog catalog, Keys keys, SeenServers seen, long leaseMillis)
      throws WireException {
    this.scripts = scripts;
    this.watch = catalog.get("watch-server");
    this.key = keys.facts().own("watch:" + leaseMillis);
    this.seen = seen;
    this.leaseMillis = leaseMillis;
  }

  @Override
  public void beat(Link link) throws WireException {
    String runId = link.server().runId();
    List<Object> arguments =
        List.of(runId, SeenServers.pauseMillis(leaseMillis), leaseMillis, KEPT_MILLIS);
    List<?> all = (List<?>) scripts.call(link, new ScriptCall(watch, List.of(key), arguments));
    seen.saw(runId, Replies.toLong(all.get(0)), Replies.toLong(all.get(1)));
  }
}
