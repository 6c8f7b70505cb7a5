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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The upkeep of queues: promotes what is due, reaps lapsed leases, deletes what expired, recounts
 * lanes; all queues of a call in one pipeline.
 *
 * <p>Threads: any.
 */
final class QueueTender {
  private static final Logger LOG = LoggerFactory.getLogger(QueueTender.class);

  /** So many of each kind in one call: bounds how long the server is busy with it. */
  private static final int BATCH = 200;

  /** Lanes of a queue are recounted once in this time by each factory. */
  private static final long SWEEP_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final int MAX_SWEPT = 10_000;

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
  Map<Address, Tended> tend(Collection<Address> queues, long leaseMillis) throws WireException {
    List<Address> asked = new ArrayList<>();
    List<byte[]> pending = new ArrayList<>();
    List<ScriptCall> sweeps = new ArrayList<>();
    List<Address> sweptNow = new ArrayList<>();
    for (Address queue : queues) {
      Queues.require(queue, "tend");
      asked.add(queue);
      pending.add(keys.of(queue).pending());
      if (mustSweep(queue.base(), System.nanoTime())) {
        sweeps.add(new ScriptCall(sweep, List.of(keys.of(queue).pending()), SWEEP_BOUNDS));
        sweptNow.add(queue);
      }
    }
    if (!sweeps.isEmpty()) {
      List<Object> fixed = calls.pipeline(sweeps);
      for (int i = 0; i < fixed.size(); i++) {
        if (Replies.toLong(fixed.get(i)) < 0) {
          recount.pass(sweptNow.get(i));
        }
      }
    }
    List<Boolean> moves = new ArrayList<>();
    for (Address queue : asked) {
      moves.add(routes.expired(queue) != null);
    }
    AtomicReference<String> asking = new AtomicReference<>();
    List<Object> replies =
        calls.pipeline(
            link -> {
              asking.set(link.server().runId());
              SeenServers.Reaping reap = seen.mayReap(asking.get(), leaseMillis, clock.now());
              List<ScriptCall> requests = new ArrayList<>();
              for (int i = 0; i < pending.size(); i++) {
                List<Object> arguments =
                    List.of(
                        reap.until(), BATCH, moves.get(i) ? leaseMillis : 0, reap.lapsedBefore());
                requests.add(new ScriptCall(tend, List.of(pending.get(i)), arguments));
              }
              return requests;
            });
    if (asking.get() != null) {
      seen.saw(asking.get());
    }
    Map<Address, Tended> tended = new LinkedHashMap<>();
    for (int i = 0; i < asked.size(); i++) {
      List<?> reply = replies.get(i) instanceof List<?> list ? list : OF_AN_EMPTY_QUEUE;
      tended.put(asked.get(i), read(asked.get(i), reply));
      List<?> leased = (List<?>) reply.get(5);
      if (!leased.isEmpty()) {
        onExpired.accept(asked.get(i), tokens(asked.get(i), leased));
      }
      List<?> deleted = (List<?>) reply.get(4);
      events.expired(asked.get(i), deleted.stream().map(Replies::toText).toList());
    }
    return tended;
  }

  /** At once when the queue is new here, then rarely: what is wrong with a lane is not urgent. */
  private boolean mustSweep(String queue, long now) {
    Long last = swept.get(queue);
    if (last != null && now - last < SWEEP_NANOS) {
      return false;
    }
    if (swept.size() > MAX_SWEPT) {
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
