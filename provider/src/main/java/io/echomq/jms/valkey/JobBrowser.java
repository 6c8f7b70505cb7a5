package io.echomq.jms.valkey;

import io.echomq.jms.wire.Browse;
import io.echomq.jms.wire.BrowsePage;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;

/**
 * Shows queues and views. What has expired is not shown.
 *
 * <p>Threads: any.
 */
final class JobBrowser {
  private static final int MAX_ROWS = 1000;

  /** Pages without a match before an empty one is answered, with its cursor. */
  private static final int MAX_PAGES = 20;

  private final PageReader reader;
  private final Keys keys;
  private final ServerClock clock;

  JobBrowser(PageReader reader, Keys keys, ServerClock clock) {
    this.reader = reader;
    this.keys = keys;
    this.clock = clock;
  }

  /** See {@link io.echomq.jms.wire.Directory#browse}. */
  BrowsePage browse(Browse request) throws WireException {
    Queues.require(request.queue(), "browse");
    QueueKeys queue = keys.of(request.queue());
    int max = Math.max(1, Math.min(request.max(), MAX_ROWS));
    String[] at = cursor(request.cursor());
    List<Delivery> shown = new ArrayList<>();
    BrowsedPage page;
    int pages = 0;
    do {
      page = reader.page(queue, request.queue(), at[0], at[1], max);
      for (Delivery each : reader.messages(queue, request.queue(), page)) {
        if (isShown(request, each)) {
          shown.add(each);
        }
      }
      at = new String[] {page.score(), page.id()};
      pages++;
    } while (shown.isEmpty() && !page.isLast() && pages < MAX_PAGES);
    return new BrowsePage(shown, page.isLast() ? null : at[0] + " " + at[1]);
  }

  private boolean isShown(Browse request, Delivery delivery) {
    boolean dead = request.queue().part().equals("dead");
    return (dead || !JobFetcher.isExpired(delivery.message().header(), clock.now()))
        && (request.filter() == null || request.filter().check().test(delivery.message()));
  }

  private static String[] cursor(String cursor) throws WireException {
    if (cursor == null) {
      return new String[] {BrowsedPage.NO_CURSOR, BrowsedPage.NO_CURSOR};
    }
    int space = cursor.indexOf(' ');
    if (space < 0) {
      throw new WireException(
          WireError.MALFORMED, "'" + cursor + "' is no cursor of a page; pass the one answered");
    }
    return new String[] {cursor.substring(0, space), cursor.substring(space + 1)};
  }
}
