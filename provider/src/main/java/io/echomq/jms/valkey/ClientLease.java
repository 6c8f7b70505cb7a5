package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import io.echomq.lua.ScriptCatalog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A JMS client id held on the server while its connection lives. With it stands the link on which
 * the heartbeat renews it, so that others can see that its process is gone (ADR 0012).
 *
 * <p>Threads: any.
 */
final class ClientLease extends HeldName {
  /** Long enough for a heartbeat to notice a lost link, and to replace it. */
  private static final long LONGEST_GRACE_MILLIS = TimeUnit.SECONDS.toMillis(5);

  private static final int GRACES_OF_A_LEASE = 12;
  private static final int LOOKS_IN_A_GRACE = 4;

  private final long graceMillis;

  /** A lease that is not taken yet, see {@link HeldName}. */
  ClientLease(
      ScriptRunner scripts,
      ScriptCatalog catalog,
      byte[] key,
      String owner,
      Duration length,
      Runnable onLost) {
    super(scripts, catalog, "hold-client", key, owner, length, onLost);
    this.graceMillis = graceMillis(length);
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
    List<?> answer =
        hold(link, List.of(HolderSeen.of(link, graceMillis), gone == null ? "" : gone));
    return isOurs(answer) ? null : Replies.toText(answer.get(1));
  }

  @Override
  boolean renew(Link link) throws WireException {
    return take(link, null) == null;
  }
}
