package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import io.echomq.lua.Script;
import io.echomq.lua.ScriptCatalog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A JMS client id held on the server while its connection lives. With it stands the link on which
 * the heartbeat renews it, so that others can see that its process is gone (ADR 0012).
 *
 * <p>Threads: {@link #take} and {@link #release} by any; a release ends renewal even when a beat is
 * under way.
 */
final class ClientLease implements Pulse {
  /** Long enough for a heartbeat to notice a lost link, and to replace it. */
  private static final long LONGEST_GRACE_MILLIS = TimeUnit.SECONDS.toMillis(5);

  private static final int GRACES_OF_A_LEASE = 12;
  private static final int LOOKS_IN_A_GRACE = 4;

  private final ScriptRunner scripts;
  private final Script hold;
  private final Script drop;
  private final byte[] key;
  private final String owner;
  private final long lengthMillis;
  private final long graceMillis;
  private final Runnable onLost;
  private boolean over;

  /**
   * A lease that is not taken yet.
   *
   * @param owner the connection
   * @param onLost told once when somebody else holds the client id; must not block
   */
  ClientLease(
      ScriptRunner scripts,
      ScriptCatalog catalog,
      byte[] key,
      String owner,
      Duration length,
      Runnable onLost) {
    this.scripts = scripts;
    this.hold = catalog.get("hold-client");
    this.drop = catalog.get("drop-key");
    this.key = key;
    this.owner = owner;
    this.lengthMillis = length.toMillis();
    this.graceMillis = graceMillis(length);
    this.onLost = onLost;
  }

  /** How long others wait for a holder whose link has ended. */
  private static long graceMillis(Duration length) {
    return Math.min(LONGEST_GRACE_MILLIS, length.toMillis() / GRACES_OF_A_LEASE);
  }

  /** How often the heartbeat's link is to be tried at least, ms, for a new one in good time. */
  static long lookMillis(Duration length) {
    return Math.max(1, graceMillis(length) / LOOKS_IN_A_GRACE);
  }

  /**
   * Takes the client id, or notes that it is held over this link from now on.
   *
   * @param gone the value of a holder that is known to be gone; null: take it from nobody
   * @return null when it is ours; else the other holder's value
   */
  String take(Link link, String gone) throws WireException {
    List<Object> arguments =
        List.of(owner, lengthMillis, HolderSeen.of(link, graceMillis), gone == null ? "" : gone);
    List<?> answer = (List<?>) scripts.call(link, new ScriptCall(hold, List.of(key), arguments));
    return Replies.toLong(answer.get(0)) == 1 ? null : Replies.toText(answer.get(1));
  }

  // Held over the call, so that a renewal cannot bring back what a release has just deleted.
  @Override
  public synchronized void beat(Link link) throws WireException {
    if (!over && take(link, null) != null) {
      over = true;
      onLost.run();
    }
  }

  /** Gives the client id up when it is still ours; false when it was not. */
  synchronized boolean release(Link link) throws WireException {
    over = true;
    ScriptCall call = new ScriptCall(drop, List.of(key), List.of(owner));
    return Replies.toLong(scripts.call(link, call)) == 1;
  }
}
