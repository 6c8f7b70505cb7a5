package io.echomq.jms.config;

import java.time.Duration;
import java.util.List;

/**
 * How messages are claimed and held.
 *
 * @param lease how long a claim lasts without a heartbeat of ours
 * @param beat how often we look for jobs that nobody announced
 * @param prefetch most messages leased ahead by one consumer; credit adapts below it
 * @param bufferHold how long an untouched buffer is kept before it is given back
 */
public record Receiving(Duration lease, Duration beat, int prefetch, Duration bufferHold) {
  public static final Option<Duration> LEASE =
      Option.of(
          "lease",
          OptionType.duration("100ms", "1d"),
          "30s",
          "How long a claimed message stays ours without a heartbeat; other consumers get a dead"
              + " consumer's messages after it.");
  public static final Option<Duration> BEAT =
      Option.of(
          "beat",
          OptionType.duration("10ms", "1h"),
          "250ms",
          "How often a waiting consumer looks for jobs of runtimes that announce none; less than"
              + " `lease`.");
  public static final Option<Integer> PREFETCH =
      Option.of(
          "prefetch",
          OptionType.integer(1, 100_000),
          "1000",
          "Most messages a consumer holds ahead; the real number adapts below it.");
  public static final Option<Duration> BUFFER_HOLD =
      Option.of(
          "bufferHold",
          OptionType.duration("10ms", "1d"),
          "1s",
          "How long held messages may wait untouched before they are given back.");

  static final List<Option<?>> OPTIONS = List.of(LEASE, BEAT, PREFETCH, BUFFER_HOLD);

  static Receiving from(OptionValues values) {
    return new Receiving(
        values.get(LEASE), values.get(BEAT), values.get(PREFETCH), values.get(BUFFER_HOLD));
  }
}
