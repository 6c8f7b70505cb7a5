package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import io.echomq.lua.Script;
import io.echomq.lua.ScriptCatalog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A name held on the server while its holder lives. The heartbeat renews it; when it lapsed and
 * nobody took it, the beat takes it again.
 *
 * <p>Threads: any; a release ends renewal even when a beat is under way.
 */
abstract class HeldName implements Pulse {
  private final ScriptRunner scripts;
  private final Script hold;
  private final Script drop;
  private final byte[] key;
  private final String owner;
  private final long lengthMillis;
  private final Runnable onLost;
  private boolean over;

  /**
   * A name that is not taken yet.
   *
   * @param hold the script that takes and renews it
   * @param owner unique over all connections
   * @param onLost told once when somebody else holds the name; must not block
   */
  HeldName(
      ScriptRunner scripts,
      ScriptCatalog catalog,
      String hold,
      byte[] key,
      String owner,
      Duration length,
      Runnable onLost) {
    this.scripts = scripts;
    this.hold = catalog.get(hold);
    this.drop = catalog.get("drop-key");
    this.key = key;
    this.owner = owner;
    this.lengthMillis = length.toMillis();
    this.onLost = onLost;
  }

  /**
   * The script's answer: {@code {1, ...}} when the name is ours, else {@code {0, ...}}.
   *
   * @param more arguments after the owner and the length
   */
  final List<?> hold(Link link, List<?> more) throws WireException {
    List<Object> arguments = new ArrayList<>(List.of(owner, lengthMillis));
    arguments.addAll(more);
    return (List<?>) scripts.call(link, new ScriptCall(hold, List.of(key), arguments));
  }

  static boolean isOurs(List<?> answer) {
    return Replies.toLong(answer.get(0)) == 1;
  }

  /** False when somebody else holds the name. */
  abstract boolean renew(Link link) throws WireException;

  // Held over the call, so that a renewal cannot bring back what a release has just deleted.
  @Override
  public final synchronized void beat(Link link) throws WireException {
    if (!over && !renew(link)) {
      over = true;
      onLost.run();
    }
  }

  /** Gives the name up when it is still ours; false when it was not. */
  final synchronized boolean release(Link link) throws WireException {
    over = true;
    ScriptCall call = new ScriptCall(drop, List.of(key), List.of(owner));
    return Replies.toLong(scripts.call(link, call)) == 1;
  }
}
