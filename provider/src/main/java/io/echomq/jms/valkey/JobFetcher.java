package io.echomq.jms.valkey;

import io.echomq.jms.codec.PayloadCodec;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Fetch;
import io.echomq.jms.wire.Fetched;
import io.echomq.jms.wire.MessageHeader;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases messages of a queue. A fetch that fails is not repeated here, but undone before the next
 * from its queue: see {@link FetchTickets}.
 *
 * <p>Threads: any.
 */
final class JobFetcher {
  private static final Logger LOG = LoggerFactory.getLogger(JobFetcher.class);

  /** Inline payloads of one reply, bytes. */
  static final int REPLY_BYTES = 4 << 20;

  /** Payloads that one fetch takes into memory; what was leased beyond goes back unseen. */
  private static final long FETCH_BYTES = 64L << 20;

  /** Rounds that found expired messages only before the caller has to ask again. */
  private static final int MAX_ROUNDS = 16;

  private static final Comparator<Delivery> BY_ID = Comparator.comparing(d -> d.token().id());

  private static final Comparator<Delivery> CONSUMPTION =
      Comparator.comparingInt((Delivery d) -> -d.message().header().priority())
          .thenComparing(BY_ID);

  private final PooledCalls calls;
  private final LargeBodies largeBodies;
  private final DeadFacts deadFacts;
  private final Keys keys;
  private final PayloadCodec codec;
  private final ServerClock clock;
  private final Consumer<List<Delivery>> onExpired;
  private final JobReturner returner;
  private final ScannedClaims scanned;
  private final LifecycleEvents events;
  private final FetchTickets tickets;
  private final BodySizes sizes = new BodySizes();

  JobFetcher(
      PooledCalls calls,
      Keys keys,
      PayloadCodec codec,
      ServerClock clock,
      Consumer<List<Delivery>> onExpired,
      JobReturner returner,
      ScannedClaims scanned,
      LifecycleEvents events,
      FetchTickets tickets) {
    this.calls = calls;
    this.largeBodies = new LargeBodies(calls);
    this.deadFacts = new DeadFacts(calls);
    this.keys = keys;
    this.codec = codec;
    this.clock = clock;
    this.onExpired = onExpired;
    this.returner = returner;
    this.scanned = scanned;
    this.events = events;
    this.tickets = tickets;
  }

  /** How a script is called. */
  interface Caller {
    Object call(ScriptCall call) throws WireException;
  }

  /** See {@link io.echomq.jms.wire.Receiver#fetch}. */
  Fetched fetch(Fetch request) throws WireException {
    return fetch(request, calls::once);
  }

  /** The same, with the first call made in another way; of a request that takes every message. */
  Fetched fetch(Fetch request, Caller first) throws WireException {
    Queues.requireFetchable(request.from());
    QueueKeys queue = keys.of(request.from());
    tickets.settle(queue);
    List<FetchTickets.Ticket> taken = new ArrayList<>(1);
    boolean answered = false;
    try {
      Fetched fetched = fetch(queue, request, first, taken);
      answered = true;
      return fetched;
    } finally {
      taken.forEach(answered ? tickets::answered : tickets::lost);
    }
  }

  /** Undoes what lost fetches took, if it can: nobody of this factory may fetch there any more. */
  void abandon(Address from) {
    if (from.isQueue()) {
      try {
        tickets.trySettle(keys.of(from));
      } catch (WireException impossible) {
        LOG.debug("{} was consumed from, and is refused now", from, impossible);
      }
    }
  }

  private Fetched fetch(
      QueueKeys queue, Fetch request, Caller first, List<FetchTickets.Ticket> taken)
      throws WireException {
    Supplier<FetchTickets.Ticket> ticket =
        () -> {
          FetchTickets.Ticket one = tickets.take(queue);
          taken.add(one);
          return one;
        };
    for (int round = 1; ; round++) {
      boolean scans = request.filter() != null || request.from().isView();
      Claim claim =
          scans
              ? scanned.claim(queue, request, ticket)
              : claim(queue, request, round == 1 ? first : calls::once, ticket.get());
      tell(request, claim);
      events.buried(request.from(), claim.dead());
      List<Delivery> alive = alive(queue, request, claim);
      boolean more = claim.more() || alive.size() < claim.jobs().size();
      if (!alive.isEmpty() || claim.jobs().isEmpty() || round == MAX_ROUNDS) {
        return new Fetched(alive, claim.dueInMillis(), more);
      }
    }
  }

  private Claim claim(QueueKeys queue, Fetch request, Caller caller, FetchTickets.Ticket ticket)
      throws WireException {
    List<Object> arguments = new ArrayList<>(9);
    arguments.add(Math.min(request.max(), Fetch.MOST));
    arguments.add(request.leaseMillis());
    arguments.add(Math.max(0, request.maxDeliveries()));
    boolean small = sizes.areSmall(queue.name());
    if (!small) {
      arguments.add(Job.INLINE_BYTES);
      arguments.add(REPLY_BYTES);
    }
    arguments.add(request.owner());
    arguments.add(ticket.slot());
    arguments.add(ticket.sequence());
    arguments.add(small ? tickets.renewal(ticket) : tickets.rememberMillis());
    Claim claim =
        Claim.of(
            caller.call(
                new ScriptCall(calls.script("fetch-jobs"), List.of(queue.pending()), arguments)));
    sizes.saw(queue.name(), claim.jobs());
    return claim;
  }

  /** What may be delivered: payloads read, expired messages acknowledged, vanished rows skipped. */
  private List<Delivery> alive(QueueKeys queue, Fetch request, Claim claim) throws WireException {
    int kept = claim.within(FETCH_BYTES);
    if (kept < claim.jobs().size()) {
      returner.unseen(queue, claim.jobs().subList(kept, claim.jobs().size()));
    }
    List<Claimed> jobs = claim.jobs().subList(0, kept);
    List<byte[]> payloads = largeBodies.of(queue, jobs);
    List<Delivery> alive = new ArrayList<>(kept);
    List<Delivery> expired = new ArrayList<>();
    long now = clock.now();
    for (int i = 0; i < kept; i++) {
      if (payloads.get(i) != null) {
        Delivery delivery =
            jobs.get(i).toDelivery(request.from(), payloads.get(i), codec, claim.leasedUntil());
        if (!request.from().isView() && isExpired(delivery.message().header(), now)) {
          expired.add(delivery);
        } else {
          alive.add(delivery);
        }
      }
    }
    if (!expired.isEmpty()) {
      LOG.debug("{} messages of {} expired before delivery", expired.size(), request.from());
      onExpired.accept(expired);
    }
    if (request.from().isView()) {
      alive = deadFacts.tell(queue, alive, true);
    }
    if (request.filter() != null) {
      // What was decided here was claimed after what the server decided.
      alive.sort(request.from().isView() ? BY_ID : CONSUMPTION);
    }
    return alive;
  }

  static boolean isExpired(MessageHeader header, long now) {
    return header.expiration() != 0 && header.expiration() <= now;
  }

  private static void tell(Fetch request, Claim claim) {
    if (!claim.ghosts().isEmpty()) {
      LOG.warn("{} held ids without a message, now removed: {}", request.from(), claim.ghosts());
    }
    if (!claim.dead().isEmpty()) {
      LOG.info(
          "{}: delivered {} times without acknowledgement, now dead: {}",
          request.from(),
          request.maxDeliveries(),
          claim.dead());
    }
  }
}
