package io.echomq.jms.valkey;

import io.echomq.jms.config.Options;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.EndStations;
import io.echomq.jms.wire.WireException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the messages of which queue end: as said for the queue here, or else as the factory says,
 * or else as another factory has said. What is said here is kept with the queue for {@value
 * #KEPT_DAYS} days, renewed while it is in use; who names something else is told by a warning.
 *
 * <p>Threads: any.
 */
final class Routes {
  static final int KEPT_DAYS = 7;

  private static final Logger LOG = LoggerFactory.getLogger(Routes.class);
  private static final EndStations NOTHING = new EndStations(null, null);
  private static final int MAX_KNOWN = 10_000;

  /** What is kept is read again after this, nanoseconds. */
  private static final long FRESH = TimeUnit.SECONDS.toNanos(5);

  private static final long RENEW = TimeUnit.HOURS.toNanos(1);

  private final PooledCalls calls;
  private final Keys keys;
  private final LongSupplier nanos;
  private final EndStations everywhere;
  private final Map<String, EndStations> byQueue = new ConcurrentHashMap<>();
  private final Map<String, Known> known = new ConcurrentHashMap<>();

  /**
   * What is kept with a queue.
   *
   * @param said what was written of it from here
   */
  private record Known(EndStations kept, EndStations said, long readAt, long writtenAt) {}

  Routes(PooledCalls calls, Keys keys, Options options, LongSupplier nanos) {
    this.calls = calls;
    this.keys = keys;
    this.nanos = nanos;
    everywhere =
        new EndStations(
            options.redelivery().deadLetterQueue().orElse(null),
            options.sending().expiryQueue().orElse(null));
  }

  void set(Address queue, EndStations stations) {
    byQueue.put(queue.base(), stations);
    known.remove(queue.base());
  }

  /** The queue for dead letters of this one; null: none, also for that queue itself. */
  String deadLetters(Address queue) {
    String own = own(queue).deadLetterQueue();
    String kept = kept(queue).deadLetterQueue();
    return other(queue, own != null ? own : kept);
  }

  /** The queue for expired messages of this one; null: none, also for that queue itself. */
  String expired(Address queue) {
    String own = own(queue).expiryQueue();
    String kept = kept(queue).expiryQueue();
    return other(queue, own != null ? own : kept);
  }

  private EndStations own(Address queue) {
    return byQueue.getOrDefault(queue.base(), everywhere);
  }

  /** What the queue's keys say; the last that is known while they cannot be read. */
  private EndStations kept(Address queue) {
    if (queue.isTemporary()) {
      return NOTHING;
    }
    Known last = known.get(queue.base());
    long now = nanos.getAsLong();
    if (last != null && now - last.readAt < FRESH) {
      return last.kept;
    }
    if (known.size() > MAX_KNOWN) {
      known.clear();
    }
    Known next = last;
    try {
      next = meet(queue, own(queue), last, now);
      known.put(queue.base(), next);
    } catch (WireException away) {
      LOG.debug("where messages of {} end is not known just now", queue, away);
    }
    return next == null ? NOTHING : next.kept;
  }

  private Known meet(Address queue, EndStations own, Known last, long now) throws WireException {
    boolean names = isNamed(own.deadLetterQueue()) || isNamed(own.expiryQueue());
    boolean first = last == null || !own.equals(last.said);
    String verb = !names ? "" : first ? "take" : now - last.writtenAt > RENEW ? "keep" : "";
    List<?> reply =
        (List<?>)
            calls.repeatable(
                new ScriptCall(
                    calls.script("keep-ends"),
                    List.of(keys.of(queue).pending()),
                    List.of(
                        text(own.deadLetterQueue()),
                        text(own.expiryQueue()),
                        verb,
                        TimeUnit.DAYS.toMillis(KEPT_DAYS))));
    EndStations found = new EndStations(named(reply.get(0)), named(reply.get(1)));
    if (first || !found.equals(last.kept)) {
      warn(queue, "deadLetterQueue", own.deadLetterQueue(), found.deadLetterQueue());
      warn(queue, "expiryQueue", own.expiryQueue(), found.expiryQueue());
    }
    return new Known(found, own, now, verb.isEmpty() && last != null ? last.writtenAt : now);
  }

  private static void warn(Address queue, String option, String here, String elsewhere) {
    if (isNamed(here) && elsewhere != null && !here.equals(elsewhere)) {
      LOG.warn(
          "{}: {} is '{}' here and '{}' for another factory, so that messages end in either; name"
              + " the same everywhere",
          queue,
          option,
          here,
          elsewhere);
    }
  }

  private static boolean isNamed(String queue) {
    return queue != null && !queue.isEmpty();
  }

  private static String text(String queue) {
    return queue == null ? "" : queue;
  }

  private static String named(Object reply) {
    String text = Replies.toText(reply);
    return isNamed(text) ? text : null;
  }

  private static String other(Address queue, String target) {
    return !isNamed(target) || queue.base().equals(target) || queue.isTemporary() ? null : target;
  }
}
