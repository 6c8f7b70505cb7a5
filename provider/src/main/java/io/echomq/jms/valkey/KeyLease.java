package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import io.echomq.lua.Script;
import io.echomq.lua.ScriptCatalog;
import java.time.Duration;
import java.util.List;

/**
 * A name held on the server while its holder lives: that of a temporary destination; see {@link
 * ClientLease} for client ids. The heartbeat renews it; when it lapsed and nobody took it, the beat
 * takes it again.
 *
 * <p>Threads: {@link #take} and {@link #release} by any; a release ends renewal even when a beat is
 * under way.
 */
final class KeyLease implements Pulse {
  private final ScriptRunner scripts;
  private final Script hold;
  private final Script drop;
  private final byte[] key;
  private final String owner;
  private final long lengthMillis;
  private final Runnable onLost;
  private boolean over;

  /**
   * A lease that is not taken yet.
   *
   * @param owner unique over all connections
   * @param onLost told once when somebody else holds the name; must not block
   */
  KeyLease(
      ScriptRunner scripts,
      ScriptCatalog catalog,
      byte[] key,
      String owner,
      Duration length,
      Runnable onLost) {
    this.scripts = scripts;
    this.hold = catalog.get("hold-key");
    this.drop = catalog.get("drop-key");
    this.key = key;
    this.owner = owner;
    this.lengthMillis = length.toMillis();
    this.onLost = onLost;
  }

  /** Takes the name; false when somebody else holds it. */
  boolean take(Link link) throws WireException {
    ScriptCall call = new ScriptCall(hold, List.of(key), List.of(owner, lengthMillis));
    List<?> answer = (List<?>) scripts.call(link, call);
    return Replies.toLong(answer.get(0)) == 1;
  }

  // Held over the call, so that a renewal cannot bring back what a release has just deleted.
  @Override
  public synchronized void beat(Link link) throws WireException {
    if (!over && !take(link)) {
      over = true;
      onLost.run();
    }
  }

  /** Gives the name up when it is still ours; false when it was not. */
  synchronized boolean release(Link link) throws WireException {
    over = true;
    ScriptCall call = new ScriptCall(drop, List.of(key), List.of(owner));
    return Replies.toLong(scripts.call(link, call)) == 1;
  }
}
