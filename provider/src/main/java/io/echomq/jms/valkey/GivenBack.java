package io.echomq.jms.valkey;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.GiveBack.Verdict;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Records that a reader without a group has given back, in the order of the stream, until they are
 * delivered again.
 *
 * <p>Threads: any; one monitor.
 */
final class GivenBack {
  private record Again(Delivery delivery, long readyNanos) {}

  private final Map<StreamId, Again> records = new TreeMap<>();

  synchronized void add(List<GiveBack> messages) throws WireException {
    long now = System.nanoTime();
    for (GiveBack back : messages) {
      Delivery was = back.delivery();
      boolean again = back.verdict() == Verdict.AGAIN;
      Delivery next =
          new Delivery(
              was.token(), was.message(), was.count() + (again ? 1 : 0), was.leasedUntil());
      long delay = TimeUnit.MILLISECONDS.toNanos(Math.max(0, back.delayMillis()));
      records.put(StreamId.parse(was.token().id()), new Again(next, now + delay));
    }
  }

  /** The first that may be delivered. */
  synchronized List<Delivery> take(int max) {
    List<Delivery> taken = new ArrayList<>();
    if (records.isEmpty()) {
      return taken;
    }
    long now = System.nanoTime();
    for (Iterator<Again> all = records.values().iterator(); all.hasNext() && taken.size() < max; ) {
      Again each = all.next();
      if (each.readyNanos - now <= 0) {
        taken.add(each.delivery);
        all.remove();
      }
    }
    return taken;
  }

  /** Time until the next one may be delivered; -1: there is none. */
  synchronized long dueInMillis() {
    long least = Long.MAX_VALUE;
    long now = System.nanoTime();
    for (Again each : records.values()) {
      least = Math.min(least, Math.max(0, each.readyNanos - now));
    }
    return least == Long.MAX_VALUE ? -1 : TimeUnit.NANOSECONDS.toMillis(least);
  }
}
