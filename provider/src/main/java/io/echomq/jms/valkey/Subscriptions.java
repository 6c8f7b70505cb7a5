package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Subscription;
import io.echomq.jms.wire.SubscriptionSpec;
import io.echomq.jms.wire.SubscriptionSpec.Kind;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The subscriptions of one connection, and what keeps them alive on the server.
 *
 * <p>Threads: any; {@link #beat} by the heartbeat's.
 */
final class Subscriptions implements Pulse {
  private static final Logger LOG = LoggerFactory.getLogger(Subscriptions.class);

  private final Topics topics;
  private final TopicPort port;
  private final String connectionId;
  private final TopicReader reader;
  private final ReaderHolds holds;
  private final Map<Long, GroupSubscription> groups = new ConcurrentHashMap<>();
  private final Map<Long, Subscription> plain = new ConcurrentHashMap<>();

  Subscriptions(Topics topics, TopicReader reader, String connectionId) {
    this.topics = topics;
    this.port = topics.port();
    this.connectionId = connectionId;
    this.reader = reader;
    this.holds = new ReaderHolds(port, connectionId);
  }

  /** See {@link io.echomq.jms.wire.Directory#subscribe}. */
  Subscription subscribe(SubscriptionSpec spec, Origin self) throws WireException {
    topics.requireTopic(spec.topic(), "subscribe to");
    long serial = topics.holders().nextSerial();
    if (spec.topic().part().equals(EventSubscription.PART)) {
      return openEvents(spec, serial);
    }
    topics.used(spec.topic());
    StreamId wanted = topics.replays().start(spec.topic(), spec.replay());
    // Holds the log from there on until group or reader are registered themselves.
    ReaderHolds.Held held = holds.hold(spec.topic(), "." + serial, wanted);
    try {
      return spec.kind() == Kind.PLAIN
          ? openPlain(spec, self, serial, held)
          : openGroup(spec, self, serial, held.position());
    } finally {
      holds.release(spec.topic(), "." + serial);
    }
  }

  private Subscription openPlain(
      SubscriptionSpec spec, Origin self, long serial, ReaderHolds.Held held) throws WireException {
    // A replay is of all that lies in the log, also of what was sent with a delay before it began.
    long since = spec.replay().isNow() ? held.micros() : 0;
    RecordFilter filter =
        new RecordFilter(spec.filter(), spec.noLocal(), self, since, port.clock());
    PlainSubscription opened =
        new PlainSubscription(
            port,
            spec.topic(),
            serial,
            filter,
            held.position(),
            spec.replay().untilMillis(),
            reader,
            this);
    topics.holders().add(serial, opened);
    plain.put(serial, opened);
    holds.renew(reader.needed());
    return opened;
  }

  private Subscription openGroup(SubscriptionSpec spec, Origin self, long serial, StreamId start)
      throws WireException {
    String prefix = TopicKeys.OURS + connectionId + ":";
    String holds = self.clientId();
    boolean alone = spec.kind() == Kind.DURABLE && holds != null && holds.equals(spec.clientId());
    GroupPart part = topics.registry().join(spec, prefix + serial, start, alone ? prefix : "");
    RecordFilter filter =
        new RecordFilter(spec.filter(), spec.noLocal(), self, part.createdMicros(), port.clock());
    GroupSubscription opened =
        new GroupSubscription(
            port, part, serial, filter, spec, topics.registry(), reader, topics.acks(), this);
    topics.holders().add(serial, opened.holder());
    groups.put(serial, opened);
    reader.watch(spec.topic(), opened);
    List<String> live = topics.registry().renew(part, false);
    if (alone) {
      reclaimOfFormerHolder(opened, live);
    }
    reclaim(opened, live);
    return opened;
  }

  /**
   * Takes at once what the former holder of our client id has left. It need not be seen to be gone:
   * who has lost its client id has failed, and acknowledges nothing that is taken here.
   */
  private void reclaimOfFormerHolder(GroupSubscription one, List<String> live)
      throws WireException {
    for (String consumer : one.wire().consumers()) {
      if (consumer.startsWith(TopicKeys.OURS) && !live.contains(consumer)) {
        one.wire().reclaim(consumer, 0, 0);
        one.returned();
      }
    }
  }

  private Subscription openEvents(SubscriptionSpec spec, long serial) throws WireException {
    if (spec.kind() != Kind.PLAIN) {
      throw new WireException(
          WireError.INVALID_NAME,
          spec.topic() + " can only be read by an unshared, non-durable consumer");
    }
    EventSubscription opened = topics.openEvents(spec, serial, () -> closed(serial));
    topics.holders().add(serial, opened);
    plain.put(serial, opened);
    return opened;
  }

  void closed(long serial) {
    topics.holders().remove(serial);
    plain.remove(serial);
  }

  /** A consumer of a group was closed; it stays known as long as it holds messages. */
  void closed(long serial, GroupSubscription closed) {
    if (closed.holder().isEmpty()) {
      topics.holders().remove(serial);
      groups.remove(serial);
    }
  }

  /**
   * A durable subscription is not deleted while its messages are in hand here (§8.3.3), also when
   * its consumer is closed already.
   *
   * @throws WireException {@link WireError#SUBSCRIPTION_IN_USE}
   */
  void requireNothingHeld(String clientId, String name) throws WireException {
    byte[] registration = port.keys().subscription(Kind.DURABLE, clientId, name);
    for (GroupSubscription one : groups.values()) {
      if (!one.holder().isEmpty() && Arrays.equals(one.part().registration(), registration)) {
        throw new WireException(
            WireError.SUBSCRIPTION_IN_USE,
            "subscription '"
                + name
                + "' has messages that were received and are not acknowledged; acknowledge them, or"
                + " end their transaction, first");
      }
    }
  }

  /** True when a consumer of this connection reads the topic. */
  boolean reads(Address topic) {
    return plain.values().stream().anyMatch(one -> one.topic().equals(topic))
        || groups.values().stream().anyMatch(one -> !one.isClosed() && one.topic().equals(topic));
  }

  @Override
  public void beat(Link link) throws WireException {
    for (Map.Entry<Long, GroupSubscription> each : groups.entrySet()) {
      renew(each.getKey(), each.getValue());
    }
    Map<Address, StreamId> needed = reader.needed();
    holds.renew(needed);
    needed.keySet().forEach(topics::used);
    Set<Address> read = new HashSet<>(needed.keySet());
    groups.values().forEach(one -> read.add(one.topic()));
    // Whoever buries moves, unless he dies or fails in between: then one of those who read does.
    read.forEach(port::buried);
  }

  private void renew(long serial, GroupSubscription one) throws WireException {
    topics.used(one.topic());
    boolean closed = one.isClosed();
    if (closed && one.holder().isEmpty()) {
      groups.remove(serial);
      topics.holders().remove(serial);
      topics.registry().leave(one.part(), false);
      one.forget();
      return;
    }
    Set<String> known = one.wire().consumers();
    List<String> live = topics.registry().renew(one.part(), closed);
    if (live.isEmpty() && !closed) {
      one.end("it was deleted, or its lease was over and another consumer took it");
    } else if (!closed) {
      reclaim(one, known, live);
    }
  }

  private void reclaim(GroupSubscription one, List<String> live) throws WireException {
    reclaim(one, one.wire().consumers(), live);
  }

  /**
   * Takes what dead consumers hold. Who is in the group was asked before who is live: whoever reads
   * was live before it read.
   */
  private void reclaim(GroupSubscription one, Set<String> known, List<String> live)
      throws WireException {
    Set<String> dead = new HashSet<>(known);
    live.forEach(dead::remove);
    dead.remove(one.part().consumer());
    String runId = topics.server().runId();
    long now = port.clock().now();
    SeenServers.Reaping reap = port.seen().mayReap(runId, port.leaseMillis(), now);
    if (dead.isEmpty() || reap.until() == 0) {
      return;
    }
    // What a consumer touched last a lease before that time has lapsed before it.
    long since = reap.lapsedBefore() == 0 ? 0 : now - reap.lapsedBefore() + port.leaseMillis();
    for (String consumer : dead) {
      boolean ours = consumer.startsWith(TopicKeys.OURS);
      LOG.info("{}: taking over what consumer {} left", one.topic(), consumer);
      one.wire().reclaim(consumer, Math.max(since, ours ? 0 : port.leaseMillis()), reap.until());
    }
    one.returned();
  }

  /**
   * The connection ends.
   *
   * @param reachable false: the server is away, so that leases have to end by themselves
   */
  void close(boolean reachable) {
    reader.close();
    if (reachable) {
      abandonAll();
    }
    for (Subscription one : plain.values()) {
      if (one instanceof EventSubscription events) {
        events.close();
      }
    }
    groups.keySet().forEach(topics.holders()::remove);
    plain.keySet().forEach(topics.holders()::remove);
    groups.clear();
    plain.clear();
    if (reachable) {
      holds.releaseAll();
    }
  }

  private void abandonAll() {
    for (GroupSubscription one : groups.values()) {
      try {
        one.abandon();
      } catch (WireException later) {
        LOG.warn(
            "{}: what consumers held goes to others after their lease: {}",
            one.topic(),
            later.getMessage());
        if (later.error() == WireError.UNAVAILABLE) {
          // Each further one would wait for the server as long again.
          return;
        }
      }
    }
  }
}
