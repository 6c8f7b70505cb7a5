package io.echomq.jms.delivery;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Broker;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives messages back to where they were fetched, and lets nothing later be fetched from there
 * before they are back (§6.2.9). What cannot be given back because the server is away is owed: it
 * is tried again by the housekeeper, and before the next fetch from the same place, until the
 * server has answered. A message whose lease lapsed meanwhile the server leaves alone.
 *
 * <p>Threads: any. Calls about one place are made one after another: who begins one waits for the
 * end of the one before. The monitor guards the lists, and is not held during a call.
 */
final class Returns {
  private static final Logger LOG = LoggerFactory.getLogger(Returns.class);

  private final Broker broker;
  private final Map<Address, List<GiveBack>> owed = new LinkedHashMap<>();

  /** Places about which a call is being made. */
  private final Set<Address> turns = new HashSet<>();

  /** True while nothing is owed and no call is being made, which is the rule. */
  private volatile boolean idle = true;

  private volatile boolean empty = true;

  Returns(Broker broker) {
    this.broker = broker;
  }

  /** True when nothing is owed. */
  boolean isEmpty() {
    return empty;
  }

  /**
   * Gives back, with what is owed to the same places before it, in one call.
   *
   * @throws WireException when that failed; after a failure that waiting heals it is owed
   */
  void giveBack(List<GiveBack> messages) throws WireException {
    if (messages.isEmpty()) {
      return;
    }
    Set<Address> places =
        messages.stream().map(Returns::place).collect(Collectors.toCollection(HashSet::new));
    begin(places);
    try {
      List<GiveBack> all = takeOwed(places);
      all.addAll(messages);
      attempt(all);
    } finally {
      end(places);
    }
  }

  /**
   * Returns once nothing is owed to this place nor on its way there; called before each fetch.
   *
   * @throws WireException when it is still owed: a fetch now would overtake it
   */
  void settle(Address from) throws WireException {
    if (idle) {
      return;
    }
    Set<Address> place = Set.of(place(from));
    begin(place);
    try {
      attempt(takeOwed(place));
    } catch (WireException failure) {
      if (isOwedAfter(failure)) {
        throw failure;
      }
    } finally {
      end(place);
    }
  }

  /** Tries all that is owed once; never throws. */
  void flush() {
    if (empty) {
      return;
    }
    List<Address> places;
    synchronized (this) {
      places = List.copyOf(owed.keySet());
    }
    for (Address place : places) {
      try {
        settle(place);
      } catch (WireException failure) {
        LOG.debug("messages of {} are still to be given back", place, failure);
      }
    }
  }

  private void attempt(List<GiveBack> messages) throws WireException {
    if (messages.isEmpty()) {
      return;
    }
    try {
      broker.giveBack(messages);
    } catch (WireException failure) {
      if (isOwedAfter(failure)) {
        owe(messages);
      } else {
        LOG.warn(
            "{} messages could not be given back, their leases lapse: {}",
            messages.size(),
            failure.getMessage());
      }
      throw failure;
    }
  }

  private static boolean isOwedAfter(WireException failure) {
    return failure.isTransient() || failure.error() == WireError.INTERRUPTED;
  }

  private synchronized void owe(List<GiveBack> messages) {
    for (GiveBack message : messages) {
      owed.computeIfAbsent(place(message), place -> new ArrayList<>()).add(message);
    }
    look();
  }

  private synchronized List<GiveBack> takeOwed(Set<Address> places) {
    List<GiveBack> taken = new ArrayList<>();
    for (Iterator<Map.Entry<Address, List<GiveBack>>> all = owed.entrySet().iterator();
        all.hasNext(); ) {
      Map.Entry<Address, List<GiveBack>> each = all.next();
      if (places.contains(each.getKey())) {
        taken.addAll(each.getValue());
        all.remove();
      }
    }
    look();
    return taken;
  }

  private synchronized void begin(Set<Address> places) {
    boolean interrupted = false;
    while (places.stream().anyMatch(turns::contains)) {
      try {
        wait();
      } catch (InterruptedException later) {
        // Not lost: told when the turn has come, which a call to the broker bounds.
        interrupted = true;
      }
    }
    turns.addAll(places);
    look();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void end(Set<Address> places) {
    turns.removeAll(places);
    look();
    notifyAll();
  }

  /** Caller holds the monitor. */
  private void look() {
    empty = owed.isEmpty();
    idle = empty && turns.isEmpty();
  }

  private static Address place(GiveBack message) {
    return place(message.delivery().token().from());
  }

  /** A queue and its views are one place. */
  private static Address place(Address from) {
    return from.isView() ? new Address(from.domain(), from.base(), "") : from;
  }
}
