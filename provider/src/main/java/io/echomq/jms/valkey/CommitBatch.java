package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import java.util.List;

/** One transaction in one {@code commit-unit}. Threads: the leader of the channel. */
final class CommitBatch extends ChannelBatch {
  private final CommitCall call;
  private int scriptAt;

  CommitBatch(CommitCall call) {
    super(call);
    this.call = call;
  }

  @Override
  long patienceMillis() {
    return call.durability().timeoutMillis();
  }

  @Override
  boolean isKin(ChannelCall<?> other) {
    return false;
  }

  @Override
  List<Command> encode(long sequence) throws WireException {
    List<Command> commands = call.commands();
    scriptAt = commands.size() - 1;
    DurabilityTail.addTo(commands, call.durability(), call.mark());
    return commands;
  }

  @Override
  WireException refusal(List<Object> replies) {
    return Staging.firstError(replies, scriptAt);
  }

  @Override
  List<ChannelCall<?>> settle(List<Object> replies) {
    WireException refused = refusal(replies);
    try {
      if (refused == null) {
        call.applied(replies.get(scriptAt));
        refused = DurabilityTail.check(call.durability(), replies, call.doing());
      } else if (ServerErrors.isReply(refused, "EMQDUP")) {
        call.mintAnew(refused);
        return List.of(call);
      } else {
        refused = call.toFailure(refused);
      }
    } catch (WireException e) {
      refused = e;
    }
    if (refused == null) {
      call.reply.complete(null);
    } else {
      call.fail(refused);
    }
    return List.of();
  }
}
