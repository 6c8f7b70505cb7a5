package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.SubscriptionSpec;
import io.echomq.jms.wire.SubscriptionSpec.Kind;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The identities of named subscriptions, unique over all topics (§8.3). Registry and group lie in
 * different slots: the registry is written first and names the group by a generation, so that a
 * crash leaves no group that nobody knows of holding the log for ever (hard cases, 24).
 *
 * <p>Threads: any.
 */
final class SubscriptionRegistry {
  private static final Logger LOG = LoggerFactory.getLogger(SubscriptionRegistry.class);

  private final TopicPort port;

  SubscriptionRegistry(TopicPort port) {
    this.port = port;
  }

  /**
   * Creates the subscription or joins it; its group is there when this returns.
   *
   * @param consumer a fresh name
   * @param start where a new one begins
   * @throws WireException {@link WireError#SUBSCRIPTION_IN_USE}
   */
  GroupPart join(SubscriptionSpec spec, String consumer, StreamId start) throws WireException {
    byte[] key = port.keys().subscription(spec.kind(), spec.clientId(), spec.name());
    String generation = port.send().mint().next("SUB");
    String selector = spec.filter() == null ? "" : spec.filter().text();
    List<?> answer =
        call(
            "join-subscription",
            key,
            List.of(
                spec.topic().name(),
                spec.kind().name(),
                selector,
                spec.noLocal() ? "1" : "0",
                generation,
                start.toString(),
                consumer,
                port.leaseMillis()));
    long outcome = Replies.toLong(answer.get(0));
    if (outcome < 0) {
      throw refusal(spec, outcome, Replies.toText(answer.get(1)));
    }
    if (answer.size() > 4) {
      replaced(spec, answer);
    }
    byte[] stream = port.keys().stream(spec.topic());
    GroupPart part =
        new GroupPart(
            spec.topic(),
            stream,
            Replies.toText(answer.get(1)),
            consumer,
            key,
            Replies.toLong(answer.get(3)),
            spec.kind().shared());
    createGroup(part, Replies.toText(answer.get(2)));
    return part;
  }

  /** Takes a consumer out; a subscription that is not durable ends with the last one. */
  void leave(GroupPart part, boolean holdsMessages) throws WireException {
    List<?> answer =
        call(
            "leave-subscription",
            part.registration(),
            List.of(part.group(), part.consumer(), holdsMessages ? port.leaseMillis() : 0L));
    destroyNamed(answer);
  }

  /** Ends a subscription that is not durable when the leases of all its consumers are over. */
  void sweep(String group) throws WireException {
    destroyNamed(
        call("leave-subscription", port.keys().subscriptionOf(group), List.of(group, "", 0L)));
  }

  /**
   * Deletes a durable subscription.
   *
   * @throws WireException {@link WireError#NO_SUCH_SUBSCRIPTION}, {@link
   *     WireError#SUBSCRIPTION_IN_USE}
   */
  void drop(String clientId, String name) throws WireException {
    byte[] key = port.keys().subscription(Kind.DURABLE, clientId, name);
    List<?> answer = call("drop-subscription", key, List.of());
    long outcome = Replies.toLong(answer.get(0));
    if (outcome == 0) {
      throw new WireException(
          WireError.NO_SUCH_SUBSCRIPTION,
          "there is no durable subscription '" + name + "'" + of(clientId));
    } else if (outcome < 0) {
      throw new WireException(
          WireError.SUBSCRIPTION_IN_USE,
          "subscription '" + name + "'" + of(clientId) + " has a consumer; close it first");
    }
    destroyNamed(answer);
  }

  /**
   * Renews a consumer's lease.
   *
   * @return the consumers whose messages nobody else may take; empty when this one is out
   */
  List<String> renew(GroupPart part, boolean closed) throws WireException {
    List<String> live = new ArrayList<>();
    Object[] arguments = {part.group(), part.consumer(), port.leaseMillis(), closed ? "1" : "0"};
    for (Object each : call("renew-consumer", part.registration(), List.of(arguments))) {
      live.add(Replies.toText(each));
    }
    return live;
  }

  /** The group anew at its start, when the subscription still is there but its group is not. */
  boolean restoreGroup(GroupPart part) throws WireException {
    if (renew(part, false).isEmpty()) {
      return false;
    }
    Object start =
        port.calls()
            .repeatable(link -> link.call(Command.of("HGET", part.registration(), "start")));
    createGroup(part, Replies.toText(start));
    LOG.warn("{}: group {} was gone and begins anew at {}", part.topic(), part.group(), start);
    return true;
  }

  /** True when a subscription names this group. */
  boolean knows(Address topic, String group) throws WireException {
    byte[] index = port.keys().index();
    Command ask = Command.of("HEXISTS", index, topic.name() + " " + group);
    return Replies.toLong(port.calls().repeatable(link -> link.call(ask))) == 1;
  }

  void destroyGroup(Address topic, String group) throws WireException {
    port.calls()
        .repeatable(
            new ScriptCall(
                port.script("drop-group"), List.of(port.keys().stream(topic)), List.of(group, "")));
  }

  private void createGroup(GroupPart part, String start) throws WireException {
    Command create = Command.of("XGROUP", "CREATE", part.stream(), part.group(), start, "MKSTREAM");
    try {
      port.calls().repeatable(link -> link.call(create));
    } catch (WireException refused) {
      if (!ServerErrors.isReply(refused, "BUSYGROUP")) {
        throw refused;
      }
    }
  }

  private void replaced(SubscriptionSpec spec, List<?> answer) throws WireException {
    String topic = Replies.toText(answer.get(4));
    String group = Replies.toText(answer.get(5));
    if (spec.kind().durable()) {
      LOG.warn(
          "subscription '{}'{} was changed: the one on topic {} with selector '{}' was dropped with"
              + " all that it had not delivered",
          spec.name(),
          of(spec.clientId()),
          topic,
          Replies.toText(answer.get(6)));
    }
    destroyGroup(Address.topic(topic), group);
  }

  private void destroyNamed(List<?> answer) throws WireException {
    if (Replies.toLong(answer.get(0)) == 1) {
      destroyGroup(Address.topic(Replies.toText(answer.get(1))), Replies.toText(answer.get(2)));
    }
  }

  private List<?> call(String script, byte[] key, List<?> arguments) throws WireException {
    return (List<?>)
        port.calls().repeatable(new ScriptCall(port.script(script), List.of(key), arguments));
  }

  private static WireException refusal(SubscriptionSpec spec, long outcome, String why) {
    String what = "subscription '" + spec.name() + "'" + of(spec.clientId());
    return new WireException(
        WireError.SUBSCRIPTION_IN_USE,
        outcome == -2
            ? what
                + " exists as "
                + (Kind.valueOf(why).shared() ? "a shared" : "an unshared")
                + " one; unsubscribe it first, or choose another name"
            : what + ": " + why + "; close it first, or choose another name");
  }

  private static String of(String clientId) {
    return clientId == null ? "" : " of client '" + clientId + "'";
  }
}
