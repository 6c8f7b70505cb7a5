package io.echomq.jms.delivery;

import io.echomq.jms.wire.Delivery;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Messages that were fetched and wait to be handed out.
 *
 * <p>Threads: guarded by the feed's monitor.
 */
final class FeedBuffer {

  /** What may not be handed out any more, to be dealt with outside the monitor. */
  record Rejects(List<Delivery> expired, List<Delivery> lapsed) {}

  private record Held(Delivery delivery, long since) {}

  private final ArrayDeque<Held> messages = new ArrayDeque<>();
  private final LeaseKeeper leases;
  private Rejects rejects;

  FeedBuffer(LeaseKeeper leases) {
    this.leases = leases;
  }

  boolean isEmpty() {
    return messages.isEmpty();
  }

  void addAll(List<Delivery> fetched, long nanos) {
    for (Delivery delivery : fetched) {
      messages.addLast(new Held(delivery, nanos));
    }
  }

  void putBack(Delivery delivery, long nanos) {
    messages.addFirst(new Held(delivery, nanos));
  }

  /**
   * The first that may be handed out, or null; those before it are {@link #rejects}. Behind one
   * whose lease has lapsed nothing is handed out: it may come again, and those behind it not
   * before.
   */
  Delivery take(long serverNow) {
    for (Held held = messages.pollFirst(); held != null; held = messages.pollFirst()) {
      Delivery delivery = held.delivery();
      long expiration = delivery.message().header().expiration();
      if (expiration > 0 && expiration <= serverNow) {
        reject().expired().add(delivery);
      } else if (!leases.handOut(delivery.token(), serverNow)) {
        reject().lapsed().add(delivery);
        reject().lapsed().addAll(takeAll());
      } else {
        return delivery;
      }
    }
    return null;
  }

  private Rejects reject() {
    if (rejects == null) {
      rejects = new Rejects(new ArrayList<>(), new ArrayList<>());
    }
    return rejects;
  }

  /** What was rejected since the last call; null when nothing was, which is the rule. */
  Rejects rejects() {
    Rejects all = rejects;
    rejects = null;
    return all;
  }

  /** True when something lies here longer than this. */
  boolean isStale(long nanos, long holdNanos) {
    return !messages.isEmpty() && nanos - messages.peekLast().since() >= holdNanos;
  }

  List<Delivery> takeAll() {
    List<Delivery> all = messages.stream().map(Held::delivery).toList();
    messages.clear();
    return all;
  }
}
