package io.echomq.jms.valkey;

import io.echomq.jms.wire.LeaseToken;
import java.util.ArrayList;
import java.util.List;

/** What a transaction does to one queue. Threads: one at a time. */
final class UnitPart {
  final QueueKeys keys;
  final List<LeaseToken> acks = new ArrayList<>();
  final List<Job> sends = new ArrayList<>();

  UnitPart(QueueKeys keys) {
    this.keys = keys;
  }

  void addTo(Command command) {
    command.add(acks.size()).add(sends.size());
    for (LeaseToken ack : acks) {
      command.add(ack.id()).add(ack.fence());
    }
    for (Job job : sends) {
      job.addTo(command);
    }
  }
}
