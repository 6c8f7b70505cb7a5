package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.WireException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that expired messages go away from queues that nobody consumes. Queues that were sent
 * messages with an expiration are listed on the server in {@code emq:{_jms}:jms:mortal} (sorted
 * set: queue by the server ms of its last mention); each second one client of all tends them.
 *
 * <p>Threads: {@link #note} by any, {@link #beat} by the heartbeat's.
 */
final class MortalQueues implements Pulse {
  private static final Logger LOG = LoggerFactory.getLogger(MortalQueues.class);

  /** How often one client of all tends the listed queues. */
  static final Duration INTERVAL = Duration.ofSeconds(1);

  private static final String LIST = "mortal";
  private static final String TURN = "mortal-turn";
  private static final long MENTION_MILLIS = 60_000;

  /** Later than any sender's next mention, so that nobody takes off what is about to be needed. */
  private static final long FORGET_MILLIS = 3 * MENTION_MILLIS;

  private static final int TENDED_AT_ONCE = 100;

  private final PooledCalls calls;
  private final Keys keys;
  private final QueueTender tender;
  private final ServerClock clock;
  private final long leaseMillis;
  private final Map<String, Long> mentioned = new ConcurrentHashMap<>();
  private int from;

  MortalQueues(
      PooledCalls calls, Keys keys, QueueTender tender, ServerClock clock, long leaseMillis) {
    this.calls = calls;
    this.keys = keys;
    this.tender = tender;
    this.clock = clock;
    this.leaseMillis = leaseMillis;
  }

  /**
   * A message that will expire is about to be sent to this queue. Costs a round trip once a minute
   * and queue.
   */
  void note(Address queue) {
    long now = clock.now();
    Long last = mentioned.get(queue.base());
    if (last != null && now - last < MENTION_MILLIS) {
      return;
    }
    try {
      Command mention = Command.of("ZADD", list(), "GT", now, queue.base());
      calls.repeatable(link -> link.call(mention));
      mentioned.put(queue.base(), now);
    } catch (WireException failed) {
      // The send itself tells the application; the next one mentions the queue again.
      LOG.debug("{} could not be listed for the sweep of expired messages", queue, failed);
    }
  }

  @Override
  public void beat(Link link) throws WireException {
    Command turn = Command.of("SET", keys.facts().own(TURN), "1", "NX", "PX", turnMillis());
    if (link.call(turn) == null) {
      return;
    }
    List<?> listed =
        (List<?>)
            link.call(Command.of("ZRANGE", list(), from, from + TENDED_AT_ONCE - 1, "WITHSCORES"));
    from = listed.size() < 2 * TENDED_AT_ONCE ? 0 : from + TENDED_AT_ONCE;
    List<Address> queues = new ArrayList<>();
    long old = clock.now() - FORGET_MILLIS;
    for (int i = 0; i < listed.size(); i += 2) {
      String base = Replies.toText(listed.get(i));
      if (Double.parseDouble(Replies.toText(listed.get(i + 1))) < old && isDone(link, base)) {
        link.call(Command.of("ZREM", list(), base));
        mentioned.remove(base);
      } else {
        queues.add(new Address(Address.Domain.QUEUE, base, ""));
      }
    }
    if (!queues.isEmpty()) {
      tender.tend(queues, leaseMillis);
    }
  }

  private boolean isDone(Link link, String base) throws WireException {
    byte[] expiry = keys.queue(base).own("expiry");
    return Replies.toLong(link.call(Command.of("EXISTS", expiry))) == 0;
  }

  /** A little less than the interval, so that the beat after next finds the turn free. */
  private static long turnMillis() {
    return INTERVAL.toMillis() - 50;
  }

  private byte[] list() throws WireException {
    return keys.facts().own(LIST);
  }
}
