package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Replay;
import io.echomq.jms.wire.SubscriptionAdministration;
import io.echomq.jms.wire.SubscriptionSpec.Kind;
import io.echomq.jms.wire.SubscriptionStat;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * See {@link SubscriptionAdministration}.
 *
 * <p>Threads: any.
 */
final class SubscriptionDesk implements SubscriptionAdministration {
  private final TopicPort port;
  private final Replays replays;
  private final SubscriptionRegistry registry;

  SubscriptionDesk(TopicPort port, Replays replays, SubscriptionRegistry registry) {
    this.port = port;
    this.replays = replays;
    this.registry = registry;
  }

  @Override
  public List<SubscriptionStat> list() throws WireException {
    Command index = Command.of("HVALS", port.keys().index());
    List<SubscriptionStat> all = new ArrayList<>();
    // A topic may have thousands, and the server tells the groups of a stream only all together.
    Map<Address, Map<String, GroupState>> groups = new HashMap<>();
    for (Object unit : (List<?>) port.calls().repeatable(link -> link.call(index))) {
      SubscriptionStat stat = stat(Replies.toText(unit), groups);
      if (stat != null) {
        all.add(stat);
      }
    }
    all.sort(
        Comparator.comparing(SubscriptionStat::topic)
            .thenComparing(SubscriptionStat::clientId, Comparator.nullsFirst(String::compareTo))
            .thenComparing(SubscriptionStat::name));
    return all;
  }

  /** Null when it has ended meanwhile. */
  private SubscriptionStat stat(String unit, Map<Address, Map<String, GroupState>> groups)
      throws WireException {
    byte[] key = port.keys().registration(unit);
    Command ask = Command.of("HMGET", key, "topic", "kind", "selector", "noLocal", "generation");
    Command live = Command.of("ZCOUNT", port.keys().live(key), port.clock().now(), "+inf");
    List<Object> answers = port.calls().pipeline(List.of(ask, live));
    List<?> is = (List<?>) answers.get(0);
    if (is.contains(null)) {
      return null;
    }
    Address topic = Address.topic(Replies.toText(is.get(0)));
    String group = TopicKeys.OURS + unit + ":" + Replies.toText(is.get(4));
    Map<String, GroupState> known = groups.get(topic);
    if (known == null) {
      known = GroupState.all(port, port.keys().stream(topic));
      groups.put(topic, known);
    }
    Optional<GroupState> state = Optional.ofNullable(known.get(group));
    return new SubscriptionStat(
        topic.name(),
        Kind.valueOf(Replies.toText(is.get(1))),
        TopicKeys.clientOf(unit),
        TopicKeys.nameOf(unit),
        Replies.toText(is.get(2)),
        Replies.toText(is.get(3)).equals("1"),
        (int) Replies.toLong(answers.get(1)),
        state.map(found -> found.delivered().toString()).orElse(null),
        state.map(GroupState::pending).orElse(0L),
        state.map(GroupState::lag).orElse(-1L));
  }

  @Override
  public void seek(String clientId, String name, Replay to) throws WireException {
    byte[] key = port.keys().subscription(Kind.DURABLE, clientId, name);
    Command ask = Command.of("HGET", key, "topic");
    Object found = port.calls().repeatable(link -> link.call(ask));
    if (found == null) {
      throw new WireException(
          WireError.NO_SUCH_SUBSCRIPTION, "there is no durable subscription '" + name + "'");
    }
    Address topic = Address.topic(Replies.toText(found));
    StreamId wanted = replays.start(topic, to);
    ReaderHolds holds = new ReaderHolds(port, port.channels().first().name());
    String part = ".seek." + port.mint().next("SUB");
    // Holds the log from there on until the group does.
    ReaderHolds.Held held = holds.hold(topic, part, wanted);
    try {
      registry.move(clientId, name, held.position(), !to.isNow());
    } finally {
      holds.release(topic, part);
    }
  }

  @Override
  public void drop(String clientId, String name) throws WireException {
    registry.drop(clientId, name);
  }
}
