package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Administration.Hold;
import io.echomq.jms.wire.Outcome;
import io.echomq.jms.wire.Selection;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import io.echomq.lua.Script;
import java.util.ArrayList;
import java.util.List;

/**
 * What operators do to many messages: each step is one script over a bounded list of ids.
 *
 * <p>Threads: any.
 */
final class OperatorVerbs {
  private static final int IDS_A_CALL = 100;
  private static final int DRAINED_A_CALL = 500;

  /** One step: what is done to these ids, and noted. */
  interface Step {
    void on(List<String> ids, Tally tally) throws WireException;
  }

  private final PooledCalls calls;
  private final Keys keys;
  private final JobWalk walk;
  private final LaneDesk lanes;

  OperatorVerbs(PooledCalls calls, Keys keys, JobWalk walk, LaneDesk lanes) {
    this.calls = calls;
    this.keys = keys;
    this.walk = walk;
    this.lanes = lanes;
  }

  Outcome delete(Address from, Selection which, Hold hold) throws WireException {
    Queues.require(from, "delete from");
    QueueKeys queue = keys.of(from);
    String may =
        switch (hold) {
          case IDLE -> "idle";
          case LEASED -> "leased";
          case PREPARED -> "force";
        };
    Step step = (ids, tally) -> run(calls.script("remove-jobs"), queue, null, may, ids, tally);
    boolean all = which.ids() == null && which.filter() == null;
    if (!from.isView() && all) {
      Tally tally = new Tally();
      tally.changed(drain(queue));
      sets(from, which, laneSets(queue), step, tally);
      sets(from, which, List.of(queue.active()), step, tally);
      return tally.outcome();
    }
    List<byte[]> sets = new ArrayList<>(waiting(from, queue));
    if (!from.isView()) {
      sets.add(queue.schedule());
      sets.add(queue.active());
    }
    return each(from, which, sets, step);
  }

  Outcome redrive(Address queue, Selection which, boolean countAnew) throws WireException {
    requireQueueOr(queue, "dead", "redrive");
    QueueKeys keysOfQueue = keys.of(queue);
    return each(
        queue,
        which,
        List.of(keysOfQueue.dead()),
        (ids, tally) ->
            run(
                calls.script("redrive-jobs"),
                keysOfQueue,
                null,
                countAnew ? "1" : "0",
                ids,
                tally));
  }

  Outcome move(Address from, Selection which, Address to, boolean countAnew) throws WireException {
    Queues.requireSendable(to);
    Queues.require(from, "move from");
    if (to.isTemporary()) {
      throw refused("move to " + to + ": a temporary queue belongs to its connection");
    }
    if (from.part().equals("active")) {
      throw refused("move from " + from + ": its messages are held by their consumers");
    }
    if (to.base().equals(from.base())) {
      throw refused(
          "move from "
              + from
              + " to "
              + to
              + ": that is the same queue; dead letters are redriven");
    }
    QueueKeys source = keys.of(from);
    QueueKeys target = keys.of(to);
    return each(
        from,
        which,
        waiting(from, source),
        (ids, tally) ->
            run(calls.script("move-jobs"), source, target, countAnew ? "1" : "0", ids, tally));
  }

  Outcome postpone(Address from, Selection which, long untilMillis) throws WireException {
    requireQueueOr(from, "schedule", "postpone");
    QueueKeys queue = keys.of(from);
    String until = Long.toString(Math.max(0, untilMillis));
    return each(
        from,
        which,
        waiting(from, queue),
        (ids, tally) -> run(calls.script("postpone-jobs"), queue, null, until, ids, tally));
  }

  /** Does the step to everything that is meant: ids as given, else set by set in their order. */
  Outcome each(Address from, Selection which, List<byte[]> sets, Step step) throws WireException {
    Tally tally = new Tally();
    if (which.ids() == null) {
      sets(from, which, sets, step, tally);
      return tally.outcome();
    }
    for (String id : which.ids()) {
      BrandedId.check(id);
    }
    for (List<String> part : Parts.of(which.ids().stream().distinct().toList(), IDS_A_CALL)) {
      step.on(part, tally);
    }
    return tally.outcome();
  }

  /** What waits in a queue: the flat set, then its lanes; or the one set of a view. */
  List<byte[]> waiting(Address from, QueueKeys queue) throws WireException {
    List<byte[]> sets = new ArrayList<>();
    switch (from.part()) {
      case "dead" -> sets.add(queue.dead());
      case "schedule" -> sets.add(queue.schedule());
      case "active" -> sets.add(queue.active());
      default -> {
        sets.add(queue.pending());
        sets.addAll(laneSets(queue));
      }
    }
    return sets;
  }

  private void sets(Address from, Selection which, List<byte[]> sets, Step step, Tally tally)
      throws WireException {
    for (byte[] set : sets) {
      walk.over(from, keys.of(from), set, which.filter(), ids -> step.on(ids, tally));
    }
  }

  private List<byte[]> laneSets(QueueKeys queue) throws WireException {
    List<byte[]> sets = new ArrayList<>();
    for (String lane : lanes.names(queue)) {
      sets.add(queue.lane(lane));
    }
    return sets;
  }

  /** As many as there are now, lest producers keep it going for ever. */
  private long drain(QueueKeys queue) throws WireException {
    List<Object> depths =
        calls.pipeline(
            List.of(Command.of("ZCARD", queue.pending()), Command.of("ZCARD", queue.schedule())));
    long left = Replies.toLong(depths.get(0)) + Replies.toLong(depths.get(1));
    long drained = 0;
    while (left > drained) {
      long batch = Math.min(DRAINED_A_CALL, left - drained);
      ScriptCall step =
          new ScriptCall(
              calls.script("drain-queue"), List.of(queue.pending()), List.of(batch, "1"));
      long gone = Replies.toLong(calls.once(step));
      if (gone == 0) {
        break;
      }
      drained += gone;
    }
    return drained;
  }

  /** One call; its reply names by turns those that stay and why. */
  private void run(
      Script script, QueueKeys queue, QueueKeys other, String option, List<String> ids, Tally tally)
      throws WireException {
    List<Object> arguments = new ArrayList<>(ids.size() + 1);
    arguments.add(option);
    arguments.addAll(ids);
    List<byte[]> scriptKeys =
        other == null ? List.of(queue.pending()) : List.of(queue.pending(), other.pending());
    List<?> stay = (List<?>) calls.once(new ScriptCall(script, scriptKeys, arguments));
    for (int i = 0; i + 1 < stay.size(); i += 2) {
      tally.refused(Replies.toText(stay.get(i)), Replies.toText(stay.get(i + 1)));
    }
    tally.changed(ids.size() - stay.size() / 2);
  }

  private static void requireQueueOr(Address address, String view, String doing)
      throws WireException {
    Queues.require(address, doing);
    if (address.isView() && !address.part().equals(view)) {
      throw refused(
          doing + " " + address + ": name the queue " + address.base() + " or its view " + view);
    }
  }

  private static WireException refused(String why) {
    return new WireException(WireError.INVALID_NAME, why);
  }
}
