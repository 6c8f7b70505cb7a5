package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a consumer says to the server about its part in a group.
 *
 * <p>Threads: any (immutable).
 */
final class GroupWire {
  private static final int PAGE = 1000;

  /** A record and how often it was handed out, this time included. */
  record Counted(StreamRecord record, int count) {}

  /** What was given back before, and ms until more of it may be taken; -1: no more is known of. */
  record Taken(long dueInMillis, List<Counted> records) {}

  private final TopicPort port;
  private final GroupPart part;

  GroupWire(TopicPort port, GroupPart part) {
    this.port = port;
    this.part = part;
  }

  /**
   * New records, each counted as handed out once. Never repeated by itself: see {@link #pending}.
   */
  List<Counted> read(int max) throws WireException {
    Command read =
        Command.of("XREADGROUP", "GROUP", part.group(), part.consumer(), "COUNT", max, "STREAMS")
            .add(part.stream())
            .add(">");
    List<Counted> records = new ArrayList<>();
    if (port.calls().once(link -> link.call(read)) instanceof List<?> streams) {
      List<?> first = (List<?>) streams.get(0);
      for (StreamRecord record : StreamRecord.readAll(first.get(1), part.topic(), port.codec())) {
        records.add(new Counted(record, 1));
      }
    }
    return records;
  }

  /** Records that were given back. Never repeated by itself: see {@link #pending}. */
  Taken take(int max) throws WireException {
    List<?> answer = (List<?>) port.calls().once(call("take-records", part.consumer(), max));
    List<Counted> records = new ArrayList<>();
    for (Object each : answer.subList(1, answer.size())) {
      List<?> entry = (List<?>) each;
      StreamRecord record =
          StreamRecord.read(
              Replies.toText(entry.get(0)), (List<?>) entry.get(2), part.topic(), port.codec());
      records.add(new Counted(record, (int) Replies.toLong(entry.get(1))));
    }
    return new Taken(Replies.toLong(answer.get(0)), records);
  }

  /** Where the group stands: what lies after it was delivered to nobody. */
  StreamId delivered() throws WireException {
    return GroupState.of(port, part.stream(), part.group())
        .map(GroupState::delivered)
        .orElse(StreamId.ZERO);
  }

  /** The positions that the server says we hold. */
  List<String> pending() throws WireException {
    List<String> all = new ArrayList<>();
    String from = "-";
    List<?> page;
    do {
      Command ask =
          Command.of("XPENDING", part.stream(), part.group(), from, "+", PAGE, part.consumer());
      page = (List<?>) port.calls().repeatable(link -> link.call(ask));
      for (Object entry : page) {
        all.add(Replies.toText(((List<?>) entry).get(0)));
      }
      from = page.isEmpty() ? "-" : "(" + all.get(all.size() - 1);
    } while (page.size() == PAGE);
    return all;
  }

  /** The consumers that the group knows, those we park at left out. */
  Set<String> consumers() throws WireException {
    Command ask = Command.of("XINFO", "CONSUMERS", part.stream(), part.group());
    Set<String> names = new HashSet<>();
    for (Object each : (List<?>) port.calls().repeatable(link -> link.call(ask))) {
      String name = Replies.toText(((List<?>) each).get(1));
      if (!name.startsWith(".")) {
        names.add(name);
      }
    }
    return names;
  }

  /**
   * Takes what a consumer holds back to where the others can take it.
   *
   * @param idleMillis only what it did not touch for so long; 0: all, and the consumer is forgotten
   * @param until server ms after which it is too late for that; 0: never
   */
  void reclaim(String consumer, long idleMillis, long until) throws WireException {
    ScriptCall call = call("reclaim-records", consumer, PAGE, idleMillis, until);
    while (Replies.toLong(port.calls().repeatable(call)) == PAGE) {
      // In bounded steps, so that others are served in between.
      continue;
    }
  }

  /** A script on this stream, with the group as its first argument. */
  ScriptCall call(String script, Object... arguments) {
    List<Object> all = new ArrayList<>();
    all.add(part.group());
    all.addAll(List.of(arguments));
    return new ScriptCall(port.script(script), List.of(part.stream()), all);
  }
}
