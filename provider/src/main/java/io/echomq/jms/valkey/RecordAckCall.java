package io.echomq.jms.valkey;

import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Settled;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Acknowledgements of records that one consumer of a group holds; answers the tokens that were
 * lost. Those of all consumers of a stream share a script call. Threads: made by the caller, then
 * the channel's leader alone.
 */
final class RecordAckCall extends ChannelCall<Settled> {
  /** So many tokens a call, and a script call, at most. */
  static final int MAX_TOKENS = 500;

  private static final int BYTES_EACH = 30;

  private final TopicPort port;
  private final SendPort send;
  private final GroupPart part;
  private final List<LeaseToken> tokens;

  RecordAckCall(TopicPort port, SendPort send, GroupPart part, List<LeaseToken> tokens) {
    super(send.channel(), (long) tokens.size() * BYTES_EACH);
    this.port = port;
    this.send = send;
    this.part = part;
    this.tokens = tokens;
  }

  @Override
  String doing() {
    return "acknowledge " + tokens.size() + " of " + part.topic();
  }

  @Override
  boolean isPatient() {
    return true;
  }

  @Override
  ChannelBatch openBatch() {
    return new Batch(this);
  }

  private static final class Batch extends ChannelBatch {
    private final RecordAckCall first;

    Batch(RecordAckCall first) {
      super(first);
      this.first = first;
    }

    @Override
    boolean isKin(ChannelCall<?> call) {
      return call instanceof RecordAckCall ack
          && Arrays.equals(ack.part.stream(), first.part.stream())
          && ack.bytes + bytes() <= (long) MAX_TOKENS * BYTES_EACH;
    }

    @Override
    List<Command> encode(long sequence) throws WireException {
      Command script =
          Command.of("EVALSHA", first.port.script("ack-records").sha1(), 1, first.part.stream());
      for (Map.Entry<GroupPart, List<LeaseToken>> each : byConsumer().entrySet()) {
        script.add(each.getKey().group()).add(each.getKey().consumer());
        script.add(each.getValue().size());
        each.getValue().forEach(token -> script.add(token.id()));
      }
      List<Command> commands = new ArrayList<>(List.of(script));
      SendPort send = first.send;
      DurabilityTail.addTo(
          commands,
          first.port.durability(),
          first.port.names().of(first.part.topic()).own("sync:" + send.name()));
      return commands;
    }

    /** In the order of the script's arguments. */
    private Map<GroupPart, List<LeaseToken>> byConsumer() {
      Map<GroupPart, List<LeaseToken>> parts = new LinkedHashMap<>();
      for (ChannelCall<?> call : calls()) {
        RecordAckCall ack = (RecordAckCall) call;
        parts.computeIfAbsent(ack.part, part -> new ArrayList<>()).addAll(ack.tokens);
      }
      return parts;
    }

    @Override
    WireException refusal(List<Object> replies) {
      return replies.get(0) instanceof WireException refused ? refused : null;
    }

    @Override
    List<ChannelCall<?>> settle(List<Object> replies) {
      WireException failure = refusal(replies);
      if (failure == null) {
        failure = DurabilityTail.check(first.port.durability(), replies, first.doing());
      }
      if (failure != null) {
        fail(failure);
        return List.of();
      }
      Map<GroupPart, Set<String>> taken = new HashMap<>();
      int at = 0;
      for (GroupPart part : byConsumer().keySet()) {
        taken.put(part, Replies.toTexts(((List<?>) replies.get(0)).get(at++)));
      }
      for (ChannelCall<?> call : calls()) {
        RecordAckCall ack = (RecordAckCall) call;
        Set<String> lost = taken.get(ack.part);
        ack.reply.complete(
            Settled.ofLost(ack.tokens.stream().filter(t -> lost.contains(t.id())).toList()));
      }
      return List.of();
    }
  }
}
