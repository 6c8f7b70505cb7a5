package io.echomq.jms.wire.fake;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.BrokerConnector;
import io.echomq.jms.wire.Credentials;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The store that several {@link FakeBroker}s share.
 *
 * <p>Threads: any; the monitor of this object is the server's one thread, parked connections wait
 * on it.
 */
public final class FakeServer implements BrokerConnector {
  final FakeIds ids = new FakeIds();
  final Map<String, FakeBroker> clientIds = new HashMap<>();
  final Map<String, FakeBroker> temporaries = new HashMap<>();
  final Map<String, FakeOutcome> outcomes = new HashMap<>();

  final FakeBranches branches = new FakeBranches(this);
  final FakeTopics topics = new FakeTopics(this);

  private final FakeClock clock;
  private final FakeFaults faults = new FakeFaults();
  private final Map<String, FakeQueue> queues = new HashMap<>();
  private final List<FakeBroker> brokers = new ArrayList<>();
  private long startedAt = Long.MIN_VALUE / 2;
  private int run = 1;

  public FakeServer(FakeClock clock) {
    this.clock = clock;
  }

  @Override
  public FakeBroker connect(Credentials credentials) throws WireException {
    faults.check();
    synchronized (this) {
      FakeBroker broker = new FakeBroker(this, "conn-" + (brokers.size() + 1));
      brokers.add(broker);
      return broker;
    }
  }

  public FakeFaults faults() {
    return faults;
  }

  public FakeClock clock() {
    return clock;
  }

  public long now() {
    return clock.now();
  }

  /** Moves the clock; nothing else happens by that. */
  public void advance(long millis) {
    clock.advance(millis);
  }

  /** Every call fails from now on with {@link WireError#UNAVAILABLE}; what parks, too. */
  public synchronized void down() {
    faults.down(true);
    notifyAll();
  }

  /** The server is back, with another run id when it was restarted; what waited is done now. */
  public void up(boolean restarted) {
    List<FakeBroker> all;
    synchronized (this) {
      if (restarted) {
        run++;
        startedAt = clock.now();
      }
      faults.down(false);
      all = List.copyOf(brokers);
    }
    all.forEach(FakeBroker::retryDeferred);
  }

  synchronized String runId() {
    return "run-" + run;
  }

  /** A reaper waits one lease after a restart (hard cases, 7). Caller holds the monitor. */
  boolean mayReap(long leaseMillis) {
    return clock.now() - startedAt >= leaseMillis;
  }

  /** Caller holds the monitor. */
  FakeQueue queue(Address address) {
    return queues.computeIfAbsent(address.base(), base -> new FakeQueue());
  }

  /** Caller holds the monitor. */
  void forget(String base) {
    queues.remove(base);
    temporaries.remove(base);
  }

  /** Caller holds the monitor. */
  void checkThere(Address address) throws WireException {
    if (address.isTemporary() && !temporaries.containsKey(address.base())) {
      throw new WireException(
          WireError.DESTINATION_GONE, address + ": the connection that owned it is closed");
    }
  }

  /** Puts a message as another runtime would: no wake token. */
  public synchronized void enqueueForeign(Outgoing message) {
    FakeQueue queue = queue(message.to());
    int tokens = queue.tokens;
    queue.put(new FakeJob(message.id(), message.message()), now());
    queue.tokens = tokens;
  }

  /** Takes a message away from its holder, as a reap and a claim of another consumer would. */
  public synchronized void steal(Address from, String id) {
    queue(from).jobs.get(id).attempts++;
  }

  /** How many messages of the queue are leased. */
  public synchronized int active(Address address) {
    return count(address, FakeJob.State.ACTIVE);
  }

  /** How many messages of the queue are ready. */
  public synchronized int pending(Address address) {
    return count(address, FakeJob.State.PENDING);
  }

  /** How many messages of the queue are dead. */
  public synchronized int dead(Address address) {
    return count(address, FakeJob.State.DEAD);
  }

  public synchronized int tokens(Address address) {
    return queue(address).tokens;
  }

  private int count(Address address, FakeJob.State state) {
    return (int) queue(address).jobs.values().stream().filter(job -> job.state == state).count();
  }
}
