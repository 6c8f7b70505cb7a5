package io.echomq.jms.wire.fake;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.BranchId;
import io.echomq.jms.wire.BranchOutcome;
import io.echomq.jms.wire.BranchWork;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Browse;
import io.echomq.jms.wire.BrowsePage;
import io.echomq.jms.wire.Fetch;
import io.echomq.jms.wire.Fetched;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.LeaseToken;
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
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * One connection to a {@link FakeServer}: what each call of the port does there.
 *
 * <p>Threads: any.
 */
public final class FakeBroker implements Broker {

  private final FakeServer server;
  private final String connectionId;
  private final List<Consumer<WireException>> failureListeners = new CopyOnWriteArrayList<>();
  private final List<FakeSubscription> subscriptions = new CopyOnWriteArrayList<>();
  private final FakeCalls calls;
  private volatile boolean failed;

  FakeBroker(FakeServer server, String connectionId) {
    this.server = server;
    this.connectionId = connectionId;
    this.calls = new FakeCalls(server);
  }

  /** This broker has failed for good: its listeners hear it, every later call fails so. */
  public void fail(WireException failure) {
    failed = true;
    calls.end(failure);
    failureListeners.forEach(listener -> listener.accept(failure));
  }

  void retryDeferred() {
    calls.retryDeferred();
  }

  <T> T call(String operation, FakeCalls.Work<T> work) throws WireException {
    return calls.now(operation, work);
  }

  private <T> Reply<T> later(String operation, FakeCalls.Work<T> work) {
    return calls.later(operation, work);
  }

  @Override
  public ServerInfo server() {
    return new ServerInfo("fake", "1.0", server.runId(), "echomq:2.0.0");
  }

  @Override
  public void ping() throws WireException {
    call("ping", () -> null);
  }

  @Override
  public void onFailure(Consumer<WireException> listener) {
    failureListeners.add(listener);
  }

  @Override
  public boolean hasFailed() {
    return failed;
  }

  @Override
  public long now() {
    return server.now();
  }

  @Override
  public MintedId mintId(Address.Domain domain) {
    return server.ids.mint(domain, server.now());
  }

  @Override
  public Reply<Void> send(Outgoing message) {
    return later(
        "send",
        () -> {
          server.checkThere(message.to());
          store(message);
          return null;
        });
  }

  private void store(Outgoing message) {
    if (message.to().isTopic()) {
      server.topics.publish(message, this);
      return;
    }
    FakeQueue queue = server.queue(message.to());
    boolean taken = queue.jobs.containsKey(message.id());
    String id = taken ? mintId(Address.Domain.QUEUE).id() : message.id();
    queue.put(new FakeJob(id, message.message()), server.now());
  }

  @Override
  public Reply<Void> commit(TransactionUnit unit) {
    return later(
        "commit",
        () -> {
          FakeOutcome last = server.outcomes.get(unit.session());
          if (last != null && last.number() > unit.number()) {
            throw new WireException(WireError.WRONG_STATE, "unit " + unit.number() + " is over");
          }
          if (last == null || last.number() < unit.number()) {
            last = new FakeOutcome(unit.number(), apply(unit));
            server.outcomes.put(unit.session(), last);
          }
          if (last.failure() != null) {
            throw last.failure();
          }
          return null;
        });
  }

  private WireException apply(TransactionUnit unit) {
    for (LeaseToken token : unit.acks()) {
      if (!holds(token)) {
        return new WireException(WireError.ROLLED_BACK, "the lease of " + token + " is lost");
      }
    }
    for (Outgoing message : unit.sends()) {
      try {
        server.checkThere(message.to());
      } catch (WireException gone) {
        return gone;
      }
    }
    unit.acks().forEach(this::completeOne);
    unit.sends().forEach(this::store);
    return null;
  }

  private boolean holds(LeaseToken token) {
    return token.from().isTopic()
        ? server.topics.holds(token)
        : server.queue(token.from()).holds(token.id(), token.fence());
  }

  private boolean completeOne(LeaseToken token) {
    return token.from().isTopic()
        ? server.topics.complete(token)
        : server.queue(token.from()).complete(token.id(), token.fence());
  }

  private boolean giveBackOne(GiveBack back) {
    LeaseToken token = back.delivery().token();
    return token.from().isTopic()
        ? server.topics.giveBack(back)
        : server.queue(token.from()).giveBack(back, server.now());
  }

  /** True when a subscription with noLocal does not want what this connection sends. */
  boolean isSelf(SubscriptionSpec spec) {
    return subscriptions.stream().anyMatch(one -> one.group().spec == spec);
  }

  @Override
  public void endSession(String session) throws WireException {
    call("endSession", () -> server.outcomes.remove(session));
  }

  @Override
  public void prepare(BranchWork work) throws WireException {
    call(
        "prepare",
        () -> {
          server.branches.prepare(work);
          return null;
        });
  }

  @Override
  public BranchOutcome decide(BranchId branch, boolean commit) throws WireException {
    return call("decide", () -> server.branches.decide(branch, commit, false, this::store));
  }

  @Override
  public BranchOutcome decideHeuristically(BranchId branch, boolean commit) throws WireException {
    return call("decide", () -> server.branches.decide(branch, commit, true, this::store));
  }

  @Override
  public boolean forget(BranchId branch) throws WireException {
    return call("forget", () -> server.branches.forget(branch));
  }

  @Override
  public List<BranchId> recover() throws WireException {
    return call("recover", server.branches::recover);
  }

  @Override
  public Fetched fetch(Fetch request) throws WireException {
    return call(
        "fetch",
        () -> {
          server.checkThere(request.from());
          return server.queue(request.from()).fetch(request, server.now());
        });
  }

  @Override
  public Reply<Settled> complete(List<LeaseToken> tokens) {
    return later(
        "complete",
        () -> {
          List<LeaseToken> lost = new ArrayList<>();
          List<LeaseToken> gone = new ArrayList<>();
          for (LeaseToken token : tokens) {
            if (!token.from().isTopic() && !server.queue(token.from()).isThere(token.id())) {
              gone.add(token);
            } else if (!completeOne(token)) {
              lost.add(token);
            }
          }
          return new Settled(lost, gone);
        });
  }

  @Override
  public List<LeaseToken> giveBack(List<GiveBack> messages) throws WireException {
    return call(
        "giveBack",
        () ->
            messages.stream().filter(b -> !giveBackOne(b)).map(b -> b.delivery().token()).toList());
  }

  @Override
  public List<LeaseToken> extend(Collection<LeaseToken> tokens, long leaseMillis)
      throws WireException {
    return call(
        "extend",
        () -> {
          long until = server.now() + leaseMillis;
          return tokens.stream().filter(t -> !extendOne(t, until)).toList();
        });
  }

  private boolean extendOne(LeaseToken token, long until) {
    return token.from().isTopic()
        ? server.topics.holds(token)
        : server.queue(token.from()).extend(token.id(), token.fence(), until);
  }

  @Override
  public Map<Address, Tended> tend(Collection<Address> queues, long leaseMillis)
      throws WireException {
    return call(
        "tend",
        () -> {
          Map<Address, Tended> tended = new HashMap<>();
          for (Address queue : queues) {
            boolean mayReap = server.mayReap(leaseMillis);
            tended.put(queue, server.queue(queue).tend(server.now(), mayReap));
          }
          return tended;
        });
  }

  @Override
  public Parking openParking() throws WireException {
    return call("openParking", () -> new FakeParking(server, this));
  }

  @Override
  public String connectionId() {
    return connectionId;
  }

  @Override
  public void takeClientId(String clientId) throws WireException {
    call(
        "takeClientId",
        () -> {
          FakeBroker holder = server.clientIds.putIfAbsent(clientId, this);
          if (holder != null && holder != this) {
            throw new WireException(
                WireError.CLIENT_ID_IN_USE, "client id '" + clientId + "' is in use");
          }
          return null;
        });
  }

  @Override
  public Address createTemporary(Address.Domain domain) throws WireException {
    return call(
        "createTemporary",
        () -> {
          String base = Address.TEMPORARY_PREFIX + mintId(domain).id();
          server.temporaries.put(base, this);
          String part = domain == Address.Domain.TOPIC ? Address.DEFAULT_STREAM : "";
          return new Address(domain, base, part);
        });
  }

  @Override
  public void deleteTemporary(Address address) throws WireException {
    call(
        "deleteTemporary",
        () -> {
          if (server.topics.reads(this, address)) {
            throw new WireException(WireError.WRONG_STATE, address + " has consumers");
          }
          server.forget(address.base());
          return null;
        });
  }

  @Override
  public Subscription subscribe(SubscriptionSpec spec) throws WireException {
    return call(
        "subscribe",
        () -> {
          server.checkThere(spec.topic());
          FakeSubscription opened = server.topics.subscribe(spec, this);
          subscriptions.add(opened);
          return opened;
        });
  }

  @Override
  public void unsubscribe(String clientId, String name) throws WireException {
    call(
        "unsubscribe",
        () -> {
          server.topics.unsubscribe(clientId, name);
          return null;
        });
  }

  @Override
  public BrowsePage browse(Browse request) throws WireException {
    return call(
        "browse",
        () -> {
          server.checkThere(request.queue());
          return server.queue(request.queue()).browse(request, server.now());
        });
  }

  @Override
  public void close() {
    synchronized (server) {
      server.topics.close(this, List.copyOf(subscriptions));
      server.clientIds.values().removeIf(holder -> holder == this);
      server.temporaries.entrySet().stream()
          .filter(entry -> entry.getValue() == this)
          .map(Map.Entry::getKey)
          .toList()
          .forEach(server::forget);
      calls.endUnlessEnded(new WireException(WireError.CLOSED, "this connection is closed"));
      server.notifyAll();
    }
  }
}
