package io.echomq.jms.config;

import java.util.List;
import java.util.Optional;

/**
 * How messages are put on the wire.
 *
 * @param payload with our header line, or the body alone
 * @param groups whether JMSXGroupID chooses a fair lane or is only a property
 * @param compressAbove bodies longer than this are compressed; 0 for never, in bytes
 * @param maxInFlight most asynchronous sends that wait for their answer
 * @param maxTransactionOperations most sends and acknowledgements of one transaction
 * @param maxTransactionBytes most payload bytes of one transaction
 * @param expiryQueue where expired messages go; empty drops them
 */
public record Sending(
    Payload payload,
    Groups groups,
    long compressAbove,
    int maxInFlight,
    int maxTransactionOperations,
    long maxTransactionBytes,
    Optional<String> expiryQueue) {

  /** The form of a job's payload. */
  public enum Payload {
    /** One line of JSON headers, then the body. */
    JMS,
    /** The body alone, for consumers that know no JMS; headers and properties are not sent. */
    RAW
  }

  /** What JMSXGroupID does. */
  public enum Groups {
    /** Each group is a fair lane, consumed in order by one session at a time. */
    LANES,
    /** It is a property only; arrival order over all groups is kept. */
    PROPERTY
  }

  public static final Option<Payload> PAYLOAD =
      Option.of(
          "payload",
          OptionType.oneOf(Payload.class),
          "jms",
          "`raw` sends the body alone, without headers and properties, for consumers that know no"
              + " JMS.");
  public static final Option<Groups> GROUPS =
      Option.of(
          "groups",
          OptionType.oneOf(Groups.class),
          "lanes",
          "Whether JMSXGroupID chooses a fair lane, or is a property and no more.");
  public static final Option<Long> COMPRESS_ABOVE =
      Option.of(
          "compressAbove",
          OptionType.size("0", "1GB"),
          "0",
          "Bodies longer than this many bytes are compressed; 0 never.");
  public static final Option<Integer> MAX_IN_FLIGHT =
      Option.of(
          "maxInFlight",
          OptionType.integer(1, 1_000_000),
          "10000",
          "Most asynchronous sends waiting for their answer; further ones block.");
  public static final Option<Integer> MAX_TRANSACTION_OPERATIONS =
      Option.of(
          "maxTransactionOperations",
          OptionType.integer(1, 10_000_000),
          "100000",
          "Most sends and acknowledgements in one transaction; one more is refused.");
  public static final Option<Long> MAX_TRANSACTION_BYTES =
      Option.of(
          "maxTransactionBytes",
          OptionType.size("1KB", "2GB"),
          "64MB",
          "Most payload bytes in one transaction; a send beyond it is refused.");
  public static final Option<String> EXPIRY_QUEUE =
      Option.of(
          "expiryQueue", OptionType.QUEUE_NAME, "", "Queue for expired messages; none drops them.");

  static final List<Option<?>> OPTIONS =
      List.of(
          PAYLOAD,
          GROUPS,
          COMPRESS_ABOVE,
          MAX_IN_FLIGHT,
          MAX_TRANSACTION_OPERATIONS,
          MAX_TRANSACTION_BYTES,
          EXPIRY_QUEUE);

  static Sending from(OptionValues values) {
    return new Sending(
        values.get(PAYLOAD),
        values.get(GROUPS),
        values.get(COMPRESS_ABOVE),
        values.get(MAX_IN_FLIGHT),
        values.get(MAX_TRANSACTION_OPERATIONS),
        values.get(MAX_TRANSACTION_BYTES),
        Optional.of(values.get(EXPIRY_QUEUE)).filter(name -> !name.isEmpty()));
  }
}
