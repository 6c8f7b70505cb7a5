package io.echomq.jms.delivery;

import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives back what was fetched and never handed out. What cannot be given back because the server is
 * away is kept and tried again until its lease is over: then the server takes it back by itself.
 *
 * <p>Threads: any; one lock around the list of what is owed, not held during a call.
 */
final class Returns {
  private static final Logger LOG = LoggerFactory.getLogger(Returns.class);

  /** What is owed, until the server ms at which its lease is surely over. */
  private record Owed(Delivery delivery, long until) {}

  private final Broker broker;
  private final LeaseKeeper leases;
  private final long leaseMillis;
  private final List<Owed> owed = new ArrayList<>();
  private volatile boolean anyOwed;

  Returns(Broker broker, LeaseKeeper leases, long leaseMillis) {
    this.broker = broker;
    this.leases = leases;
    this.leaseMillis = leaseMillis;
  }

  boolean isEmpty() {
    return !anyOwed;
  }

  /** Gives back uncounted, in one call; the leases are held no longer. Never throws. */
  void giveBack(List<Delivery> unseen) {
    if (unseen.isEmpty()) {
      return;
    }
    for (Delivery delivery : unseen) {
      leases.settled(delivery.token());
    }
    long until = broker.now() + leaseMillis;
    attempt(unseen.stream().map(delivery -> new Owed(delivery, until)).toList());
  }

  /** Tries what is owed; before each fetch too, so that nothing later overtakes it. */
  void flush() {
    if (!anyOwed) {
      return;
    }
    List<Owed> again;
    synchronized (owed) {
      again = List.copyOf(owed);
      owed.clear();
      anyOwed = false;
    }
    long now = broker.now();
    attempt(again.stream().filter(message -> message.until() > now).toList());
  }

  private void attempt(List<Owed> messages) {
    if (messages.isEmpty()) {
      return;
    }
    try {
      broker.giveBack(messages.stream().map(m -> GiveBack.unseen(m.delivery())).toList());
    } catch (WireException failure) {
      if (failure.isTransient()) {
        synchronized (owed) {
          owed.addAll(messages);
          anyOwed = true;
        }
      } else {
        LOG.warn(
            "{} unread messages could not be given back, their leases lapse: {}",
            messages.size(),
            failure.getMessage());
      }
    }
  }
}
