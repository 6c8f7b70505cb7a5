package io.echomq.jms.valkey;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Fetch;
import io.echomq.jms.wire.WireException;
import io.echomq.lua.Script;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Claims for selectors that are decided here: looks through the queue page by page, then leases the
 * matches by their ids. Each call looks at so many rows at most and says so; the next one goes on
 * there. A pass that reached the end begins anew with the next call, so that nothing that landed
 * behind is stranded (hard cases, 18).
 *
 * <p>Threads: any.
 */
final class FilteredClaims {
  private static final int PAGE_ROWS = 500;
  private static final int PAGES = 4;
  private static final int MAX_CURSORS = 1024;

  private record Scan(String queue, String selector, String owner) {}

  private record Cursor(String score, String id) {
    static final Cursor START = new Cursor(BrowsedPage.NO_CURSOR, BrowsedPage.NO_CURSOR);
  }

  private final PooledCalls calls;
  private final PageReader reader;
  private final Script claim;
  private final Map<Scan, Cursor> cursors =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Scan, Cursor> eldest) {
          return size() > MAX_CURSORS;
        }
      };

  FilteredClaims(PooledCalls calls, PageReader reader) {
    this.calls = calls;
    this.reader = reader;
    this.claim = calls.script("claim-jobs");
  }

  /** Leases matches; {@link Claim#more} when the pass is not over. */
  Claim claim(QueueKeys queue, Fetch request) throws WireException {
    Scan scan = new Scan(queue.name(), request.filter().text(), request.owner());
    int max = Math.min(request.max(), JobFetcher.MAX_JOBS);
    Cursor at = cursor(scan);
    List<String> matches = new ArrayList<>();
    boolean ended = false;
    boolean taken = false;
    for (int page = 0; page < PAGES && !ended && matches.size() < max; page++) {
      BrowsedPage rows = reader.page(queue, request.from(), at.score, at.id, PAGE_ROWS);
      for (Delivery each : reader.messages(queue, request.from(), rows)) {
        if (request.filter().check().test(each.message())) {
          taken |= matches.size() == max;
          if (matches.size() < max) {
            matches.add(each.token().id());
          }
        }
      }
      ended = rows.isLast();
      if (!taken) {
        // A page with matches that did not fit is looked at again.
        at = ended ? Cursor.START : new Cursor(rows.score(), rows.id());
      }
    }
    remember(scan, at);
    Claim claimed = claimByIds(queue, request, matches);
    return claimed.withMore(taken || !ended);
  }

  private Claim claimByIds(QueueKeys queue, Fetch request, List<String> ids) throws WireException {
    List<Object> arguments = new ArrayList<>();
    arguments.add(request.leaseMillis());
    arguments.add(Math.max(0, request.maxDeliveries()));
    arguments.add(Job.INLINE_BYTES);
    arguments.addAll(ids);
    return Claim.of(calls.once(new ScriptCall(claim, List.of(queue.pending()), arguments)));
  }

  private Cursor cursor(Scan scan) {
    synchronized (cursors) {
      return cursors.getOrDefault(scan, Cursor.START);
    }
  }

  private void remember(Scan scan, Cursor at) {
    synchronized (cursors) {
      if (at.equals(Cursor.START)) {
        cursors.remove(scan);
      } else {
        cursors.put(scan, at);
      }
    }
  }
}
