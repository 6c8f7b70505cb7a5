package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Tended;
import io.echomq.jms.wire.WireException;
import io.echomq.lua.Script;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The upkeep of queues: promotes what is due, reaps lapsed leases, deletes what expired, recounts
 * lanes; all queues of a call in one pipeline. Many that were empty last time cost one command for
 * each few of them.
 *
 * <p>Threads: any.
 */
final class QueueTender {
  private static final Logger LOG = LoggerFactory.getLogger(QueueTender.class);

  /** So many of each kind in one call: bounds how long the server is busy with it. */
  private static final int BATCH = 200;

  /** Lanes of a queue are recounted once in this time by each factory. */
  private static final long SWEEP_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** So many queues are known at most. */
  private static final int MAX_KNOWN = 10_000;

  /** Where none of these is, tend-queue finds nothing to do. */
  private static final List<String> WHAT_IS_TENDED =
      List.of("pending", "active", "schedule", "ring", "jms:holder", "jms:expiry");

  /** Where none of these is, sweep-lanes finds nothing to do. */
  private static final List<String> WHAT_IS_SWEPT =
      List.of("gactive", "jms:lanes", "jms:sizes", "jms:turns", "jms:died");

  /** As much as one recount may look at: bounds how long the server is busy with it. */
  private static final List<Object> SWEEP_BOUNDS = List.of(3000, 300);

  private static final List<?> OF_AN_EMPTY_QUEUE = List.of(0L, -1L, 0L, 0L, List.of(), List.of());

  private final PooledCalls calls;
  private final Keys keys;
  private final Script tend;
  private final Script sweep;
  private final LaneRecount recount;
  private final SeenServers seen;
  private final ServerClock clock;
  private final Routes routes;
  private final BiConsumer<Address, List<LeaseToken>> onExpired;
  private final LifecycleEvents events;

  /** {@link System#nanoTime} of each queue's last sweep. */
  private final Map<String, Long> swept = new ConcurrentHashMap<>();

  /**
   * Where nothing was at the last look: these are looked at many at a time before they are tended.
   */
  private final Set<String> quiet = ConcurrentHashMap.newKeySet();

  /**
   * @param routes tells which queues' expired messages are moved, not deleted
   * @param onExpired told of expired messages that are leased for that
   */
  QueueTender(
      PooledCalls calls,
      Keys keys,
      SeenServers seen,
      ServerClock clock,
      Routes routes,
      BiConsumer<Address, List<LeaseToken>> onExpired,
      LifecycleEvents events) {
    this.events = events;
    this.routes = routes;
    this.onExpired = onExpired;
    this.calls = calls;
    this.keys = keys;
    this.tend = calls.script("tend-queue");
    this.sweep = calls.script("sweep-lanes");
    this.recount = new LaneRecount(calls, keys);
    this.seen = seen;
    this.clock = clock;
  }

  /** See {@link io.echomq.jms.wire.Receiver#tend}. */
  Map<Address, Tended> tend(Collection<Address> addresses, long leaseMillis) throws WireException {
    List<Address> asked = List.copyOf(addresses);
    List<QueueKeys> queues = new ArrayList<>();
    List<Integer> loud = new ArrayList<>();
    List<Integer> silent = new ArrayList<>();
    for (Address queue : asked) {
      Queues.require(queue, "tend");
      (quiet.contains(queue.base()) ? silent : loud).add(queues.size());
      queues.add(keys.of(queue));
    }
    if (silent.size() <= QueueLook.FEW) {
      loud.addAll(silent);
      silent.clear();
    }
    sweep(asked, queues);
    Object[] found = new Object[asked.size()];
    QueueLook look = new QueueLook(queues, silent, WHAT_IS_TENDED);
    List<Object> replies = ask(asked, queues, loud, look.commands(), leaseMillis);
    fill(found, loud, replies);
    List<Integer> stirred = look.stirred(replies.subList(loud.size(), replies.size()));
    if (!stirred.isEmpty()) {
      fill(found, stirred, ask(asked, queues, stirred, List.of(), leaseMillis));
    }
    Map<Address, Tended> tended = new LinkedHashMap<>();
    for (int i = 0; i < found.length; i++) {
      tended.put(asked.get(i), tell(asked.get(i), found[i]));
    }
    return tended;
  }

  private static void fill(Object[] found, List<Integer> which, List<Object> replies) {
    for (int i = 0; i < which.size(); i++) {
      found[which.get(i)] = replies.get(i);
    }
  }

  /** Tends some of the queues, and looks, in one pipeline: replies in this order. */
  private List<Object> ask(
      List<Address> asked,
      List<QueueKeys> queues,
      List<Integer> which,
      List<Command> looks,
      long leaseMillis)
      throws WireException {
    List<Boolean> moves = new ArrayList<>();
    for (int i : which) {
      moves.add(routes.expired(asked.get(i)) != null);
    }
    AtomicReference<String> asking = new AtomicReference<>();
    List<Object> replies =
        calls.pipeline(
            link -> {
              asking.set(link.server().runId());
              SeenServers.Reaping reap = seen.mayReap(asking.get(), leaseMillis, clock.now());
              List<Object> requests = new ArrayList<>();
              for (int i = 0; i < which.size(); i++) {
                List<Object> arguments =
                    List.of(
                        reap.until(), BATCH, moves.get(i) ? leaseMillis : 0, reap.lapsedBefore());
                byte[] pending = queues.get(which.get(i)).pending();
                requests.add(new ScriptCall(tend, List.of(pending), arguments));
              }
              requests.addAll(looks);
              return requests;
            });
    if (asking.get() != null) {
      seen.saw(asking.get());
    }
    return replies;
  }

  /** What was found of a queue; not a list: nothing is there. */
  private Tended tell(Address queue, Object found) {
    boolean nothing = !(found instanceof List);
    List<?> reply = nothing ? OF_AN_EMPTY_QUEUE : (List<?>) found;
    if (!nothing) {
      quiet.remove(queue.base());
    } else if (quiet.size() < MAX_KNOWN) {
      quiet.add(queue.base());
    }
    List<?> leased = (List<?>) reply.get(5);
    if (!leased.isEmpty()) {
      onExpired.accept(queue, tokens(queue, leased));
    }
    List<?> deleted = (List<?>) reply.get(4);
    events.expired(queue, deleted.stream().map(Replies::toText).toList());
    return read(queue, reply);
  }

  private void sweep(List<Address> asked, List<QueueKeys> queues) throws WireException {
    List<Integer> due = new ArrayList<>();
    for (int i = 0; i < asked.size(); i++) {
      if (mustSweep(asked.get(i).base(), System.nanoTime())) {
        due.add(i);
      }
    }
    if (due.size() > QueueLook.FEW) {
      QueueLook look = new QueueLook(queues, due, WHAT_IS_SWEPT);
      due = look.stirred(calls.pipeline(look.commands()));
    }
    List<ScriptCall> sweeps = new ArrayList<>();
    for (int i : due) {
      sweeps.add(new ScriptCall(sweep, List.of(queues.get(i).pending()), SWEEP_BOUNDS));
    }
    List<Object> fixed = calls.pipeline(sweeps);
    for (int i = 0; i < fixed.size(); i++) {
      if (Replies.toLong(fixed.get(i)) < 0) {
        recount.pass(asked.get(due.get(i)));
      }
    }
  }

  /** At once when the queue is new here, then rarely: what is wrong with a lane is not urgent. */
  private boolean mustSweep(String queue, long now) {
    Long last = swept.get(queue);
    if (last != null && now - last < SWEEP_NANOS) {
      return false;
    }
    if (swept.size() > MAX_KNOWN) {
      swept.clear();
    }
    swept.put(queue, now);
    return true;
  }

  private static List<LeaseToken> tokens(Address queue, List<?> pairs) {
    Address from = new Address(Address.Domain.QUEUE, queue.base(), "");
    List<LeaseToken> tokens = new ArrayList<>();
    for (int i = 0; i + 1 < pairs.size(); i += 2) {
      tokens.add(
          new LeaseToken(from, "", Replies.toText(pairs.get(i)), Replies.toLong(pairs.get(i + 1))));
    }
    return tokens;
  }

  private static Tended read(Address queue, List<?> reply) {
    long reaped = Replies.toLong(reply.get(3));
    if (reaped > 0) {
      LOG.info("{}: the leases of {} messages had lapsed; they are delivered again", queue, reaped);
    }
    return new Tended(Replies.toLong(reply.get(0)) > 0, Replies.toLong(reply.get(1)));
  }
}
