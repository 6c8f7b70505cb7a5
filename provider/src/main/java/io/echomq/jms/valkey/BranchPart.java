package io.echomq.jms.valkey;

import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.LeaseToken;
import java.util.ArrayList;
import java.util.List;

/** What a branch does to one queue, as {@code prepare-branch} takes it. Threads: one at a time. */
final class BranchPart {
  /** What the script calls the way to the morgue. */
  private static final long DEAD = -1;

  final QueueKeys keys;
  final List<GiveBack> acks = new ArrayList<>();
  final List<Job> sends = new ArrayList<>();

  BranchPart(QueueKeys keys) {
    this.keys = keys;
  }

  void addTo(List<Object> arguments) {
    arguments.add(acks.size());
    arguments.add(sends.size());
    for (GiveBack ack : acks) {
      LeaseToken token = ack.delivery().token();
      arguments.add(token.id());
      arguments.add(token.fence());
    }
    for (GiveBack ack : acks) {
      arguments.add(ack.verdict() == GiveBack.Verdict.DEAD ? DEAD : ack.delayMillis());
    }
    for (Job job : sends) {
      arguments.addAll(job.arguments());
    }
  }
}
