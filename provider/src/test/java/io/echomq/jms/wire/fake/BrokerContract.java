package io.echomq.jms.wire.fake;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.WireException;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** What every broker does, so that the fake cannot lie: runs on it and on a real server. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
public abstract class BrokerContract
    implements QueueContract,
        LeaseContract,
        TransactionContract,
        BranchContract,
        ParkingContract,
        DirectoryContract,
        SubscriptionContract,
        IdentityContract {
  private Broker broker;
  private Broker other;
  private Address queue;

  /** A new connection to the server under test. */
  protected abstract Broker connect() throws WireException;

  @BeforeEach
  void openTwoConnections() throws WireException {
    queue = Address.queue("contract." + UUID.randomUUID());
    broker = connect();
    other = connect();
  }

  @AfterEach
  void closeThem() {
    broker.close();
    other.close();
  }

  @Override
  public final Broker broker() {
    return broker;
  }

  @Override
  public final Broker other() {
    return other;
  }

  @Override
  public final Address queue() {
    return queue;
  }
}
