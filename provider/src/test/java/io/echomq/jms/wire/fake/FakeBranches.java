package io.echomq.jms.wire.fake;

import io.echomq.jms.wire.BranchId;
import io.echomq.jms.wire.BranchOutcome;
import io.echomq.jms.wire.BranchWork;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Prepared branches. Threads: guarded by the server. */
final class FakeBranches {
  private final FakeServer server;
  private final Map<BranchId, Prepared> prepared = new LinkedHashMap<>();
  private final Map<BranchId, BranchOutcome> decided = new HashMap<>();

  FakeBranches(FakeServer server) {
    this.server = server;
  }

  private static final class Prepared {
    private final List<FakeJob> pinned = new ArrayList<>();
    private final List<Long> fences = new ArrayList<>();
    private final BranchWork work;
    private BranchOutcome heuristic;

    Prepared(BranchWork work) {
      this.work = work;
    }
  }

  void prepare(BranchWork work) throws WireException {
    if (prepared.containsKey(work.id())) {
      return;
    }
    if (decided.containsKey(work.id())) {
      throw new WireException(WireError.WRONG_STATE, work.id() + " is decided already");
    }
    for (LeaseToken token : work.tokens()) {
      if (!server.queue(token.from()).holds(token.id(), token.fence())) {
        throw new WireException(WireError.ROLLED_BACK, "the lease of " + token + " is lost");
      }
    }
    for (Outgoing message : work.sends()) {
      server.checkThere(message.to());
    }
    Prepared branch = new Prepared(work);
    for (LeaseToken token : work.tokens()) {
      FakeJob job = server.queue(token.from()).jobs.get(token.id());
      job.attempts++;
      job.returned++;
      job.leaseUntil = Long.MAX_VALUE;
      job.state = job.state == FakeJob.State.DEAD ? job.state : FakeJob.State.ACTIVE;
      branch.pinned.add(job);
      branch.fences.add(job.attempts);
    }
    prepared.put(work.id(), branch);
  }

  BranchOutcome decide(
      BranchId id, boolean commit, boolean heuristically, Consumer<Outgoing> store) {
    Prepared branch = prepared.get(id);
    if (branch == null) {
      return decided.getOrDefault(id, BranchOutcome.NONE);
    }
    if (branch.heuristic != null) {
      return branch.heuristic;
    }
    boolean mixed = false;
    for (int i = 0; i < branch.pinned.size(); i++) {
      GiveBack back = branch.work.acks().get(i);
      FakeQueue queue = server.queue(back.delivery().token().from());
      FakeJob job = queue.jobs.get(branch.pinned.get(i).id);
      boolean there = job != null && job.attempts == branch.fences.get(i);
      mixed |= commit ? job != null && !there : !there;
      if (there && commit) {
        queue.jobs.remove(job.id);
      } else if (there) {
        queue.unpin(job, back, server.now());
      }
    }
    if (commit) {
      branch.work.sends().forEach(store);
    }
    if (mixed) {
      branch.heuristic = BranchOutcome.HEURISTIC_MIXED;
      return branch.heuristic;
    }
    if (heuristically) {
      branch.heuristic = commit ? BranchOutcome.HEURISTIC_COMMIT : BranchOutcome.HEURISTIC_ROLLBACK;
      return branch.heuristic;
    }
    prepared.remove(id);
    decided.put(id, commit ? BranchOutcome.COMMITTED : BranchOutcome.ROLLED_BACK);
    return decided.get(id);
  }

  boolean forget(BranchId id) throws WireException {
    Prepared branch = prepared.get(id);
    if (branch != null && branch.heuristic == null) {
      throw new WireException(WireError.WRONG_STATE, id + " is prepared and not decided");
    }
    return prepared.remove(id) != null;
  }

  List<BranchId> recover() {
    return List.copyOf(prepared.keySet());
  }
}
