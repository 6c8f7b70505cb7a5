package io.echomq.jms.valkey;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Fetch;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a selector matches at the heads of lanes; decided here. So many lanes a call, in turn.
 *
 * <p>Threads: any.
 */
final class LaneMatches {
  private static final int LANES = 16;
  private static final int ROWS = 100;

  private final PageReader reader;
  private final AtomicInteger turn = new AtomicInteger();

  LaneMatches(PageReader reader) {
    this.reader = reader;
  }

  /** Ids of jobs that match, those of one lane in their order. */
  List<String> matches(QueueKeys queue, Fetch request) throws WireException {
    List<String> matches = new ArrayList<>();
    List<String> lanes = reader.lanes(queue);
    int first = lanes.isEmpty() ? 0 : Math.floorMod(turn.getAndAdd(LANES), lanes.size());
    for (int i = 0; i < Math.min(LANES, lanes.size()) && matches.size() < request.max(); i++) {
      String lane = lanes.get((first + i) % lanes.size());
      BrowsedPage page =
          reader.lanePage(queue, lane, BrowsedPage.NO_CURSOR, BrowsedPage.NO_CURSOR, ROWS);
      for (Delivery each : reader.messages(queue, request.from(), page)) {
        if (request.filter().check().test(each.message())) {
          matches.add(each.token().id());
        }
      }
    }
    return matches;
  }
}
