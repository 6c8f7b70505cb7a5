package io.echomq.jms.valkey;

import io.echomq.jms.wire.Browse;
import io.echomq.jms.wire.BrowsePage;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;

/**
 * Shows queues and views. What has expired is not shown; messages of groups come after the others,
 * lane by lane.
 *
 * <p>Threads: any.
 */
final class JobBrowser {
  private static final int MAX_ROWS = 1000;

  /** Pages without a match before an empty one is answered, with its cursor. */
  private static final int MAX_PAGES = 20;

  private final PageReader reader;
  private final DeadFacts deadFacts;
  private final Keys keys;
  private final ServerClock clock;

  JobBrowser(PageReader reader, DeadFacts deadFacts, Keys keys, ServerClock clock) {
    this.deadFacts = deadFacts;
    this.reader = reader;
    this.keys = keys;
    this.clock = clock;
  }

  /** See {@link io.echomq.jms.wire.Directory#browse}. */
  BrowsePage browse(Browse request) throws WireException {
    Queues.require(request.queue(), "browse");
    QueueKeys queue = keys.of(request.queue());
    if (request.cursor() == null && !reader.isThere(queue, request.queue())) {
      throw new WireException(
          WireError.DESTINATION_GONE,
          request.queue() + ": it was deleted, or the connection that owned it is closed");
    }
    int max = Math.max(1, Math.min(request.max(), MAX_ROWS));
    BrowseCursor at = BrowseCursor.parse(request.cursor());
    List<Delivery> shown = new ArrayList<>();
    for (int pages = 0; at != null && shown.isEmpty() && pages < MAX_PAGES; pages++) {
      BrowsedPage page =
          at.isFlat()
              ? reader.page(queue, request.queue(), at.score(), at.id(), max)
              : reader.lanePage(queue, at.lane(), at.score(), at.id(), max);
      List<Delivery> messages = reader.messages(queue, request.queue(), page);
      if (request.queue().part().equals("dead")) {
        messages = deadFacts.tell(queue, messages, false);
      }
      for (Delivery each : messages) {
        if (isShown(request, each)) {
          shown.add(each);
        }
      }
      at = next(queue, request, at, page);
    }
    return new BrowsePage(shown, at == null ? null : at.text());
  }

  /** Behind what waits in no lane come the lanes, one after the other; null at the end. */
  private BrowseCursor next(QueueKeys queue, Browse request, BrowseCursor at, BrowsedPage page)
      throws WireException {
    if (!page.isLast()) {
      return new BrowseCursor(at.lane(), page.score(), page.id());
    }
    if (request.queue().isView()) {
      return null;
    }
    NavigableSet<String> lanes = reader.lanes(queue);
    String lane = at.isFlat() ? (lanes.isEmpty() ? null : lanes.first()) : lanes.higher(at.lane());
    return lane == null ? null : BrowseCursor.startOf(lane);
  }

  private boolean isShown(Browse request, Delivery delivery) {
    boolean dead = request.queue().part().equals("dead");
    return (dead || !JobFetcher.isExpired(delivery.message().header(), clock.now()))
        && (request.filter() == null || request.filter().check().test(delivery.message()));
  }
}
