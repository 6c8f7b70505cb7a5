package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Replay;
import io.echomq.jms.wire.SubscriptionAdministration;
import io.echomq.jms.wire.SubscriptionSpec.Kind;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.List;

/**
 * See {@link SubscriptionAdministration}.
 *
 * <p>Threads: any.
 */
final class SubscriptionDesk implements SubscriptionAdministration {
  private final TopicPort port;
  private final Replays replays;

  SubscriptionDesk(TopicPort port, Replays replays) {
    this.port = port;
    this.replays = replays;
  }

  @Override
  public void seek(String clientId, String name, Replay to) throws WireException {
    byte[] key = port.keys().subscription(Kind.DURABLE, clientId, name);
    Command ask = Command.of("HMGET", key, "topic", "generation");
    List<?> found = (List<?>) port.calls().repeatable(link -> link.call(ask));
    if (found.get(0) == null) {
      throw new WireException(
          WireError.NO_SUCH_SUBSCRIPTION, "there is no durable subscription '" + name + "'");
    }
    Address topic = Address.topic(Replies.toText(found.get(0)));
    String group = port.keys().group(Kind.DURABLE, clientId, name, Replies.toText(found.get(1)));
    Command consumers = Command.of("ZCOUNT", port.keys().live(key), port.clock().now(), "+inf");
    if (Replies.toLong(port.calls().repeatable(link -> link.call(consumers))) > 0) {
      throw new WireException(
          WireError.SUBSCRIPTION_IN_USE,
          "subscription '" + name + "' has consumers; close them before it is moved");
    }
    StreamId start = replays.start(topic, to);
    ScriptCall move =
        new ScriptCall(
            port.script("drop-group"),
            List.of(port.keys().stream(topic)),
            List.of(group, start == null ? "$" : start.toString()));
    port.calls().repeatable(move);
  }
}
