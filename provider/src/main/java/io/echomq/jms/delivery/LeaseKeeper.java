package io.echomq.jms.delivery;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Extends all leases that a connection holds, buffered and handed, so that a listener may run for
 * hours; marks and tells those that were lost all the same.
 *
 * <p>Threads: any; {@link #extendDue} by the housekeeper only. No locks: one concurrent map.
 */
public final class LeaseKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);

  /** As many as the server extends in one script (hard cases, 6). */
  static final int BATCH = 500;

  private static final long MOST_DOUBT_MILLIS = 1000;

  private final Broker broker;
  private final long leaseMillis;
  private final Runnable onHeld;
  private final Map<LeaseToken, Lease> leases = new ConcurrentHashMap<>();
  private final List<BiConsumer<Address, String>> listeners = new CopyOnWriteArrayList<>();
  private boolean failing;

  /**
   * @param onHeld called whenever a lease was added
   */
  LeaseKeeper(Broker broker, long leaseMillis, Runnable onHeld) {
    this.broker = broker;
    this.leaseMillis = leaseMillis;
    this.onHeld = onHeld;
  }

  /** Extends the lease from now on. Feeds do this for all they fetch; callers need not. */
  public void hold(Delivery delivery) {
    leases.put(delivery.token(), new Lease(delivery.leasedUntil(), delivery.messageId()));
    onHeld.run();
  }

  /**
   * A call that settles these is made now and its outcome awaited, which may take long: their
   * leases are extended meanwhile, but a loss is not told, since the rows may go at any moment.
   * Followed by {@link #settled}.
   */
  public void settling(Collection<LeaseToken> tokens) {
    for (LeaseToken token : tokens) {
      Lease lease = leases.get(token);
      if (lease != null) {
        lease.settling = true;
      }
    }
  }

  /**
   * Forgets the lease: the message is settled, or its lease is to lapse. May be called a moment
   * before or after the settling call; until then the lease is extended.
   */
  public void settled(LeaseToken token) {
    leases.remove(token);
  }

  /** As {@link #settled(LeaseToken)} for many. */
  public void settled(Collection<LeaseToken> tokens) {
    tokens.forEach(leases::remove);
  }

  /** True when a lease that is held is known to be lost: its message is somebody else's now. */
  public boolean isLost(LeaseToken token) {
    Lease lease = leases.get(token);
    return lease != null && lease.lost;
  }

  /** How many leases are held. */
  public int held() {
    return leases.size();
  }

  void onLost(BiConsumer<Address, String> listener) {
    listeners.add(listener);
  }

  /** Marks the message as the application's; false when it may not have it any more. */
  boolean handOut(LeaseToken token, long now) {
    Lease lease = leases.get(token);
    if (lease == null || lease.doubtedAt > 0 || lease.until <= now) {
      return false;
    }
    lease.handed = true;
    return true;
  }

  /** The application gives the message back unseen. */
  void takenBack(LeaseToken token) {
    Lease lease = leases.get(token);
    if (lease != null) {
      lease.handed = false;
    }
  }

  /**
   * Extends what has less than two thirds of its time left. Called about six times a lease, so that
   * a lease has more than a third left whenever it is extended.
   */
  void extendDue() {
    long now = broker.now();
    List<LeaseToken> due = new ArrayList<>();
    for (Map.Entry<LeaseToken, Lease> entry : leases.entrySet()) {
      Lease lease = entry.getValue();
      if (lease.doubtedAt > 0) {
        confirm(entry.getKey(), lease, now);
      } else if (lease.until - now < leaseMillis * 2 / 3) {
        due.add(entry.getKey());
      }
    }
    for (int from = 0; from < due.size(); from += BATCH) {
      if (!extend(due.subList(from, Math.min(due.size(), from + BATCH)))) {
        return;
      }
    }
  }

  private boolean extend(List<LeaseToken> tokens) {
    long asked = broker.now();
    Collection<LeaseToken> lost;
    try {
      lost = broker.extend(tokens, leaseMillis);
    } catch (WireException failure) {
      if (!failing) {
        failing = true;
        LOG.warn("leases cannot be extended, trying on: {}", failure.getMessage());
      }
      return false;
    }
    if (failing) {
      failing = false;
      LOG.info("leases are extended again");
    }
    for (LeaseToken token : tokens) {
      Lease lease = leases.get(token);
      if (lease != null) {
        lease.until = Math.max(lease.until, asked + leaseMillis);
      }
    }
    for (LeaseToken token : lost) {
      Lease lease = leases.get(token);
      if (lease != null && lease.doubtedAt == 0) {
        lease.doubtedAt = Math.max(1, asked);
      }
    }
    return true;
  }

  private void confirm(LeaseToken token, Lease lease, long now) {
    long patience = Math.min(MOST_DOUBT_MILLIS, leaseMillis / 6);
    if (lease.lost || now - lease.doubtedAt < patience || !leases.containsKey(token)) {
      return;
    }
    lease.lost = true;
    if (!lease.handed || lease.settling) {
      // Never handed out: its feed drops it when its turn comes. Or the settling call will tell.
      return;
    }
    LOG.warn(
        "the lease of {} of {} is lost while the application has it: another consumer gets it",
        lease.messageId,
        token.from());
    for (BiConsumer<Address, String> listener : listeners) {
      listener.accept(token.from(), lease.messageId);
    }
  }
}
