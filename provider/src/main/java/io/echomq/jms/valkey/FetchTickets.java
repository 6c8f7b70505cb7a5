package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireException;
import io.echomq.lua.Script;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes fetches undoable: each travels under a ticket, by which the server remembers what it has
 * leased until the ticket's slot is used again. When no answer came, what the fetch leased goes
 * back uncounted before anything else is fetched from the queue, and should it reach the server
 * only afterwards, it leases nothing. So nothing later overtakes what it took (§6.2.9).
 *
 * <p>Threads: any. The monitor guards the tables; a queue's lock is held while what is owed there
 * is undone, and only then.
 */
final class FetchTickets {
  private static final Logger LOG = LoggerFactory.getLogger(FetchTickets.class);

  /**
   * One claim.
   *
   * @param slot names it on the server together with the sequence, which is never used again
   */
  record Ticket(QueueKeys queue, int number, String slot, long sequence) {}

  private static final class Place {
    final BitSet slots = new BitSet();
    final List<Ticket> lost = new ArrayList<>();
    final ReentrantLock undoing = new ReentrantLock();
  }

  private final PooledCalls calls;
  private final String channel;
  private final long rememberMillis;
  private final Renewals renewals;
  private final Map<String, Place> places = new HashMap<>();

  /** Of thirteen digits always, so that the server can compare them as texts. */
  private long sequence = 1_000_000_000_000L;

  /** True while anything is owed anywhere. */
  private volatile boolean anyLost;

  /**
   * @param channel unique over all runtimes ever
   * @param rememberMillis longer than anything is owed as a rule
   */
  FetchTickets(PooledCalls calls, String channel, long rememberMillis) {
    this.calls = calls;
    this.channel = channel;
    this.rememberMillis = rememberMillis;
    this.renewals = new Renewals(System::nanoTime, rememberMillis);
  }

  long rememberMillis() {
    return rememberMillis;
  }

  /** What to say for a ticket that travels in the short form: the time, or to keep it. */
  Object renewal(Ticket ticket) {
    return renewals.of(ticket.queue().name() + ' ' + ticket.number());
  }

  /** A ticket for one claim; {@link #answered} or {@link #lost} ends it. */
  synchronized Ticket take(QueueKeys queue) {
    Place place = places.computeIfAbsent(queue.name(), name -> new Place());
    int number = place.slots.nextClearBit(0);
    place.slots.set(number);
    return new Ticket(queue, number, channel + "." + number, ++sequence);
  }

  /** Its answer is here. */
  synchronized void answered(Ticket ticket) {
    Place place = places.get(ticket.queue().name());
    place.slots.clear(ticket.number());
    forgetWhenUnused(ticket.queue(), place);
  }

  /** What it did is not known, or was of no use: it is to be undone. */
  synchronized void lost(Ticket ticket) {
    places.get(ticket.queue().name()).lost.add(ticket);
    anyLost = true;
  }

  /**
   * Undoes what is owed to the queue. Afterwards nothing is, or this throws.
   *
   * @throws WireException the server is away: nothing may be fetched
   */
  void settle(QueueKeys queue) throws WireException {
    if (!anyLost) {
      return;
    }
    Place place;
    synchronized (this) {
      place = places.get(queue.name());
    }
    if (place == null) {
      return;
    }
    place.undoing.lock();
    try {
      List<Ticket> lost;
      synchronized (this) {
        lost = List.copyOf(place.lost);
      }
      if (!lost.isEmpty()) {
        undo(queue, lost);
        settled(queue, place, lost);
      }
    } finally {
      place.undoing.unlock();
    }
  }

  /** The same for all queues, when nobody will fetch any more; what fails comes by its lease. */
  void settleAll() {
    List<QueueKeys> queues = new ArrayList<>();
    synchronized (this) {
      places.values().stream()
          .filter(place -> !place.lost.isEmpty())
          .forEach(place -> queues.add(place.lost.get(0).queue()));
    }
    for (QueueKeys queue : queues) {
      trySettle(queue);
    }
  }

  /** As {@link #settle}, for whom it is no matter when it fails. */
  void trySettle(QueueKeys queue) {
    try {
      settle(queue);
    } catch (WireException failed) {
      LOG.debug("what lost fetches took from {} comes when its leases end", queue, failed);
    }
  }

  private void undo(QueueKeys queue, List<Ticket> lost) throws WireException {
    Script revoke = calls.script("revoke-fetch");
    List<Object> arguments = new ArrayList<>();
    arguments.add(rememberMillis);
    for (Ticket ticket : lost) {
      arguments.add(ticket.slot());
      arguments.add(ticket.sequence());
    }
    Object back = calls.repeatable(new ScriptCall(revoke, List.of(queue.pending()), arguments));
    LOG.debug("{}: {} lost fetches had taken {} messages", queue, lost.size(), back);
  }

  private synchronized void settled(QueueKeys queue, Place place, List<Ticket> lost) {
    place.lost.removeAll(lost);
    lost.forEach(ticket -> place.slots.clear(ticket.number()));
    forgetWhenUnused(queue, place);
    anyLost = places.values().stream().anyMatch(each -> !each.lost.isEmpty());
  }

  private void forgetWhenUnused(QueueKeys queue, Place place) {
    if (place.slots.isEmpty()) {
      places.remove(queue.name(), place);
    }
  }
}
