package io.echomq.jms.wire;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Whether a queue takes a message in; topics do not ask.
 *
 * @param dedupId a second message with this id within the window stores nothing, which is a success
 *     (wire contract, {@code de:<dedupId>}); empty: none
 * @param dedupMillis the window
 * @param maxLength most messages that the queue may hold, delivered and not acknowledged ones too;
 *     0 or less: no bound
 * @param maxBytes most bytes of payload that it may hold; 0 or less: no bound. A message that is
 *     larger by itself fails with {@link WireError#TOO_LARGE}
 * @param whenFull what becomes of a message for which there is no room
 */
public record Admission(
    String dedupId, long dedupMillis, long maxLength, long maxBytes, WhenFull whenFull) {

  /** What becomes of a message for which there is no room. */
  public enum WhenFull {
    /** It waits for room, at most for the send timeout. */
    BLOCK,
    /** It fails with {@link WireError#QUEUE_FULL}. */
    FAIL,
    /** The oldest message of the lowest priority becomes a dead letter. */
    DROP_OLDEST
  }

  // Before ALWAYS, whose constructor looks at it.
  private static final Pattern DEDUP_ID = Pattern.compile("[A-Za-z0-9._-]{0,255}");

  /** Neither deduplication nor bounds. */
  public static final Admission ALWAYS = new Admission("", 0, 0, 0, WhenFull.BLOCK);

  public Admission {
    Objects.requireNonNull(whenFull, "whenFull");
    if (!DEDUP_ID.matcher(dedupId).matches()) {
      throw new IllegalArgumentException(
          "deduplication id '" + dedupId + "': use 1 to 255 characters of A-Z a-z 0-9 . _ -");
    }
    if (!dedupId.isEmpty() && dedupMillis < 1) {
      throw new IllegalArgumentException(
          "deduplication window " + dedupMillis + " ms: use 1 or more");
    }
  }

  public boolean isDeduplicated() {
    return !dedupId.isEmpty();
  }

  public boolean isBounded() {
    return maxLength > 0 || maxBytes > 0;
  }

  /** The bounds that are set, for errors: {@code maxLength 10, maxBytes 1024}. */
  public String bounds() {
    String length = maxLength > 0 ? "maxLength " + maxLength : "";
    String bytes = maxBytes > 0 ? "maxBytes " + maxBytes : "";
    return length + (length.isEmpty() || bytes.isEmpty() ? "" : ", ") + bytes;
  }

  /** True when a send may have to wait for room. */
  public boolean mayBlock() {
    return isBounded() && whenFull == WhenFull.BLOCK;
  }
}
