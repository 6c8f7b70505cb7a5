package io.echomq.jms.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What happens to a message that was delivered and not acknowledged.
 *
 * @param maxDeliveries after that many deliveries a message goes to the dead letters
 * @param delay pause before the first redelivery; zero redelivers at once, in order
 * @param multiplier growth of the pause from one redelivery to the next
 * @param maxDelay longest pause
 * @param jitter part of the pause that is random, 0 to 1
 * @param deadLetterQueue where dead letters go; empty for the queue's own {@code dead} set
 */
public record Redelivery(
    int maxDeliveries,
    Duration delay,
    double multiplier,
    Duration maxDelay,
    double jitter,
    Optional<String> deadLetterQueue) {
  public static final Option<Integer> MAX_DELIVERIES =
      Option.of(
          "maxDeliveries",
          OptionType.integer(1, 1_000_000),
          "10",
          "Deliveries after which an unacknowledged message becomes a dead letter.");
  public static final Option<Duration> DELAY =
      Option.of(
          "redeliveryDelay",
          OptionType.duration("0ms", "365d"),
          "0",
          "Pause before a redelivery; 0 redelivers at once and in order.");
  public static final Option<Double> MULTIPLIER =
      Option.of(
          "redeliveryMultiplier",
          OptionType.decimal(1, 1000),
          "1.0",
          "Factor by which the pause grows with each redelivery.");
  public static final Option<Duration> MAX_DELAY =
      Option.of(
          "maxRedeliveryDelay",
          OptionType.duration("0ms", "365d"),
          "1h",
          "Longest pause before a redelivery.");
  public static final Option<Double> JITTER =
      Option.of(
          "redeliveryJitter",
          OptionType.decimal(0, 1),
          "0.0",
          "Part of the pause that is random: 0.2 takes 80 to 100 % of it.");
  public static final Option<String> DEAD_LETTER_QUEUE =
      Option.of(
          "deadLetterQueue",
          OptionType.QUEUE_NAME,
          "",
          "Queue for dead letters; none keeps them in the queue's own `dead` set, seen as"
              + " `<queue>/dead`.");

  static final List<Option<?>> OPTIONS =
      List.of(MAX_DELIVERIES, DELAY, MULTIPLIER, MAX_DELAY, JITTER, DEAD_LETTER_QUEUE);

  static Redelivery from(OptionValues values) {
    return new Redelivery(
        values.get(MAX_DELIVERIES),
        values.get(DELAY),
        values.get(MULTIPLIER),
        values.get(MAX_DELAY),
        values.get(JITTER),
        Optional.of(values.get(DEAD_LETTER_QUEUE)).filter(name -> !name.isEmpty()));
  }

  /**
   * The pause before the next delivery.
   *
   * @param deliveries how often the message has been delivered so far, at least 1
   * @param random a draw from 0 (inclusive) to 1 (exclusive), used for the jitter
   */
  public Duration pauseAfter(int deliveries, double random) {
    double grown = delay.toMillis() * Math.pow(multiplier, Math.max(0, deliveries - 1));
    double capped = Math.min(grown, maxDelay.toMillis());
    return Duration.ofMillis(Math.round(capped * (1 - jitter * random)));
  }
}
