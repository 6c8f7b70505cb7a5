package io.echomq.jms.wire.fake;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Filter;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.GiveBack.Verdict;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.SubscriptionSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One subscription: what it has not acknowledged, and its consumers. Threads: guarded by the
 * server.
 */
final class FakeGroup {
  final SubscriptionSpec spec;
  final Set<Long> consumers = new HashSet<>();
  private final Map<Long, FakeEntry> entries = new TreeMap<>();

  FakeGroup(SubscriptionSpec spec) {
    this.spec = spec;
  }

  /** The selector and the rest that a durable subscription is replaced for. */
  boolean isSame(SubscriptionSpec other) {
    return spec.topic().equals(other.topic())
        && text(spec.filter()).equals(text(other.filter()))
        && spec.noLocal() == other.noLocal();
  }

  private static String text(Filter filter) {
    return filter == null ? "" : filter.text();
  }

  String name() {
    return spec.name() == null ? "" : spec.name();
  }

  void add(FakeEntry entry) {
    boolean wanted = spec.filter() == null || spec.filter().check().test(entry.message());
    if (wanted) {
      entries.put(entry.position, entry);
    }
  }

  List<Delivery> take(long consumer, int max, long now) {
    List<Delivery> taken = new ArrayList<>();
    for (Iterator<FakeEntry> all = entries.values().iterator(); all.hasNext(); ) {
      FakeEntry entry = all.next();
      if (entry.holder != 0 || entry.readyAt > now || taken.size() == max) {
        continue;
      }
      if (entry.expired(now)) {
        all.remove();
        continue;
      }
      entry.holder = consumer;
      entry.count++;
      String group = spec.name() == null ? "" : spec.name();
      LeaseToken token =
          new LeaseToken(spec.topic(), group, Long.toString(entry.position), consumer);
      taken.add(new Delivery(token, entry.message(), entry.count, Long.MAX_VALUE));
    }
    return taken;
  }

  boolean holds(LeaseToken token) {
    FakeEntry entry = entries.get(Long.parseLong(token.id()));
    return entry != null && entry.holder == token.fence();
  }

  /** True while messages are with a consumer, closed or not. */
  boolean isHeld() {
    return entries.values().stream().anyMatch(entry -> entry.holder != 0);
  }

  /** False when somebody else holds it. */
  boolean complete(LeaseToken token) {
    if (holds(token)) {
      entries.remove(Long.parseLong(token.id()));
      return true;
    }
    return !entries.containsKey(Long.parseLong(token.id()));
  }

  /** The entry when it is dead now, to be buried; else null. */
  FakeEntry giveBack(GiveBack back, long now) {
    FakeEntry entry = entries.get(Long.parseLong(back.delivery().token().id()));
    if (back.verdict() == Verdict.DEAD) {
      return entries.remove(entry.position);
    }
    entry.holder = 0;
    entry.readyAt = now + back.delayMillis();
    entry.count -= back.verdict() == Verdict.UNSEEN ? 1 : 0;
    return null;
  }

  /** What a consumer that is gone held is anybody's; its count stands. */
  void release(long consumer) {
    for (FakeEntry entry : entries.values()) {
      if (entry.holder == consumer) {
        entry.holder = 0;
      }
    }
  }
}
