package io.echomq.jms.client;

import io.echomq.jms.tx.Holdings;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;

/** Shows a session's buffers and leases to its unit of work. */
record SessionHoldings(
    ConnectionCore connection, List<ConsumerCore> consumers, LoadedMessages loaded)
    implements Holdings {

  @Override
  public List<Delivery> drainBuffers() {
    List<Delivery> all = new ArrayList<>(loaded.drain());
    for (ConsumerCore consumer : consumers) {
      all.addAll(consumer.drain());
    }
    return all;
  }

  @Override
  public void giveBack(List<GiveBack> messages) throws WireException {
    connection.hub.giveBack(messages);
  }

  @Override
  public void settling(List<LeaseToken> tokens) {
    connection.hub.leases().settling(tokens);
  }

  @Override
  public void settled(LeaseToken token) {
    connection.hub.leases().settled(token);
  }

  @Override
  public void lost(Delivery message) {
    connection.leaseLost(message.token().from(), message.messageId());
  }
}
