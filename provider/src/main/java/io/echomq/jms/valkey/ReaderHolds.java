package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.WireException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the server how far the readers of a connection have come that have no group, so that
 * retention spares what they still need; it ends by itself with its lease.
 *
 * <p>Threads: any; one call at a time.
 */
final class ReaderHolds {
  private static final Logger LOG = LoggerFactory.getLogger(ReaderHolds.class);

  /** Server time and position of a hold. */
  record Held(long micros, StreamId position) {}

  private final TopicPort port;
  private final String connectionId;
  private final Set<Address> held = new HashSet<>();

  ReaderHolds(TopicPort port, String connectionId) {
    this.port = port;
    this.connectionId = connectionId;
  }

  /**
   * Holds a topic's log.
   *
   * @param part tells holds of one connection apart
   * @param position null: the top
   */
  Held hold(Address topic, String part, StreamId position) throws WireException {
    List<?> answer = set(topic, part, position == null ? "$" : position.toString());
    return new Held(Replies.toLong(answer.get(0)), StreamId.parse(Replies.toText(answer.get(1))));
  }

  void release(Address topic, String part) {
    try {
      set(topic, part, "");
    } catch (WireException later) {
      LOG.debug("a hold on {} ends with its lease", topic, later);
    }
  }

  /** Registers how far the readers have come; those of other topics are done. */
  synchronized void renew(Map<Address, StreamId> needed) throws WireException {
    for (Map.Entry<Address, StreamId> each : needed.entrySet()) {
      held.add(each.getKey());
      hold(each.getKey(), "", each.getValue());
    }
    for (Address topic : Set.copyOf(held)) {
      if (!needed.containsKey(topic)) {
        held.remove(topic);
        release(topic, "");
      }
    }
  }

  synchronized void releaseAll() {
    held.forEach(topic -> release(topic, ""));
    held.clear();
  }

  private List<?> set(Address topic, String part, String position) throws WireException {
    ScriptCall call =
        new ScriptCall(
            port.script("hold-reader"),
            List.of(port.keys().stream(topic)),
            List.of(connectionId + part, position, port.leaseMillis()));
    return (List<?>) port.calls().repeatable(call);
  }
}
