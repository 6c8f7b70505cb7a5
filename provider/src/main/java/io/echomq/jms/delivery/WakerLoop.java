package io.echomq.jms.delivery;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Parking;
import io.echomq.jms.wire.Tended;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done at the server for all who wait: queues are tended and parked on, by the waker's
 * plans. While the server is away the waker's own thread tries on, more and more rarely.
 *
 * <p>Threads: {@link #run} is the waker's own; {@link #step} by whoever leads; the rest by any. No
 * lock.
 */
final class WakerLoop implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(WakerLoop.class);

  private final Waker waker;
  private final Broker broker;
  private final long leaseMillis;
  private final Backoff backoff = new Backoff();
  private volatile Parking parking;

  WakerLoop(Waker waker, Broker broker, long leaseMillis) {
    this.waker = waker;
    this.broker = broker;
    this.leaseMillis = leaseMillis;
  }

  @Override
  public void run() {
    boolean going = true;
    while (going) {
      WakePlan plan = waker.nextPlan();
      going = plan != null && follow(plan);
    }
    close();
  }

  /** False when there is no use in going on. */
  private boolean follow(WakePlan plan) {
    try {
      step(plan, plan.millis());
      waker.succeeded();
      if (!backoff.isFresh()) {
        LOG.info("waiting for messages again");
        backoff.reset();
      }
    } catch (WireException failure) {
      return stumble(failure);
    } catch (RuntimeException broken) {
      LOG.error("waiting for messages failed, going on", broken);
      waker.pause(backoff.nextMillis());
    }
    return true;
  }

  /**
   * Follows a plan.
   *
   * @param patienceMillis who parks leaves after that, see {@link #isParked}
   */
  void step(WakePlan plan, long patienceMillis) throws WireException {
    if (!plan.tend().isEmpty()) {
      tend(plan.tend());
    } else {
      park(plan, patienceMillis);
    }
  }

  /** True when there is a place to park, and nobody there. */
  boolean isReady() {
    Parking at = parking;
    return at != null && !at.isParked();
  }

  /** Null before the first park. */
  Parking parking() {
    return parking;
  }

  /** True while a park goes on whose caller has left: another has to go on with it. */
  boolean isParked() {
    Parking at = parking;
    return at != null && at.isParked();
  }

  private boolean stumble(WireException failure) {
    if (failure.error() == WireError.CLOSED || failure.error() == WireError.FAILED) {
      LOG.debug("no more waiting for messages", failure);
      return false;
    }
    if (backoff.isFresh()) {
      LOG.warn("waiting for messages failed, trying on: {}", failure.getMessage());
    }
    waker.pause(backoff.nextMillis());
    return true;
  }

  private void tend(List<Address> addresses) throws WireException {
    Map<Address, Tended> states = broker.tend(addresses, leaseMillis);
    for (Address address : addresses) {
      waker.tended(address, states.get(address));
    }
  }

  private void park(WakePlan plan, long patienceMillis) throws WireException {
    Parking at = parking;
    if (at == null) {
      at = broker.openParking();
      parking = at;
      // Closed meanwhile: the close did not see this parking, the next plan is none.
      return;
    }
    Address queue = at.park(plan.park(), plan.millis(), patienceMillis).orElse(null);
    if (queue != null) {
      waker.token(queue);
    }
  }

  /** Ends a running park, or the next. */
  void nudge() {
    Parking at = parking;
    if (at != null) {
      at.nudge();
    }
  }

  /** Puts a token back that nobody here can use; false when nobody else can either. */
  boolean handBack(Address address) {
    Parking at = parking;
    if (at == null) {
      return true;
    }
    try {
      return at.handBack(address);
    } catch (WireException failure) {
      // The beat of whoever waits finds the message without the token.
      LOG.debug("a wake token of {} could not be handed back", address, failure);
      return true;
    }
  }

  /** Ends a running park for good; idempotent. */
  void close() {
    Parking at = parking;
    if (at != null) {
      at.close();
    }
  }
}
