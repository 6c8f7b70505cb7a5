package io.echomq.jms.valkey;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Fetch;
import io.echomq.jms.wire.WireException;
import java.util.List;
import java.util.NavigableSet;

/**
 * What a selector matches in lanes; decided here. A call looks through so many lanes and rows from
 * where the last one ended, and full passes come at bounded duty, as in the flat set (hard cases,
 * 18).
 *
 * <p>Threads: any.
 */
final class LaneMatches {
  private static final int LANES = 16;
  private static final int ROWS = 1000;

  /** Rows of one page; bodies come along. */
  private static final int PAGE = 200;

  private final PageReader reader;
  private final ScanCursors cursors;

  LaneMatches(PageReader reader, ScanCursors cursors) {
    this.reader = reader;
    this.cursors = cursors;
  }

  /**
   * Adds the ids of jobs that match, those of one lane in their order.
   *
   * @param most how many to add at most
   * @return true when the pass is not over: ask again
   */
  boolean addMatches(QueueKeys queue, Fetch request, List<String> matches, int most)
      throws WireException {
    NavigableSet<String> lanes = reader.lanesFor(queue, request.owner());
    if (lanes.isEmpty()) {
      return false;
    }
    ScanCursor cursor =
        cursors.of(
            new ScanCursors.Key(queue.name(), "lanes", request.filter().text(), request.owner()));
    long begun = System.nanoTime();
    Scan scan = new Scan(queue, request, matches, matches.size() + most, lanes);
    scan.run(cursor.next(begun));
    cursor.went(scan.at, scan.ended, System.nanoTime() - begun, System.nanoTime());
    return !scan.ended;
  }

  /** One call's walk; {@code at} is the last lane and id that were looked at. */
  private final class Scan {
    private final QueueKeys queue;
    private final Fetch request;
    private final List<String> matches;
    private final int full;
    private final NavigableSet<String> lanes;
    private ScanCursor.Place at;
    private boolean ended;

    Scan(
        QueueKeys queue,
        Fetch request,
        List<String> matches,
        int full,
        NavigableSet<String> lanes) {
      this.queue = queue;
      this.request = request;
      this.matches = matches;
      this.full = full;
      this.lanes = lanes;
    }

    void run(ScanCursor.Place from) throws WireException {
      at = from;
      String lane = from.score().isEmpty() ? lanes.first() : lanes.ceiling(from.score());
      String id = from.score().equals(lane) ? from.id() : BrowsedPage.NO_CURSOR;
      int rows = 0;
      int seen = 0;
      while (lane != null && seen < LANES && rows < ROWS && matches.size() < full) {
        BrowsedPage page = reader.lanePage(queue, lane, id.isEmpty() ? id : "0", id, PAGE);
        rows += page.rows().size();
        if (look(lane, id, page) && page.isLast()) {
          lane = lanes.higher(lane);
          id = BrowsedPage.NO_CURSOR;
          seen++;
        } else {
          id = page.id();
        }
      }
      ended = lane == null;
    }

    /** False when enough was found before the end of the page. */
    private boolean look(String lane, String id, BrowsedPage page) throws WireException {
      at = new ScanCursor.Place(lane, id);
      for (Delivery each : reader.messages(queue, request.from(), page)) {
        if (matches.size() == full) {
          return false;
        }
        at = new ScanCursor.Place(lane, each.token().id());
        if (request.filter().check().test(each.message())) {
          matches.add(each.token().id());
        }
      }
      return true;
    }
  }
}
