package io.echomq.jms.valkey;

import io.echomq.jms.codec.PayloadCodec;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads messages that the upkeep of a queue has found expired and leased.
 *
 * <p>Threads: any (immutable).
 */
final class ExpiredRows {
  private final PooledCalls calls;
  private final Keys keys;
  private final PayloadCodec codec;

  ExpiredRows(PooledCalls calls, Keys keys, PayloadCodec codec) {
    this.calls = calls;
    this.keys = keys;
    this.codec = codec;
  }

  /** The messages; rows that vanished meanwhile are left out. */
  List<Delivery> read(Address queue, List<LeaseToken> tokens) throws WireException {
    List<Command> questions = new ArrayList<>();
    for (LeaseToken token : tokens) {
      questions.add(Command.of("HGET", LargeBodies.row(keys.of(queue), token.id()), "payload"));
    }
    List<Object> payloads = calls.pipeline(questions);
    List<Delivery> messages = new ArrayList<>();
    for (int i = 0; i < payloads.size(); i++) {
      if (payloads.get(i) instanceof byte[] payload) {
        LeaseToken token = tokens.get(i);
        Claimed row = new Claimed(token.id(), token.fence(), 1, payload);
        messages.add(row.toDelivery(token.from(), payload, codec, 0));
      }
    }
    return messages;
  }
}
