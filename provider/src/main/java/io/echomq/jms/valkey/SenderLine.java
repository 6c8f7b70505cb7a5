package io.echomq.jms.valkey;

import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Line;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.Settled;
import io.echomq.jms.wire.TransactionUnit;
import java.util.List;
import java.util.function.Supplier;

/**
 * A line over the channels of a runtime.
 *
 * @param from who sends, at the time of a call
 * @param line keeps the order
 */
record SenderLine(JobSender sender, Supplier<Origin> from, ChannelLine line) implements Line {

  @Override
  public Reply<Void> send(Outgoing message) {
    return sender.send(message, from.get(), line);
  }

  @Override
  public Reply<Void> commit(TransactionUnit unit) {
    return sender.commit(unit, from.get(), line);
  }

  @Override
  public Reply<Settled> complete(List<LeaseToken> tokens) {
    return sender.complete(tokens, line);
  }
}
