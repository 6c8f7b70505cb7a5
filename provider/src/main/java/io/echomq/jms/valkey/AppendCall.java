package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Durability;
import io.echomq.jms.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One record on its way to a stream. Threads: made by the sender, then the channel's leader alone.
 */
final class AppendCall extends ChannelCall<Void> {
  private final TopicPort port;
  private final SendPort send;
  private final Address topic;
  private final byte[] stream;
  private final TopicRecord record;
  private final Durability durability;

  AppendCall(
      TopicPort port,
      SendPort send,
      Address topic,
      byte[] stream,
      TopicRecord record,
      Durability durability) {
    super(send.channel(), record.bytes());
    this.port = port;
    this.send = send;
    this.topic = topic;
    this.stream = stream;
    this.record = record;
    this.durability = durability;
  }

  @Override
  String doing() {
    return "send to " + topic;
  }

  @Override
  ChannelBatch openBatch() {
    return new Batch(this);
  }

  /**
   * Our mint goes on above what the server has minted for us, or it may mint the same again.
   *
   * @param asked the ids that were asked for, in the order of the final ones
   */
  static void raise(Mint mint, List<String> asked, Object finalIds) throws WireException {
    List<?> ids = (List<?>) finalIds;
    for (int i = 0; i < ids.size(); i++) {
      String id = Replies.toText(ids.get(i));
      if (i >= asked.size() || !id.equals(asked.get(i))) {
        mint.raise(BrandedId.decode(id));
      }
    }
  }

  private static final class Batch extends ChannelBatch {
    private final AppendCall first;

    Batch(AppendCall first) {
      super(first);
      this.first = first;
    }

    @Override
    boolean isKin(ChannelCall<?> call) {
      return call instanceof AppendCall append
          && Arrays.equals(append.stream, first.stream)
          && append.durability.equals(first.durability);
    }

    @Override
    String order() {
      return new String(first.stream, StandardCharsets.UTF_8);
    }

    @Override
    List<Command> encode(long sequence) throws WireException {
      SendPort send = first.send;
      String sha = first.port.script("append-records").sha1();
      QueueKeys queue = first.port.names().of(first.topic);
      Command script = Command.of("EVALSHA", sha, 1, first.stream);
      script.add(send.name()).add(numbers()).add(send.rememberMillis()).add(calls().size());
      for (ChannelCall<?> call : calls()) {
        ((AppendCall) call).record.addTo(script);
      }
      List<Command> commands = new ArrayList<>(List.of(script));
      DurabilityTail.addTo(commands, first.durability, queue.own("sync:" + send.name()));
      return commands;
    }

    @Override
    WireException refusal(List<Object> replies) {
      return replies.get(0) instanceof WireException refused ? refused : null;
    }

    @Override
    List<ChannelCall<?>> settle(List<Object> replies) {
      WireException failure = refusal(replies);
      try {
        if (failure == null) {
          List<String> asked = calls().stream().map(c -> ((AppendCall) c).record.id()).toList();
          raise(first.send.mint(), asked, replies.get(0));
          failure = DurabilityTail.check(first.durability, replies, first.doing());
        }
      } catch (WireException unreadable) {
        failure = unreadable;
      }
      for (ChannelCall<?> call : calls()) {
        if (failure == null) {
          ((AppendCall) call).reply.complete(null);
        } else {
          call.fail(failure);
        }
      }
      return List.of();
    }
  }
}
