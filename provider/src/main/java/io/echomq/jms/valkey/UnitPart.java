package io.echomq.jms.valkey;

import io.echomq.jms.wire.LeaseToken;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** What a transaction does to one queue. Threads: one at a time. */
final class UnitPart {
  final QueueKeys keys;
  final List<LeaseToken> acks = new ArrayList<>();
  final List<Job> sends = new ArrayList<>();

  UnitPart(QueueKeys keys) {
    this.keys = keys;
  }

  void addTo(Command command) {
    addTo(command, null);
  }

  /**
   * Adds it as prepare takes it.
   *
   * @param ways ms of the way back of each acknowledgement; null for a commit, which needs none
   */
  void addTo(Command command, ToLongFunction<LeaseToken> ways) {
    boolean plain = ways == null && !sends.isEmpty() && sends.stream().allMatch(Job::isPlain);
    String block = ways == null ? JobBlock.of(sends) : "";
    String count = (plain ? "p" : "") + sends.size();
    command.add(acks.size()).add(block.isEmpty() ? count : count + " " + block);
    for (LeaseToken ack : acks) {
      command.add(ack.id()).add(ack.fence());
    }
    if (ways != null) {
      acks.forEach(ack -> command.add(ways.applyAsLong(ack)));
    }
    sends.forEach(plain ? job -> job.addShortlyTo(command) : job -> job.addTo(command));
  }
}
