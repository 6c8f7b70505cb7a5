package io.echomq.jms.wire.fake;

import io.echomq.jms.wire.MessageData;
import io.echomq.jms.wire.Outgoing;

/** A record as one subscription has it. Threads: guarded by the server. */
final class FakeEntry {
  final long position;
  final Outgoing record;

  /** Serial of the consumer that holds it; 0: nobody. */
  long holder;

  long readyAt;
  int count;

  FakeEntry(long position, Outgoing record) {
    this.position = position;
    this.record = record;
    this.readyAt = record.message().header().deliveryTime();
  }

  MessageData message() {
    return record.message();
  }

  boolean expired(long now) {
    long expiration = message().header().expiration();
    return expiration > 0 && expiration <= now;
  }
}
