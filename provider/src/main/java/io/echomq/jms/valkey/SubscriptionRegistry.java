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
   * @param alone {@code jms:<connection>:} of a connection that holds the subscription's client id:
   *     who else consumes from it is gone or fenced off; empty: others may live
   * @throws WireException {@link WireError#SUBSCRIPTION_IN_USE}
   */
  GroupPart join(SubscriptionSpec spec, String consumer, StreamId start, String alone)
      throws WireException {
    byte[] key = port.keys().subscription(spec.kind(), spec.clientId(), spec.name());
    String generation = port.mint().next("SUB");
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
                port.leaseMillis(),
                spec.replay().isNow() ? "0" : "1",
                alone));
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
    createGroup(stream, part.group(), Replies.toText(answer.get(2)));
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
    destroyNamed(changeIdle("drop-subscription", clientId, name, List.of()));
  }

  /**
   * Lets a durable subscription go on from another place; what it had not acknowledged is
   * forgotten.
   *
   * @param past what was sent with a delay before it existed is for it too
   * @throws WireException as {@link #drop}
   */
  void move(String clientId, String name, StreamId start, boolean past) throws WireException {
    String generation = port.mint().next("SUB");
    List<?> answer =
        changeIdle(
            "move-subscription",
            clientId,
            name,
            List.of(generation, start.toString(), past ? "1" : "0"));
    Address topic = Address.topic(Replies.toText(answer.get(1)));
    createGroup(port.keys().stream(topic), Replies.toText(answer.get(3)), start.toString());
    destroyNamed(answer);
  }

  /**
   * A change that needs a durable subscription which nobody uses. The registration knows consumers
   * that were closed before their messages were acknowledged; whether they hold some yet their
   * group knows.
   */
  private List<?> changeIdle(String script, String clientId, String name, List<?> arguments)
      throws WireException {
    byte[] key = port.keys().subscription(Kind.DURABLE, clientId, name);
    String what = "subscription '" + name + "'" + of(clientId);
    List<Object> all = new ArrayList<>(arguments);
    while (true) {
      if (isPrepared(key, clientId, name)) {
        throw new WireException(
            WireError.SUBSCRIPTION_IN_USE, what + " has messages in a prepared transaction");
      }
      List<?> answer = call(script, key, all);
      long outcome = Replies.toLong(answer.get(0));
      if (outcome == 0) {
        throw new WireException(WireError.NO_SUCH_SUBSCRIPTION, "there is no durable " + what);
      } else if (outcome == -1) {
        throw new WireException(
            WireError.SUBSCRIPTION_IN_USE, what + " has a consumer; close it first");
      } else if (outcome > 0) {
        return answer;
      }
      for (Object holder : answer.subList(1, answer.size())) {
        if (holds(key, clientId, name, Replies.toText(holder))) {
          throw new WireException(
              WireError.SUBSCRIPTION_IN_USE,
              what
                  + " has messages that were received and are not acknowledged; acknowledge them,"
                  + " or end their transaction, first");
        }
        all.add(Replies.toText(holder));
      }
    }
  }

  private boolean isPrepared(byte[] key, String clientId, String name) throws WireException {
    return holds(key, clientId, name, ".branch");
  }

  private boolean holds(byte[] key, String clientId, String name, String consumer)
      throws WireException {
    // Acknowledgements on their way look like it too: let them pass first.
    port.channels().awaitAll(port.leaseMillis());
    Command ask = Command.of("HMGET", key, "topic", "generation");
    List<?> is = (List<?>) port.calls().repeatable(link -> link.call(ask));
    if (is.get(0) == null || is.get(1) == null) {
      return false;
    }
    byte[] stream = port.keys().stream(Address.topic(Replies.toText(is.get(0))));
    String group = port.keys().group(Kind.DURABLE, clientId, name, Replies.toText(is.get(1)));
    Command pending = Command.of("XPENDING", stream, group, "-", "+", 1, consumer);
    try {
      return !((List<?>) port.calls().repeatable(link -> link.call(pending))).isEmpty();
    } catch (WireException refused) {
      if (!ServerErrors.isReply(refused, "NOGROUP")) {
        throw refused;
      }
      return false;
    }
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
    createGroup(part.stream(), part.group(), Replies.toText(start));
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
                port.script("drop-group"), List.of(port.keys().stream(topic)), List.of(group)));
  }

  private void createGroup(byte[] stream, String group, String start) throws WireException {
    Command create = Command.of("XGROUP", "CREATE", stream, group, start, "MKSTREAM");
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
