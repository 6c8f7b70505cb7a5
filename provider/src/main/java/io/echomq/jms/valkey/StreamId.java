package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;

/**
 * A place in a stream, {@code <ms>-<seq>}.
 *
 * @param millis the part before the dash
 * @param seq the part after it
 */
record StreamId(long millis, long seq) implements Comparable<StreamId> {
  /** Before every record. */
  static final StreamId ZERO = new StreamId(0, 0);

  static StreamId parse(String text) throws WireException {
    int dash = text.indexOf('-');
    try {
      return new StreamId(
          Long.parseLong(text.substring(0, Math.max(0, dash))),
          Long.parseUnsignedLong(text.substring(dash + 1)));
    } catch (NumberFormatException unreadable) {
      throw new WireException(
          WireError.MALFORMED, "'" + text + "' is no position of a stream", unreadable);
    }
  }

  /** The last place before a millisecond. */
  static StreamId before(long millis) {
    return millis <= 0 ? ZERO : new StreamId(millis - 1, -1);
  }

  /** The last place before this one. */
  StreamId previous() {
    return seq == 0 ? before(millis) : new StreamId(millis, seq - 1);
  }

  @Override
  public int compareTo(StreamId other) {
    int byMillis = Long.compare(millis, other.millis);
    return byMillis != 0 ? byMillis : Long.compareUnsigned(seq, other.seq);
  }

  boolean isAfter(StreamId other) {
    return compareTo(other) > 0;
  }

  static StreamId max(StreamId one, StreamId other) {
    return one.isAfter(other) ? one : other;
  }

  /** As the server writes it. */
  @Override
  public String toString() {
    return millis + "-" + Long.toUnsignedString(seq);
  }
}
