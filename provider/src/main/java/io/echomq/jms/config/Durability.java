package io.echomq.jms.config;

import java.time.Duration;
import java.util.List;

/**
 * What PERSISTENT means: which copies must exist before a send, acknowledgement or commit returns.
 *
 * @param sync which copies are waited for
 * @param count how many of them
 * @param timeout how long we wait for them
 * @param onTimeout what a missed wait means
 */
public record Durability(Sync sync, int count, Duration timeout, OnTimeout onTimeout) {

  /** The copies to wait for. */
  public enum Sync {
    /** As durable as the server's own persistence. */
    NONE,
    /** Received by replicas (WAIT). */
    REPLICAS,
    /** Written to the append-only file (WAITAOF); needs {@code appendfsync always}. */
    AOF
  }

  /** What to do when the copies were not confirmed in time; the change itself is applied. */
  public enum OnTimeout {
    /** Log and go on. */
    WARN,
    /** Throw an exception that says: applied, durability unknown. */
    THROW
  }

  public static final Option<Sync> SYNC =
      Option.of(
          "sync",
          OptionType.oneOf(Sync.class),
          "none",
          "What a PERSISTENT send, its acknowledgement and a commit wait for: nothing more, `WAIT`"
              + " for replicas, or `WAITAOF` (needs `appendfsync always`).");
  public static final Option<Integer> COUNT =
      Option.of(
          "syncCount",
          OptionType.integer(1, 100),
          "1",
          "How many replicas, or local files with `aof`, must confirm.");
  public static final Option<Duration> TIMEOUT =
      Option.of(
          "syncTimeout",
          OptionType.duration("1ms", "1h"),
          "1s",
          "How long the confirmation is waited for.");
  public static final Option<OnTimeout> ON_TIMEOUT =
      Option.of(
          "syncOnTimeout",
          OptionType.oneOf(OnTimeout.class),
          "warn",
          "What a missing confirmation does; the message is sent either way.");

  static final List<Option<?>> OPTIONS = List.of(SYNC, COUNT, TIMEOUT, ON_TIMEOUT);

  static Durability from(OptionValues values) {
    return new Durability(
        values.get(SYNC), values.get(COUNT), values.get(TIMEOUT), values.get(ON_TIMEOUT));
  }
}
