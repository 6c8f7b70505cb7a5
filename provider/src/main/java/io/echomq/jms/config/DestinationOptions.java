package io.echomq.jms.config;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A destination's name with what stands behind its {@code ?}, for example {@code
 * orders?payload=raw&sync=aof} or {@code prices?from=-1h}. Options that a connection has too
 * override it here: {@link Options#overriddenBy}. The name is not checked here, and the options are
 * never part of it.
 *
 * @param name the bare name, everything before the {@code ?}
 * @param values every option that was set
 */
public record DestinationOptions(String name, OptionValues values) {

  /** What a send does when the queue stands at {@code maxLength} or {@code maxBytes}. */
  public enum OnFull {
    /** Wait for room, at most {@code sendTimeout}. */
    BLOCK,
    /** Throw ResourceAllocationException. */
    FAIL,
    /** Move the oldest messages to the dead letters. */
    DROP_OLDEST
  }

  public static final Option<StartPosition> FROM =
      Option.of(
          "from",
          StartPosition.TYPE,
          "now",
          "Topics: where a new subscription or reader begins. A durable one heeds it when it is"
              + " created.");
  public static final Option<StartPosition> UNTIL =
      Option.of("until", StartPosition.TYPE, "now", "Topics: where a replay ends; unset, never.");
  public static final Option<Long> LAST =
      Option.of(
          "last",
          OptionType.count(0, Long.MAX_VALUE),
          "0",
          "Topics: begin that many records before the end; not together with `from`.");
  public static final Option<Long> MAX_LENGTH =
      Option.of(
          "maxLength",
          OptionType.count(0, Long.MAX_VALUE),
          "0",
          "Most waiting messages of a queue; 0 is no limit.");
  public static final Option<Long> MAX_BYTES =
      Option.of(
          "maxBytes",
          OptionType.size("0", "1048576GB"),
          "0",
          "Most payload bytes waiting in a queue; 0 is no limit.");
  public static final Option<OnFull> ON_FULL =
      Option.of(
          "onFull",
          OptionType.oneOf(OnFull.class),
          "block",
          "What a send does when the queue is full: wait at most `sendTimeout`, fail, or move the"
              + " oldest message to the dead letters.");

  static final List<Option<?>> OPTIONS =
      List.of(
          Sending.PAYLOAD,
          Durability.SYNC,
          Durability.COUNT,
          Durability.TIMEOUT,
          Durability.ON_TIMEOUT,
          FROM,
          UNTIL,
          LAST,
          Redelivery.MAX_DELIVERIES,
          Redelivery.DELAY,
          Redelivery.MULTIPLIER,
          Redelivery.MAX_DELAY,
          Redelivery.JITTER,
          Redelivery.DEAD_LETTER_QUEUE,
          Sending.EXPIRY_QUEUE,
          MAX_LENGTH,
          MAX_BYTES,
          ON_FULL,
          Receiving.PREFETCH);

  private static final List<Option<?>> OF_TOPICS = List.of(FROM, UNTIL, LAST);
  private static final List<Option<?>> OF_QUEUES = List.of(MAX_LENGTH, MAX_BYTES, ON_FULL);

  /** Checks that no part is missing. */
  public DestinationOptions {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(values, "values");
  }

  /**
   * Splits a name from its options.
   *
   * @throws ConfigException naming an unknown option, or a value that is refused
   */
  public static DestinationOptions parse(String text) {
    int mark = text.indexOf('?');
    String query = mark < 0 ? "" : text.substring(mark + 1);
    OptionValues values = OptionTable.DESTINATION.parseQuery(query, OptionValues.NONE);
    return new DestinationOptions(mark < 0 ? text : text.substring(0, mark), values).validated();
  }

  /**
   * A copy with one option set, for bean properties of administered objects.
   *
   * @param option the option's name
   * @param value its text, not percent-encoded; null takes the option away
   */
  public DestinationOptions with(String option, String value) {
    Option<?> known = OptionTable.DESTINATION.named(option);
    return new DestinationOptions(
        name, value == null ? values.without(known) : values.put(known, value));
  }

  /** Checks the rules between options; {@link #parse} has done so. */
  public DestinationOptions validated() {
    if (values.has(LAST) && values.has(FROM)) {
      throw LAST.refuse(values.get(LAST), "it cannot stand beside 'from'; keep one");
    }
    if (until().orElse(null) instanceof StartPosition.Record) {
      throw UNTIL.refuse(values.text(UNTIL).orElse(""), "an end is a time; name one");
    }
    if (from().orElse(null) instanceof StartPosition.At first
        && until().orElse(null) instanceof StartPosition.At end
        && end.time().isBefore(first.time())) {
      throw UNTIL.refuse(values.text(UNTIL).orElse(""), "it is before 'from'");
    }
    return this;
  }

  /** Whether the name says something of this option, if only that a factory's does not hold. */
  public boolean says(Option<?> option) {
    return values.has(option);
  }

  /**
   * Refuses what would be ignored: a replay of a queue, a bound of a topic.
   *
   * @throws ConfigException naming the option
   */
  public DestinationOptions validFor(boolean queue) {
    for (Option<?> foreign : queue ? OF_TOPICS : OF_QUEUES) {
      if (values.has(foreign)) {
        String remedy =
            queue ? "only topics have it, not queues" : "only queues have it, not topics";
        throw foreign.refuse(values.text(foreign).orElse(""), remedy);
      }
    }
    return this;
  }

  /** Where a reader begins; empty when not said. */
  public Optional<StartPosition> from() {
    return values.find(FROM);
  }

  /** Where a replay ends; empty for never. */
  public Optional<StartPosition> until() {
    return values.find(UNTIL);
  }

  /** How many records before the end a reader begins; empty when not said. */
  public Optional<Long> last() {
    return values.find(LAST);
  }

  /** Most waiting messages; 0 is no limit. */
  public long maxLength() {
    return values.get(MAX_LENGTH);
  }

  /** Most payload bytes waiting; 0 is no limit. */
  public long maxBytes() {
    return values.get(MAX_BYTES);
  }

  /** What a send does when the queue is full. */
  public OnFull onFull() {
    return values.get(ON_FULL);
  }

  /** The name with its options; read back by {@link #parse}. */
  @Override
  public String toString() {
    return name + OptionTable.DESTINATION.formatQuery(values, Set.of(), false);
  }
}
