package io.echomq.jms.valkey;

import io.echomq.jms.config.Options;
import io.echomq.jms.wire.Administration;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.BrokerConnector;
import io.echomq.jms.wire.Credentials;
import io.echomq.jms.wire.Traffic;
import io.echomq.jms.wire.WireException;
import io.echomq.lua.ScriptCatalog;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Opens brokers of one factory. Those with equal credentials share a runtime, which ends with the
 * last of them.
 *
 * <p>Threads: any; one connects at a time.
 */
public final class ValkeyConnector implements BrokerConnector {
  private final Options options;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Credentials, Shared> runtimes = new HashMap<>();
  private final TrafficMeter meter = new TrafficMeter();
  private ScriptCatalog catalog;

  /**
   * A connector, which opens nothing yet.
   *
   * @param options of the factory; must be {@linkplain Options#validated() valid}
   */
  public ValkeyConnector(Options options) {
    this.options = options.validated();
  }

  @Override
  public Broker connect(Credentials credentials) throws WireException {
    lock.lock();
    try {
      Shared used = shared(credentials);
      Broker broker = new ValkeyBroker(used.runtime, meter, () -> release(credentials, used));
      used.users++;
      return broker;
    } finally {
      lock.unlock();
    }
  }

  /** As {@link #connect}, for operators. */
  public Administration administer(Credentials credentials) throws WireException {
    lock.lock();
    try {
      Shared used = shared(credentials);
      used.users++;
      return new ValkeyAdministration(used.runtime, () -> release(credentials, used));
    } finally {
      lock.unlock();
    }
  }

  /** What went through the connections so far. */
  public Traffic traffic() {
    lock.lock();
    try {
      long open = 0;
      for (Shared shared : runtimes.values()) {
        open += shared.runtime.links.dialled();
      }
      return meter.traffic(open);
    } finally {
      lock.unlock();
    }
  }

  /** Opens a runtime unless there is one that works; the lock is held. */
  private Shared shared(Credentials credentials) throws WireException {
    Shared shared = runtimes.get(credentials);
    if (shared == null || shared.runtime.failure.hasFailed()) {
      if (catalog == null) {
        catalog = ScriptCatalog.load();
      }
      shared = new Shared(ValkeyRuntime.open(options, credentials, catalog));
      runtimes.put(credentials, shared);
    }
    return shared;
  }

  private void release(Credentials credentials, Shared shared) {
    lock.lock();
    try {
      if (--shared.users > 0) {
        return;
      }
      runtimes.remove(credentials, shared);
    } finally {
      lock.unlock();
    }
    meter.connectionsOpened.add(shared.runtime.links.dialled());
    shared.runtime.close();
  }

  /** A runtime and how many brokers stand on it; guarded by the lock. */
  private static final class Shared {
    private final ValkeyRuntime runtime;
    private int users;

    Shared(ValkeyRuntime runtime) {
      this.runtime = runtime;
    }
  }
}
