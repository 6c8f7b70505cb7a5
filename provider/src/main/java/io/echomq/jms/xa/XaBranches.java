package io.echomq.jms.xa;

import io.echomq.jms.tx.TransactionLimits;
import io.echomq.jms.wire.BranchId;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.BrokerConnector;
import io.echomq.jms.wire.Credentials;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.WireException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open branches of one factory and one set of credentials. They outlive the connection in which
 * they were begun: a container may close it before it prepares (hard cases, 6). So this has a
 * broker of its own, while connections or branches are open.
 *
 * <p>Threads: any. The monitor guards the broker and its users and is held while connecting.
 */
public final class XaBranches {
  private static final Logger LOG = LoggerFactory.getLogger(XaBranches.class);

  private final BrokerConnector connector;
  private final Credentials credentials;
  private final TransactionLimits limits;
  private final Map<BranchId, Branch> open = new ConcurrentHashMap<>();
  private final Map<BranchId, List<GiveBack>> transients = new ConcurrentHashMap<>();
  private final BranchKeeper keeper;

  /** Read by any; written under the monitor. */
  private volatile Broker broker;

  private int users;

  /**
   * Opens nothing yet.
   *
   * @param credentials null: those of the factory
   * @param leaseMillis of the messages in branches whose session is closed
   */
  public XaBranches(
      BrokerConnector connector,
      Credentials credentials,
      TransactionLimits limits,
      long leaseMillis) {
    this.connector = connector;
    this.credentials = credentials;
    this.limits = limits;
    this.keeper = new BranchKeeper(this, leaseMillis);
  }

  /** One more connection stands on this; {@link #release} it. */
  public synchronized void acquire() throws WireException {
    broker();
    users++;
  }

  public synchronized void release() {
    users--;
    closeWhenIdle();
  }

  private void closeWhenIdle() {
    if (users == 0 && open.isEmpty()) {
      keeper.stop();
      if (broker != null) {
        broker.close();
        broker = null;
      }
    }
  }

  /** The broker for decisions; connects when there is none, or the last one has failed. */
  synchronized Broker broker() throws WireException {
    if (broker != null && broker.hasFailed()) {
      broker.close();
      broker = null;
    }
    if (broker == null) {
      broker = connector.connect(credentials);
    }
    return broker;
  }

  /** False: a call would connect first, and perhaps wait for who does. */
  boolean isConnected() {
    Broker current = broker;
    return current != null && !current.hasFailed();
  }

  /** A call of the broker. */
  interface Call<T> {
    T on(Broker broker) throws WireException;
  }

  /** One call, also while no connection is open. */
  <T> T with(Call<T> call) throws WireException {
    acquire();
    try {
      return call.on(broker());
    } finally {
      release();
    }
  }

  /**
   * @return null when there is one of this name already
   */
  Branch begin(BranchId id) {
    Branch made = new Branch(id, limits);
    return open.putIfAbsent(id, made) == null ? made : null;
  }

  /** A branch that no transaction manager knows: the local transaction of a container. */
  Branch beginLocal() {
    return new Branch(null, limits);
  }

  /** The branch that this process works on and has not prepared; null when there is none. */
  Branch find(BranchId id) {
    return open.get(id);
  }

  /** The server knows the branch from now on; what it does not know is kept here. */
  void prepared(Branch branch) {
    if (!branch.transientBacks().isEmpty()) {
      transients.put(branch.id(), branch.transientBacks());
    }
    forget(branch.id());
  }

  /** The branch was decided by this process, which has nothing to add for the coordinator. */
  void decided(BranchId id, boolean commit) {
    List<GiveBack> back = transients.remove(id);
    try {
      if (back != null && !commit) {
        with(broker -> broker.giveBack(back));
      }
    } catch (WireException failed) {
      LOG.warn(
          "messages of subscriptions that live with their consumers are lost with branch {}: {}",
          id,
          failed.getMessage());
    }
    forget(id);
  }

  void forget(BranchId id) {
    open.remove(id);
    synchronized (this) {
      closeWhenIdle();
    }
  }

  /** Its session is closed and it is not decided. */
  void keep(Branch branch) {
    if (branch.orphan()) {
      keeper.keep(branch);
    }
  }

  /** The server was away when the branch was to be rolled back. */
  void rollBackLater(Branch branch) {
    keeper.rollBack(branch);
  }

  /** Rolls the branch back at that time, unless it is prepared by then. */
  void limit(Branch branch, int seconds) {
    keeper.limit(branch, seconds);
  }

  void giveBackUnseen(Delivery delivery) throws WireException {
    with(broker -> broker.giveBack(List.of(GiveBack.unseen(delivery))));
  }
}
