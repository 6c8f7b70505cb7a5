package io.echomq.jms.valkey;

import io.echomq.jms.wire.LeaseToken;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** What a transaction does to one stream. Threads: one at a time. */
final class StreamPart {
  final List<TopicRecord> records = new ArrayList<>();
  private final Map<String, List<LeaseToken>> acks = new LinkedHashMap<>();
  private final Map<String, GroupPart> parts = new LinkedHashMap<>();

  void add(GroupPart part, LeaseToken ack) {
    // Consumers are unique over all groups.
    parts.put(part.consumer(), part);
    acks.computeIfAbsent(part.consumer(), c -> new ArrayList<>()).add(ack);
  }

  void addTo(Command script) {
    script.add(records.size());
    records.forEach(record -> record.addTo(script));
    script.add(acks.size());
    acks.forEach(
        (consumer, tokens) -> {
          script.add(parts.get(consumer).group()).add(consumer).add(tokens.size());
          tokens.forEach(token -> script.add(token.id()));
        });
  }

  /** Adds it as prepare takes it: with the way back of each acknowledgement. */
  void addTo(Command script, ToLongFunction<LeaseToken> ways) {
    addTo(script);
    acks.values().forEach(tokens -> tokens.forEach(token -> script.add(ways.applyAsLong(token))));
  }
}
