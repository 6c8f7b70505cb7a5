package io.echomq.jms.wire;

/**
 * Where in a topic's history a subscription begins and ends. A durable one heeds it only when it is
 * created, and never ends.
 *
 * @param start what {@code value} or {@code record} means
 * @param value with {@link Start#AT} server ms, with {@link Start#AGO} ms, with {@link Start#LAST}
 *     a number of records
 * @param record with {@link Start#RECORD} the id of the first record, {@code EVT…}
 * @param untilMillis server ms: records after it are not delivered; -1: it never ends
 */
public record Replay(Start start, long value, String record, long untilMillis) {

  /** What a replay begins with. */
  public enum Start {
    /** What is sent from now on. */
    NOW,
    /** The oldest record that is kept. */
    BEGINNING,
    /** The first record at or after a time. */
    AT,
    /** The first record at or after a time before now. */
    AGO,
    /** So many records before the end. */
    LAST,
    /** A record. */
    RECORD
  }

  /** No replay: what is sent from now on, for ever. */
  public static final Replay NONE = new Replay(Start.NOW, 0, null, -1);

  /** True when it begins with what is sent from now on. */
  public boolean isNow() {
    return start == Start.NOW || (start == Start.LAST && value <= 0);
  }

  /** From a start, without an end. */
  public static Replay from(Start start, long value) {
    return new Replay(start, value, null, -1);
  }

  /** From a record on, without an end. */
  public static Replay fromRecord(String id) {
    return new Replay(Start.RECORD, 0, id, -1);
  }

  /** The same, up to and with a time. */
  public Replay until(long millis) {
    return new Replay(start, value, record, millis);
  }
}
