package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Replay;
import io.echomq.jms.wire.WireException;
import java.util.List;

/**
 * Where in a stream a replay begins.
 *
 * <p>Threads: any (immutable).
 */
final class Replays {
  private static final int PAGE = 256;

  private final TopicPort port;

  Replays(TopicPort port) {
    this.port = port;
  }

  /**
   * The place before the first record; null: the top of the stream, whatever that is.
   *
   * @throws WireException INVALID_NAME when the record's id is none
   */
  StreamId start(Address topic, Replay replay) throws WireException {
    return switch (replay.start()) {
      case NOW -> null;
      case BEGINNING -> StreamId.ZERO;
      case AT -> StreamId.before(replay.value());
      case AGO -> StreamId.before(port.clock().now() - replay.value());
      case LAST -> replay.value() <= 0 ? null : last(topic, replay.value());
      case RECORD -> StreamId.parse(BrandedId.toStreamId(replay.record())).previous();
    };
  }

  /** Counts back from the end, in pages, since a position cannot be computed from a number. */
  private StreamId last(Address topic, long records) throws WireException {
    byte[] stream = port.keys().stream(topic);
    String end = "+";
    StreamId first = null;
    for (long left = records; left > 0; ) {
      Command page = Command.of("XREVRANGE", stream, end, "-", "COUNT", Math.min(left, PAGE));
      List<?> found = (List<?>) port.calls().repeatable(link -> link.call(page));
      if (found.isEmpty()) {
        return first == null ? null : StreamId.ZERO;
      }
      List<?> oldest = (List<?>) found.get(found.size() - 1);
      first = StreamId.parse(Replies.toText(oldest.get(0)));
      end = "(" + first;
      left -= found.size();
    }
    return first.previous();
  }
}
