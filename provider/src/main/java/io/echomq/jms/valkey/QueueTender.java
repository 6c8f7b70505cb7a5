package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Tended;
import io.echomq.jms.wire.WireException;
import io.echomq.lua.Script;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The upkeep of queues: promotes what is due, reaps lapsed leases, deletes what expired; all queues
 * of a call in one pipeline.
 *
 * <p>Threads: any.
 */
final class QueueTender {
  private static final Logger LOG = LoggerFactory.getLogger(QueueTender.class);

  /** So many of each kind in one call: bounds how long the server is busy with it. */
  private static final int BATCH = 200;

  private final PooledCalls calls;
  private final Keys keys;
  private final Script tend;
  private final SeenServers seen;

  QueueTender(PooledCalls calls, Keys keys, SeenServers seen) {
    this.calls = calls;
    this.keys = keys;
    this.tend = calls.script("tend-queue");
    this.seen = seen;
  }

  /** See {@link io.echomq.jms.wire.Receiver#tend}. */
  Map<Address, Tended> tend(Collection<Address> queues, long leaseMillis) throws WireException {
    List<Address> asked = new ArrayList<>();
    List<byte[]> pending = new ArrayList<>();
    for (Address queue : queues) {
      Queues.require(queue, "tend");
      asked.add(queue);
      pending.add(keys.of(queue).pending());
    }
    List<Object> replies =
        calls.pipeline(
            link -> {
              String reap = seen.mayReap(link.server().runId(), leaseMillis) ? "1" : "0";
              List<ScriptCall> requests = new ArrayList<>();
              for (byte[] key : pending) {
                requests.add(new ScriptCall(tend, List.of(key), List.of(reap, BATCH, "0")));
              }
              return requests;
            });
    Map<Address, Tended> tended = new LinkedHashMap<>();
    for (int i = 0; i < asked.size(); i++) {
      tended.put(asked.get(i), read(asked.get(i), (List<?>) replies.get(i)));
    }
    return tended;
  }

  private static Tended read(Address queue, List<?> reply) {
    long reaped = Replies.toLong(reply.get(3));
    if (reaped > 0) {
      LOG.info("{}: the leases of {} messages had lapsed; they are delivered again", queue, reaped);
    }
    return new Tended(Replies.toLong(reply.get(0)) > 0, Replies.toLong(reply.get(1)));
  }
}
