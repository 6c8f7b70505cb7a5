package io.echomq.jms.valkey;

import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Line;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.Settled;
import io.echomq.jms.wire.TransactionUnit;
import io.echomq.jms.wire.WireException;
import java.util.List;
import java.util.function.Supplier;

/**
 * A line of one connection: refuses when the connection is over, counts, and tells lifecycle
 * events.
 *
 * @param refusal why nothing is to be done any more; null as long as there is no reason
 */
record BrokerLine(
    Line line, Supplier<WireException> refusal, TrafficMeter meter, LifecycleEvents events)
    implements Line {

  @Override
  public Reply<Void> send(Outgoing message) {
    WireException why = refusal.get();
    if (why != null) {
      return Reply.failed(why);
    }
    meter.sent.increment();
    return events.sent(line.send(message), message);
  }

  @Override
  public Reply<Void> commit(TransactionUnit unit) {
    WireException why = refusal.get();
    if (why != null) {
      return Reply.failed(why);
    }
    meter.sent.add(unit.sends().size());
    meter.acknowledged.add(unit.acks().size());
    return events.committed(line.commit(unit), unit);
  }

  @Override
  public Reply<Settled> complete(List<LeaseToken> tokens) {
    WireException why = refusal.get();
    if (why != null) {
      return Reply.failed(why);
    }
    meter.acknowledged.add(tokens.size());
    return events.completed(line.complete(tokens), tokens);
  }
}
