package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a consumer group stands.
 *
 * @param delivered what lies after it was delivered to nobody
 * @param pending how many records are delivered and not acknowledged
 * @param lag how many lie after {@code delivered}; -1 when the server does not know
 */
record GroupState(StreamId delivered, long pending, long lag) {

  /** Empty when there is no such group, or no stream. */
  static Optional<GroupState> of(TopicPort port, byte[] stream, String group) throws WireException {
    return Optional.ofNullable(all(port, stream).get(group));
  }

  /** Every group of a stream by its name; empty when there is no stream. */
  static Map<String, GroupState> all(TopicPort port, byte[] stream) throws WireException {
    Command ask = Command.of("XINFO", "GROUPS", stream);
    Object reply;
    try {
      reply = port.calls().repeatable(link -> link.call(ask));
    } catch (WireException refused) {
      if (!ServerErrors.isReply(refused, "ERR")) {
        throw refused;
      }
      return Map.of();
    }
    Map<String, GroupState> groups = new HashMap<>();
    for (Object each : (List<?>) reply) {
      Map<String, Object> fields = fields((List<?>) each);
      Object lag = fields.get("lag");
      groups.put(
          Replies.toText(fields.get("name")),
          new GroupState(
              StreamId.parse(Replies.toText(fields.get("last-delivered-id"))),
              Replies.toLong(fields.get("pending")),
              lag == null ? -1 : Replies.toLong(lag)));
    }
    return groups;
  }

  private static Map<String, Object> fields(List<?> flat) {
    Map<String, Object> fields = new HashMap<>();
    for (int i = 0; i + 1 < flat.size(); i += 2) {
      fields.put(Replies.toText(flat.get(i)), flat.get(i + 1));
    }
    return fields;
  }
}
