package io.echomq.jms.config;

import java.time.Duration;
import java.util.List;

/**
 * What topics keep. Records that a subscription still needs are kept whatever {@code acked} says;
 * the other three are hard limits, off at 0.
 *
 * @param acked records kept for replay beyond what every subscription acknowledged
 * @param length most records, or 0
 * @param bytes most bytes, or 0
 * @param age oldest record, or zero
 */
public record Retention(long acked, long length, long bytes, Duration age) {
  public static final Option<Long> ACKED =
      Option.of(
          "retainAcked",
          OptionType.count(0, Long.MAX_VALUE),
          "100000",
          "Records a topic keeps for replay after every subscription has acknowledged them.");
  public static final Option<Long> LENGTH =
      Option.of(
          "retainLength",
          OptionType.count(0, Long.MAX_VALUE),
          "0",
          "Hard limit of a topic's records, unacknowledged ones too; 0 is none.");
  public static final Option<Long> BYTES =
      Option.of(
          "retainBytes",
          OptionType.size("0", "1048576GB"),
          "0",
          "Hard limit of a topic's bytes, unacknowledged records too; 0 is none.");
  public static final Option<Duration> AGE =
      Option.of(
          "retainAge",
          OptionType.duration("0ms", "36500d"),
          "0",
          "Hard limit of a record's age, unacknowledged or not; 0 is none.");

  static final List<Option<?>> OPTIONS = List.of(ACKED, LENGTH, BYTES, AGE);

  static Retention from(OptionValues values) {
    return new Retention(values.get(ACKED), values.get(LENGTH), values.get(BYTES), values.get(AGE));
  }
}
