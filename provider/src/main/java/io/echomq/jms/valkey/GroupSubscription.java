package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Fetched;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.GiveBack.Verdict;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Subscription;
import io.echomq.jms.wire.SubscriptionSpec;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A consumer of a durable or shared subscription: what was given back comes first, then what is
 * new.
 *
 * <p>Threads: {@link #fetch} by one at a time, the rest by any.
 */
final class GroupSubscription implements Subscription, Watcher {
  private static final Logger LOG = LoggerFactory.getLogger(GroupSubscription.class);

  /** Records that one fetch looks at when none of them is for its consumer. */
  private static final int MOST_LOOKED_AT = 512;

  private static final int GROWTH = 4;

  private final TopicPort port;
  private final GroupPart part;
  private final long serial;
  private final RecordFilter filter;
  private final GroupWire wire;
  private final GroupHolder holder;
  private final SubscriptionRegistry registry;
  private final TopicReader reader;
  private final RecordAcks acks;
  private final Subscriptions owner;
  private final int maxDeliveries;
  private final ReadSize size = new ReadSize();
  private volatile Runnable wake = () -> {};

  /** True from a read whose reply was lost until the server was asked what we hold. */
  private volatile boolean doubt;

  /** False while the reader is to tell of what is new: until then a read would find nothing. */
  private volatile boolean somethingNew = true;

  private volatile boolean closed;
  private volatile WireException over;

  GroupSubscription(
      TopicPort port,
      GroupPart part,
      long serial,
      RecordFilter filter,
      SubscriptionSpec spec,
      SubscriptionRegistry registry,
      TopicReader reader,
      RecordAcks acks,
      Subscriptions owner) {
    this.port = port;
    this.part = part;
    this.serial = serial;
    this.filter = filter;
    this.wire = new GroupWire(port, part);
    this.holder = new GroupHolder(port, part, wire, spec.name());
    this.registry = registry;
    this.reader = reader;
    this.acks = acks;
    this.owner = owner;
    this.maxDeliveries = spec.maxDeliveries() < 0 ? port.maxDeliveries() : spec.maxDeliveries();
  }

  @Override
  public Address topic() {
    return part.topic();
  }

  GroupPart part() {
    return part;
  }

  GroupWire wire() {
    return wire;
  }

  GroupHolder holder() {
    return holder;
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public Fetched fetch(int max) throws WireException {
    check();
    return somethingNew || doubt || holder.hasReturned() ? fetchNow(max) : Fetched.NOTHING;
  }

  @Override
  public Fetched fetch(int max, long patienceMillis) throws WireException {
    return port.calls().within(patienceMillis, () -> fetch(max));
  }

  @Override
  public Fetched fetchNow(int max) throws WireException {
    check();
    try {
      return tryFetch(max);
    } catch (WireException refused) {
      if (!ServerErrors.isReply(refused, "NOGROUP")) {
        throw refused;
      }
      if (!registry.restoreGroup(part)) {
        end("it was deleted");
        check();
      }
      return tryFetch(max);
    }
  }

  private Fetched tryFetch(int max) throws WireException {
    if (doubt) {
      holder.returnUnknown();
      doubt = false;
    }
    List<Delivery> found = new ArrayList<>();
    long dueIn = -1;
    int looked = 0;
    if (holder.takeReturned()) {
      GroupWire.Taken taken = counted(() -> wire.take(max), true);
      looked = taken.records().size();
      dueIn = taken.dueInMillis();
      accept(taken.records(), found);
      if (looked == max) {
        holder.somethingReturned();
      }
    }
    if (looked < max) {
      looked += readNew(max - looked, found);
    }
    if (dueIn >= 0) {
      reader.wakeAt(part.topic(), this, dueIn);
    }
    if (found.size() > max) {
      // It looked at many to find the first: the others may go to other consumers, uncounted.
      List<Delivery> surplus = found.subList(max, found.size());
      holder.giveBack(surplus.stream().map(GiveBack::unseen).toList());
      surplus.clear();
    }
    return new Fetched(found, dueIn, looked > 0 && found.isEmpty());
  }

  /**
   * Reads what is new, and more of it at once while nothing of it is for this consumer: else the
   * records between two matches would cost a call each.
   */
  private int readNew(int most, List<Delivery> found) throws WireException {
    int looked = 0;
    int count = most;
    while (looked < MOST_LOOKED_AT) {
      StreamId mark = reader.mark(part.topic());
      int now = count;
      List<GroupWire.Counted> fresh = counted(() -> wire.read(now), false);
      size.learn(fresh.stream().map(GroupWire.Counted::record).toList());
      accept(fresh, found);
      looked += fresh.size();
      if (fresh.size() < count) {
        awaitNews(fresh, mark);
        break;
      }
      if (!found.isEmpty()) {
        break;
      }
      count = Math.max(count, Math.min(count * GROWTH, size.count()));
    }
    return looked;
  }

  /** All that there is was read: lets the reader tell of the next. */
  private void awaitNews(List<GroupWire.Counted> fresh, StreamId mark) throws WireException {
    // The group has come to the end of the stream: to its last record, if it got one, or else at
    // least to what was read here before it was asked.
    StreamId delivered = mark;
    if (!fresh.isEmpty()) {
      delivered = fresh.get(fresh.size() - 1).record().id();
    } else if (mark.equals(StreamId.ZERO)) {
      delivered = wire.delivered();
    }
    somethingNew = false;
    if (!reader.arm(part.topic(), this, delivered, fresh.size())) {
      somethingNew = true;
    }
  }

  /** A call that leases: when its reply is lost, what it leased is not known here. */
  private <T> T counted(Call<T> call, boolean again) throws WireException {
    try {
      return call.run();
    } catch (WireException failed) {
      doubt |= failed.error() == WireError.UNAVAILABLE || failed.error() == WireError.INTERRUPTED;
      if (again) {
        holder.somethingReturned();
      }
      throw failed;
    }
  }

  private interface Call<T> {
    T run() throws WireException;
  }

  private void accept(List<GroupWire.Counted> records, List<Delivery> found) throws WireException {
    List<LeaseToken> skipped = new ArrayList<>();
    List<GiveBack> poison = new ArrayList<>();
    long until = port.clock().now() + port.leaseMillis();
    Map<StreamId, String> origins =
        filter.noLocal()
            ? new RawOrigins(port, part.topic())
                .of(records.stream().map(GroupWire.Counted::record).toList())
            : Map.of();
    for (GroupWire.Counted each : records) {
      LeaseToken token =
          new LeaseToken(part.topic(), part.group(), each.record().id().toString(), serial);
      holder.holds(token.id());
      if (!filter.accepts(each.record(), origins)) {
        skipped.add(token);
        continue;
      }
      Delivery delivery = new Delivery(token, each.record().message(), each.count(), until);
      if (maxDeliveries > 0 && each.count() > maxDeliveries) {
        int before = each.count() - 1;
        String reason = "delivered " + before + " times without acknowledgement";
        poison.add(new GiveBack(delivery, Verdict.DEAD, 0, reason));
      } else {
        found.add(delivery);
      }
    }
    acks.later(part, skipped, holder);
    if (!poison.isEmpty()) {
      holder.giveBack(poison);
    }
  }

  @Override
  public void onReady(Runnable listener) {
    wake = listener;
    listener.run();
  }

  @Override
  public void ready() {
    somethingNew = true;
    wake.run();
  }

  @Override
  public void returned() {
    holder.somethingReturned();
    wake.run();
  }

  /** The subscription was deleted or taken over: the next fetch says so. */
  void end(String why) {
    over =
        new WireException(
            WireError.DESTINATION_GONE,
            "the subscription of this consumer to " + part.topic() + " is over: " + why);
    somethingNew = true;
    wake.run();
  }

  private void check() throws WireException {
    if (closed) {
      throw new WireException(WireError.CLOSED, "this consumer is closed");
    }
    WireException why = over;
    if (why != null) {
      throw new WireException(why.error(), why.getMessage(), why);
    }
  }

  @Override
  public void close() throws WireException {
    if (closed) {
      return;
    }
    closed = true;
    holder.consumerClosed();
    reader.unwatch(part.topic(), this);
    try {
      if (doubt) {
        holder.returnUnknown();
      }
      boolean holds = !holder.isEmpty();
      settleAcks();
      registry.leave(part, holds);
      if (!holds) {
        forget();
      }
    } finally {
      owner.closed(serial, this);
    }
  }

  /** The connection ends: whatever is held goes to others, its count stands. */
  void abandon() throws WireException {
    if (!closed) {
      closed = true;
      reader.unwatch(part.topic(), this);
    }
    settleAcks();
    registry.leave(part, false);
    forget();
  }

  /**
   * Lets acknowledgements pass that nobody waited for: what they settle is still pending here, and
   * would go to others with the rest as soon as this consumer counts as gone.
   */
  private void settleAcks() {
    if (!port.channels().awaitAll(port.leaseMillis())) {
      LOG.warn("{}: closed before all acknowledgements were answered", part.topic());
    }
  }

  /** The group need not know this consumer any more. */
  void forget() throws WireException {
    try {
      wire.reclaim(part.consumer(), 0, 0);
    } catch (WireException refused) {
      if (!ServerErrors.isReply(refused, "NOGROUP")) {
        throw refused;
      }
      LOG.debug("the group of {} is gone already", part.topic(), refused);
    }
  }
}
