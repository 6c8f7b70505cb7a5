package io.echomq.jms.wire.fake;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.MessageData;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.Replay;
import io.echomq.jms.wire.SubscriptionSpec;
import io.echomq.jms.wire.SubscriptionSpec.Kind;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The topics of a {@link FakeServer}. Threads: guarded by the server. */
final class FakeTopics {
  private record Sent(FakeEntry entry, FakeBroker by) {}

  private final FakeServer server;
  private final Map<Address, List<Sent>> logs = new HashMap<>();
  private final Map<String, FakeGroup> named = new HashMap<>();
  private final List<FakeSubscription> open = new ArrayList<>();
  private final Map<Long, FakeGroup> groups = new HashMap<>();
  private long position;
  private long serial;

  FakeTopics(FakeServer server) {
    this.server = server;
  }

  void publish(Outgoing record, FakeBroker by) {
    FakeEntry entry = new FakeEntry(++position, record);
    logs.computeIfAbsent(record.to(), t -> new ArrayList<>()).add(new Sent(entry, by));
    for (FakeGroup group : groups()) {
      offer(group, entry, by);
    }
    open.forEach(FakeSubscription::wake);
  }

  private List<FakeGroup> groups() {
    List<FakeGroup> all = new ArrayList<>(named.values());
    for (FakeSubscription one : open) {
      if (!all.contains(one.group())) {
        all.add(one.group());
      }
    }
    return all;
  }

  private static void offer(FakeGroup group, FakeEntry entry, FakeBroker by) {
    SubscriptionSpec spec = group.spec;
    boolean local = spec.noLocal() && by.isSelf(spec);
    if (spec.topic().equals(entry.record.to()) && !local) {
      group.add(new FakeEntry(entry.position, entry.record));
    }
  }

  FakeSubscription subscribe(SubscriptionSpec spec, FakeBroker by) throws WireException {
    FakeGroup group = spec.kind() == Kind.PLAIN ? null : named.get(key(spec));
    if (group != null) {
      boolean used = !group.consumers.isEmpty();
      boolean same = group.isSame(spec);
      if (group.spec.kind() != spec.kind() || (used && (!same || spec.kind() == Kind.DURABLE))) {
        throw new WireException(
            WireError.SUBSCRIPTION_IN_USE, "subscription '" + spec.name() + "' is in use");
      }
      group = same ? group : null;
    }
    if (group == null) {
      group = new FakeGroup(spec);
      replay(group, spec);
      if (spec.kind() != Kind.PLAIN) {
        named.put(key(spec), group);
      }
    }
    FakeSubscription opened = new FakeSubscription(server, this, group, ++serial, by);
    group.consumers.add(serial);
    groups.put(serial, group);
    open.add(opened);
    return opened;
  }

  private void replay(FakeGroup group, SubscriptionSpec spec) {
    Replay replay = spec.replay();
    List<Sent> log = logs.getOrDefault(spec.topic(), List.of());
    for (int i = 0; i < log.size(); i++) {
      Sent sent = log.get(i);
      long time = sent.entry.record.message().header().timestamp();
      boolean wanted =
          switch (replay.start()) {
            case NOW -> false;
            case BEGINNING -> true;
            case AT -> time >= replay.value();
            case AGO -> time >= server.now() - replay.value();
            case LAST -> i >= log.size() - replay.value();
            case RECORD -> sent.entry.record.id().compareTo(replay.record()) >= 0;
          };
      if (wanted && (replay.untilMillis() < 0 || time <= replay.untilMillis())) {
        offer(group, sent.entry, sent.by);
      }
    }
  }

  void unsubscribe(String clientId, String name) throws WireException {
    String key = "d:" + clientId + "/" + name;
    FakeGroup group = named.get(key);
    if (group == null) {
      throw new WireException(WireError.NO_SUCH_SUBSCRIPTION, "no subscription '" + name + "'");
    }
    if (!group.consumers.isEmpty()) {
      throw new WireException(
          WireError.SUBSCRIPTION_IN_USE, "subscription '" + name + "' has consumers");
    }
    if (group.isHeld()) {
      throw new WireException(
          WireError.SUBSCRIPTION_IN_USE, "messages of '" + name + "' are not settled");
    }
    named.remove(key);
  }

  private static String key(SubscriptionSpec spec) {
    return (spec.kind().durable() ? "d:" : "s:") + spec.clientId() + "/" + spec.name();
  }

  /** A consumer is closed; what it holds stays its own. */
  void close(FakeSubscription one) {
    FakeGroup group = one.group();
    open.remove(one);
    group.consumers.remove(one.serial());
    if (group.spec.kind() == Kind.SHARED && group.consumers.isEmpty()) {
      named.values().remove(group);
    }
  }

  /** A connection is closed: what its consumers held is anybody's. */
  void close(FakeBroker broker, List<FakeSubscription> ofIt) {
    for (FakeSubscription one : ofIt) {
      close(one);
      one.group().release(one.serial());
    }
    open.forEach(FakeSubscription::wake);
  }

  boolean reads(FakeBroker by, Address topic) {
    return open.stream().anyMatch(one -> one.by() == by && one.topic().equals(topic));
  }

  boolean holds(LeaseToken token) {
    return groups.get(token.fence()).holds(token);
  }

  boolean complete(LeaseToken token) {
    return groups.get(token.fence()).complete(token);
  }

  /** False when the lease is lost. */
  boolean giveBack(GiveBack back) {
    LeaseToken token = back.delivery().token();
    FakeGroup group = groups.get(token.fence());
    if (!group.holds(token)) {
      return false;
    }
    FakeEntry dead = group.giveBack(back, server.now());
    if (dead != null) {
      bury(group, dead, back.reason());
    }
    open.forEach(FakeSubscription::wake);
    return true;
  }

  private void bury(FakeGroup group, FakeEntry dead, String reason) {
    Map<String, Object> properties = new LinkedHashMap<>(dead.message().properties());
    properties.put("JMS_EchoMQ_OriginalDestination", group.spec.topic().name());
    properties.put("JMS_EchoMQ_Subscription", group.name());
    MessageData message =
        new MessageData(dead.message().header(), properties, dead.message().body());
    FakeJob job = new FakeJob(server.ids.mint(Address.Domain.QUEUE, server.now()).id(), message);
    job.state = FakeJob.State.DEAD;
    job.lastError = reason;
    server.queue(group.spec.topic()).jobs.put(job.id, job);
  }
}
