package io.echomq.jms.valkey;

import io.echomq.jms.codec.PayloadCodec;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Fetch;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Claims that look through a queue instead of taking its head: by selectors, which the server
 * decides, and from the dead view. What the server leaves undecided is decided here and claimed by
 * id. Each call is bounded; {@link Claim#more} says that the end was not reached.
 *
 * <p>Threads: any.
 */
final class ScannedClaims {
  /** Rows of one call: bounds how long the server is busy with it. */
  private static final int ROWS = 250;

  /**
   * Payloads that one call reads: likewise, for what enters Lua costs more than a microsecond a KB.
   */
  private static final int SCAN_BYTES = 2 << 20;

  private final PooledCalls calls;
  private final LargeBodies largeBodies;
  private final PayloadCodec codec;
  private final ScanCursors cursors;
  private final long rememberMillis;

  /**
   * @param rememberMillis how long the server remembers what a ticket has leased
   */
  ScannedClaims(PooledCalls calls, PayloadCodec codec, ScanCursors cursors, long rememberMillis) {
    this.calls = calls;
    this.rememberMillis = rememberMillis;
    this.largeBodies = new LargeBodies(calls);
    this.codec = codec;
    this.cursors = cursors;
  }

  /**
   * Leases matches of one call's worth of rows, then of the lanes.
   *
   * @param tickets a fresh one for each call that leases
   */
  Claim claim(QueueKeys queue, Fetch request, Supplier<FetchTickets.Ticket> tickets)
      throws WireException {
    String script = request.from().isView() ? "fetch-dead" : "fetch-selected";
    Scan flat = new Scan(queue, request, tickets, script);
    Claim claim = flat.run(request.max());
    int left = request.max() - claim.jobs().size();
    if (flat.hasLanes && !claim.more() && left > 0) {
      claim = claim.with(new Scan(queue, request, tickets, "fetch-lanes").run(left));
    }
    return claim;
  }

  /** One call that looks through a part of a queue, from where the last one ended. */
  private final class Scan {
    private final QueueKeys queue;
    private final Fetch request;
    private final Supplier<FetchTickets.Ticket> tickets;
    private final String script;
    private boolean hasLanes;

    Scan(QueueKeys queue, Fetch request, Supplier<FetchTickets.Ticket> tickets, String script) {
      this.queue = queue;
      this.request = request;
      this.tickets = tickets;
      this.script = script;
    }

    Claim run(int max) throws WireException {
      String selector = request.filter() == null ? "" : request.filter().text();
      ScanCursor cursor =
          cursors.of(new ScanCursors.Key(queue.name(), script, selector, request.owner()));
      long rest = cursor.rest(System.nanoTime());
      if (rest > 0) {
        LockSupport.parkNanos(this, rest);
      }
      long begun = System.nanoTime();
      List<?> reply = (List<?>) calls.once(scan(cursor, begun, max, tickets.get()));
      Claim claim = Claim.of(reply);
      long now = System.nanoTime();
      ScanCursor.Place to =
          new ScanCursor.Place(Replies.toText(reply.get(6)), Replies.toText(reply.get(7)));
      cursor.went(to, !claim.more(), now - begun, now);
      hasLanes = reply.size() > 9 && Replies.toLong(reply.get(9)) > 0;
      List<String> matches = decide(queue, request, (List<?>) reply.get(8));
      int room = Math.max(0, max - claim.jobs().size());
      if (matches.size() > room) {
        // Found again by the next pass, which begins at once.
        cursor.restart();
        matches = matches.subList(0, room);
        claim = claim.withMore(true);
      }
      return matches.isEmpty()
          ? claim
          : claim.with(Claim.of(calls.once(byIds(queue, request, matches, tickets.get()))));
    }

    private ScriptCall scan(ScanCursor cursor, long now, int max, FetchTickets.Ticket ticket) {
      ScanCursor.Place from = cursor.next(now);
      List<Object> arguments = new ArrayList<>();
      arguments.add(Math.min(max, Fetch.MOST));
      arguments.add(request.leaseMillis());
      if (!request.from().isView()) {
        arguments.add(Math.max(0, request.maxDeliveries()));
      }
      arguments.add(Job.INLINE_BYTES);
      arguments.add(SCAN_BYTES);
      arguments.add(request.filter() == null ? "" : request.filter().program());
      arguments.addAll(List.of(from.score(), from.id(), ROWS));
      arguments.addAll(List.of(ticket.slot(), ticket.sequence(), rememberMillis));
      if (!request.from().isView()) {
        arguments.add(request.owner());
      }
      if (script.equals("fetch-selected")) {
        arguments.add(cursor.believes() ? cursor.selectorName() : "");
        arguments.add(cursor.notes() ? 1 : 0);
      }
      return call(script, queue, arguments);
    }
  }

  private ScriptCall byIds(
      QueueKeys queue, Fetch request, List<String> ids, FetchTickets.Ticket ticket) {
    List<Object> arguments = new ArrayList<>();
    if (request.from().isView()) {
      arguments.addAll(
          List.of(
              ids.size(),
              request.leaseMillis(),
              Job.INLINE_BYTES,
              JobFetcher.REPLY_BYTES,
              "",
              "",
              "",
              ROWS,
              ticket.slot(),
              ticket.sequence()));
      arguments.add(rememberMillis);
      arguments.addAll(ids);
      return call("fetch-dead", queue, arguments);
    }
    arguments.addAll(
        List.of(
            request.leaseMillis(),
            Math.max(0, request.maxDeliveries()),
            Job.INLINE_BYTES,
            request.owner(),
            ticket.slot(),
            ticket.sequence(),
            rememberMillis));
    arguments.addAll(ids);
    return call("claim-jobs", queue, arguments);
  }

  /** The ids among undecided jobs (id, payload or length, …) that match. */
  private List<String> decide(QueueKeys queue, Fetch request, List<?> undecided)
      throws WireException {
    List<Claimed> jobs = new ArrayList<>();
    for (int i = 0; i + 1 < undecided.size(); i += 2) {
      jobs.add(new Claimed(Replies.toText(undecided.get(i)), 0, 1, undecided.get(i + 1)));
    }
    List<byte[]> payloads = largeBodies.of(queue, jobs);
    List<String> matches = new ArrayList<>();
    for (int i = 0; i < jobs.size(); i++) {
      if (payloads.get(i) != null) {
        Delivery seen = jobs.get(i).toDelivery(request.from(), payloads.get(i), codec, 0);
        if (request.filter().check().test(seen.message())) {
          matches.add(jobs.get(i).id());
        }
      }
    }
    return matches;
  }

  private ScriptCall call(String script, QueueKeys queue, List<Object> arguments) {
    return new ScriptCall(calls.script(script), List.of(queue.pending()), arguments);
  }
}
