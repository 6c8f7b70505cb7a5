package io.echomq.jms.wire;

/**
 * What the server must have done before a send, an acknowledgement or a commit counts as done.
 *
 * @param sync nothing beyond the reply, {@code WAIT}, or {@code WAITAOF}
 * @param count how many replicas must have it (replicas), unused for {@code AOF}
 * @param timeoutMillis how long to wait for them
 * @param throwOnTimeout true: the call fails with {@link WireError#IN_DOUBT} ("applied, durability
 *     unknown"); false: a warning is logged
 */
public record Durability(Sync sync, int count, long timeoutMillis, boolean throwOnTimeout) {

  /** How far a write must have come. */
  public enum Sync {
    NONE,
    REPLICAS,
    AOF
  }

  public static final Durability NONE = new Durability(Sync.NONE, 0, 0, false);
}
