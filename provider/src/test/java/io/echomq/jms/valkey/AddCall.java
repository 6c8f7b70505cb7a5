package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;

/** A call of {@link ScriptedServer}: adds one item to the list of a kin. */
final class AddCall extends ChannelCall<String> {
  private final String kin;
  private final String item;

  AddCall(CommandChannel channel, String kin, String item) {
    super(channel, item.length());
    this.kin = kin;
    this.item = item;
  }

  @Override
  String doing() {
    return "add " + item;
  }

  @Override
  ChannelBatch openBatch() {
    return new Batch(this);
  }

  private static final class Batch extends ChannelBatch {
    private final String kin;

    Batch(AddCall first) {
      super(first);
      kin = first.kin;
    }

    @Override
    boolean isKin(ChannelCall<?> call) {
      return call instanceof AddCall add && add.kin.equals(kin);
    }

    @Override
    String order() {
      return kin;
    }

    @Override
    List<Command> encode(long sequence) {
      Command command = Command.of("ADD", kin, numbers());
      for (ChannelCall<?> call : calls()) {
        command.add(((AddCall) call).item);
      }
      return List.of(command);
    }

    @Override
    WireException refusal(List<Object> replies) {
      return replies.get(0) instanceof WireException refused ? refused : null;
    }

    @Override
    List<ChannelCall<?>> settle(List<Object> replies) {
      for (ChannelCall<?> call : new ArrayList<>(calls())) {
        if (refusal(replies) == null) {
          ((AddCall) call).reply.complete(((AddCall) call).item);
        } else {
          call.fail(refusal(replies));
        }
      }
      return List.of();
    }
  }
}
