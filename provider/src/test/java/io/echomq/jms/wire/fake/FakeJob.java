package io.echomq.jms.wire.fake;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.MessageData;

/** A row. Threads: guarded by the server. */
final class FakeJob {

  enum State {
    PENDING,
    ACTIVE,
    SCHEDULED,
    DEAD
  }

  final String id;
  final MessageData message;
  State state = State.PENDING;
  long attempts;
  long returned;
  long runAt;
  long leaseUntil;
  String owner;
  String lastError;

  /** True when it is scheduled for a retry: its group waits for it (hard cases, 17). */
  boolean retrying;

  FakeJob(String id, MessageData message) {
    this.id = id;
    this.message = message;
  }

  int score() {
    return 4 - message.header().priority();
  }

  String group() {
    return message.properties().get("JMSXGroupID") instanceof String group ? group : null;
  }

  boolean expired(long now) {
    long expiration = message.header().expiration();
    return expiration > 0 && expiration <= now;
  }

  int count() {
    return (int) Math.max(1, attempts - returned);
  }

  Delivery delivery(Address from) {
    return new Delivery(new LeaseToken(from, "", id, attempts), message, count(), leaseUntil);
  }
}
