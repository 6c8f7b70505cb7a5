package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import java.util.List;

/** A call of no commands: answered when all before it are. Threads: as {@link ChannelCall}. */
final class BarrierCall extends ChannelCall<Void> {
  BarrierCall(CommandChannel channel) {
    super(channel, 0);
  }

  @Override
  String doing() {
    return "wait for the replies that are due";
  }

  @Override
  ChannelBatch openBatch() {
    return new Batch(this);
  }

  private static final class Batch extends ChannelBatch {
    Batch(BarrierCall first) {
      super(first);
    }

    @Override
    boolean isKin(ChannelCall<?> call) {
      return call instanceof BarrierCall;
    }

    @Override
    List<Command> encode(long sequence) {
      return List.of();
    }

    @Override
    WireException refusal(List<Object> replies) {
      return null;
    }

    @Override
    List<ChannelCall<?>> settle(List<Object> replies) {
      for (ChannelCall<?> call : calls()) {
        ((BarrierCall) call).reply.complete(null);
      }
      return List.of();
    }
  }
}
