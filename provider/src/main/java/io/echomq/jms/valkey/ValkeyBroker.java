package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.BranchId;
import io.echomq.jms.wire.BranchOutcome;
import io.echomq.jms.wire.BranchWork;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Browse;
import io.echomq.jms.wire.BrowsePage;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.EndStations;
import io.echomq.jms.wire.Fetch;
import io.echomq.jms.wire.Fetched;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Line;
import io.echomq.jms.wire.MintedId;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.Parking;
import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.ServerInfo;
import io.echomq.jms.wire.Settled;
import io.echomq.jms.wire.Subscription;
import io.echomq.jms.wire.SubscriptionSpec;
import io.echomq.jms.wire.Tended;
import io.echomq.jms.wire.TransactionUnit;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The broker on Valkey, for one JMS connection: a thin front before what its factory shares, and
 * the owner of what dies with the connection.
 *
 * <p>Threads: safe for use by any.
 */
final class ValkeyBroker implements Broker {
  private static final Logger LOG = LoggerFactory.getLogger(ValkeyBroker.class);

  private final ValkeyRuntime runtime;
  private final TrafficMeter meter;
  private final Runnable release;
  private final String connectionId;
  private final ClientName clientName;
  private final ConsumerRegistry consumers;
  private final Subscriptions subscriptions;
  private final Line own;
  private final Failure failure = new Failure();
  private final Set<Parking> parkings = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * @param release gives up the share of the runtime; called once
   */
  ValkeyBroker(ValkeyRuntime runtime, TrafficMeter meter, Runnable release) throws WireException {
    this.runtime = runtime;
    this.meter = meter;
    this.release = release;
    this.connectionId = runtime.mint.next("CON");
    this.clientName = new ClientName(runtime.leases, runtime.keys, connectionId, failure::fail);
    this.consumers = runtime.consumersOf(connectionId);
    this.subscriptions = runtime.topics.open(connectionId);
    this.own = openLine();
    runtime.failure.listen(failure::fail);
  }

  @Override
  public ServerInfo server() {
    return runtime.server();
  }

  @Override
  public void ping() throws WireException {
    enter();
    runtime.calls.repeatable(link -> link.call(Command.of("PING")));
  }

  @Override
  public void onFailure(Consumer<WireException> listener) {
    failure.listen(listener);
  }

  @Override
  public boolean hasFailed() {
    return runtime.failure.hasFailed() || failure.hasFailed();
  }

  @Override
  public long now() {
    return runtime.clock.now();
  }

  @Override
  public MintedId mintId(Address.Domain domain) throws WireException {
    enter();
    long snowflake = runtime.mint.next();
    String namespace = domain == Address.Domain.QUEUE ? BrandedId.JOB : BrandedId.EVENT;
    return new MintedId(BrandedId.encode(namespace, snowflake), BrandedId.millisOf(snowflake));
  }

  @Override
  public Line openLine() {
    return new BrokerLine(runtime.openLine(this::origin), this::refusal, meter, runtime.events);
  }

  @Override
  public Reply<Void> send(Outgoing message) {
    return own.send(message);
  }

  @Override
  public Reply<Void> commit(TransactionUnit unit) {
    return own.commit(unit);
  }

  @Override
  public void endSession(String session) throws WireException {
    enter();
    byte[] key = runtime.keys.facts().unit(session);
    runtime.calls.repeatable(link -> link.call(Command.of("DEL", key)));
  }

  @Override
  public Fetched fetch(Fetch request) throws WireException {
    enter();
    return runtime.calls.within(
        request.patienceMillis(), () -> meter.received(runtime.fetcher.fetch(request)));
  }

  @Override
  public Reply<Settled> complete(List<LeaseToken> tokens) {
    return own.complete(tokens);
  }

  @Override
  public List<LeaseToken> giveBack(List<GiveBack> messages) throws WireException {
    enter();
    meter.returned.add(messages.size());
    List<LeaseToken> lost = runtime.router.giveBack(messages);
    runtime.events.returned(messages, lost);
    meter.lostLeases.add(lost.size());
    messages.stream()
        .filter(each -> each.verdict() == GiveBack.Verdict.DEAD)
        .map(each -> each.delivery().token().from())
        .distinct()
        .forEach(this::moveDead);
    return lost;
  }

  /** Those of topics lie in the dead set of the queue that has the topic's name. */
  private void moveDead(Address from) {
    Address queue = new Address(Address.Domain.QUEUE, from.base(), "");
    runtime.lastStop.moveDead(queue, runtime.fetcher);
  }

  @Override
  public Reply<Settled> expire(List<Delivery> expired) {
    WireException refusal = refusal();
    return refusal != null ? Reply.failed(refusal) : runtime.expire(expired);
  }

  @Override
  public void endAt(Address queue, EndStations stations) {
    runtime.routes.set(queue, stations);
  }

  @Override
  public List<LeaseToken> extend(Collection<LeaseToken> tokens, long leaseMillis)
      throws WireException {
    enter();
    List<LeaseToken> lost = runtime.router.extend(tokens, leaseMillis, consumers);
    meter.lostLeases.add(lost.size());
    return lost;
  }

  @Override
  public Map<Address, Tended> tend(Collection<Address> queues, long leaseMillis)
      throws WireException {
    enter();
    consumers.tell();
    Map<Address, Tended> tended = runtime.tender.tend(queues, leaseMillis);
    queues.forEach(this::moveDead);
    return tended;
  }

  @Override
  public void consumes(Address from, int change) {
    consumers.changed(from, change);
    if (change < 0 && !closed.get()) {
      runtime.fetcher.abandon(from);
    }
  }

  @Override
  public Parking openParking() throws WireException {
    enter();
    Parking parking =
        new ValkeyParking(
            runtime.links,
            runtime.runner,
            runtime.catalog,
            runtime.keys,
            runtime.fetcher,
            meter,
            runtime.options.timeouts());
    parkings.add(parking);
    return parking;
  }

  @Override
  public void prepare(BranchWork work) throws WireException {
    enter();
    runtime.branches.prepare(work, origin());
  }

  @Override
  public BranchOutcome decide(BranchId branch, boolean commit) throws WireException {
    enter();
    return runtime.branches.decide(branch, commit, false);
  }

  @Override
  public BranchOutcome decideHeuristically(BranchId branch, boolean commit) throws WireException {
    enter();
    return runtime.branches.decide(branch, commit, true);
  }

  @Override
  public boolean forget(BranchId branch) throws WireException {
    enter();
    return runtime.branches.forget(branch);
  }

  @Override
  public List<BranchId> recover() throws WireException {
    enter();
    return runtime.branches.recover();
  }

  @Override
  public String connectionId() {
    return connectionId;
  }

  @Override
  public void takeClientId(String clientId) throws WireException {
    enter();
    clientName.take(clientId);
    consumers.clientId(clientId);
  }

  @Override
  public Address createTemporary(Address.Domain domain) throws WireException {
    enter();
    return runtime.temporaries.create(domain, connectionId);
  }

  @Override
  public void deleteTemporary(Address address) throws WireException {
    enter();
    if (subscriptions.reads(address)) {
      throw new WireException(
          WireError.WRONG_STATE, address + " has consumers; close them before deleting it");
    }
    runtime.temporaries.delete(address, connectionId);
  }

  @Override
  public Subscription subscribe(SubscriptionSpec spec) throws WireException {
    enter();
    return subscriptions.subscribe(spec, origin());
  }

  @Override
  public void unsubscribe(String clientId, String name) throws WireException {
    enter();
    subscriptions.requireNothingHeld(clientId, name);
    runtime.topics.registry().drop(clientId, name);
  }

  @Override
  public BrowsePage browse(Browse request) throws WireException {
    enter();
    return runtime.browser.browse(request);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      parkings.forEach(this::close);
      boolean reached = runtime.channels.awaitAll(runtime.options.timeouts().close().toMillis());
      runtime.endConsumers(consumers);
      runtime.topics.close(subscriptions, reached && !runtime.failure.hasFailed());
      if (reached && !runtime.failure.hasFailed()) {
        giveUpNames();
        consumers.close();
      }
      release.run();
    }
  }

  private void close(Parking parking) {
    parking.close();
  }

  private void giveUpNames() {
    try {
      clientName.giveUp();
      runtime.temporaries.deleteAll(connectionId);
    } catch (WireException e) {
      LOG.warn("names of {} end with their leases instead: {}", connectionId, e.getMessage());
    }
  }

  private Origin origin() {
    return new Origin(connectionId, clientName.value());
  }

  private void enter() throws WireException {
    WireException refusal = refusal();
    if (refusal != null) {
      throw refusal;
    }
  }

  private WireException refusal() {
    if (closed.get()) {
      return new WireException(WireError.CLOSED, "this connection is closed");
    }
    try {
      failure.check();
      return null;
    } catch (WireException e) {
      return e;
    }
  }
}
