package io.echomq.jms.valkey;

import io.echomq.jms.config.Retention;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.WireException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Retention of the topics that this runtime uses, and the removal of groups that no subscription
 * names any more. Of all clients one does it for a topic in each beat.
 *
 * <p>Threads: {@link #used} by any, the rest by the heartbeat's.
 */
final class LogTrimmer implements Pulse {
  private static final Logger LOG = LoggerFactory.getLogger(LogTrimmer.class);

  private final TopicPort port;
  private final SubscriptionRegistry registry;
  private final Retention retention;
  private final long beatMillis;
  private final Set<Address> used = ConcurrentHashMap.newKeySet();
  private final Set<Address> again = new HashSet<>();
  private final Map<String, Long> orphanSince = new HashMap<>();

  LogTrimmer(TopicPort port, SubscriptionRegistry registry, Retention retention, long beatMillis) {
    this.port = port;
    this.registry = registry;
    this.retention = retention;
    this.beatMillis = beatMillis;
  }

  /** Looks after this topic at the next beat. */
  void used(Address topic) {
    used.add(topic);
  }

  @Override
  public void beat(Link link) throws WireException {
    for (Address topic : Set.copyOf(used)) {
      // Before the look, so that what is sent during it is looked after by the next.
      used.remove(topic);
      if (!takeTurn(topic)) {
        lookOnceMore(topic);
        continue;
      }
      again.remove(topic);
      dropOrphans(topic);
      if (trim(topic) > 0 || mayGrowOld(topic)) {
        // One look takes a bounded number, and what is left may be too much yet, or soon.
        used.add(topic);
      }
    }
  }

  /**
   * Whose turn it was may have looked before what is to be looked at was there. Who fails twice in
   * a row has been overtaken by a look that came after.
   */
  private void lookOnceMore(Address topic) {
    if (again.add(topic)) {
      used.add(topic);
    } else {
      again.remove(topic);
    }
  }

  /** One client a beat; the key ends by itself. */
  private boolean takeTurn(Address topic) throws WireException {
    byte[] key = port.keys().beside(topic, "trim");
    Command take =
        Command.of(
            "SET",
            key,
            port.channels().first().name(),
            "NX",
            "PX",
            Math.max(1, beatMillis * 9 / 10));
    return port.calls().once(link -> link.call(take)) != null;
  }

  /** Records grow old although nothing happens: looked after while there are any. */
  private boolean mayGrowOld(Address topic) throws WireException {
    if (retention.age().isZero()) {
      return false;
    }
    Command length = Command.of("XLEN", port.keys().stream(topic));
    return Replies.toLong(port.calls().repeatable(link -> link.call(length))) > 0;
  }

  long trim(Address topic) throws WireException {
    long before = retention.age().isZero() ? 0 : port.clock().now() - retention.age().toMillis();
    ScriptCall call =
        new ScriptCall(
            port.script("trim-stream"),
            List.of(port.keys().stream(topic)),
            List.of(retention.acked(), retention.length(), retention.bytes(), before));
    List<?> answer = (List<?>) port.calls().repeatable(call);
    long gone = Replies.toLong(answer.get(0));
    LOG.debug("{}: {} records trimmed, needed from {}", topic, gone, answer.get(1));
    return gone;
  }

  private void dropOrphans(Address topic) throws WireException {
    for (String group : groups(topic)) {
      if (!group.startsWith(TopicKeys.OURS)) {
        continue;
      }
      if (registry.knows(topic, group)) {
        orphanSince.remove(topic.name() + " " + group);
        if (group.startsWith(TopicKeys.OURS + "s:")) {
          registry.sweep(group);
        }
      } else if (isOrphanForLong(topic, group)) {
        LOG.info("{}: group {} belongs to no subscription and is removed", topic, group);
        registry.destroyGroup(topic, group);
      }
    }
  }

  /** A registry that a failover has lost may come back with its clients: not at once. */
  private boolean isOrphanForLong(Address topic, String group) {
    String name = topic.name() + " " + group;
    long now = System.nanoTime();
    Long since = orphanSince.putIfAbsent(name, now);
    if (since == null || now - since < TimeUnit.MILLISECONDS.toNanos(2 * port.leaseMillis())) {
      used.add(topic);
      return false;
    }
    orphanSince.remove(name);
    return true;
  }

  private List<String> groups(Address topic) throws WireException {
    byte[] stream = port.keys().stream(topic);
    Command exists = Command.of("EXISTS", stream);
    if (Replies.toLong(port.calls().repeatable(link -> link.call(exists))) == 0) {
      return List.of();
    }
    Command ask = Command.of("XINFO", "GROUPS", stream);
    return ((List<?>) port.calls().repeatable(link -> link.call(ask)))
        .stream().map(each -> Replies.toText(((List<?>) each).get(1))).toList();
  }
}
