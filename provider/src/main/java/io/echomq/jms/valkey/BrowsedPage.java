package io.echomq.jms.valkey;

import java.util.ArrayList;
import java.util.List;

/**
 * One page of {@code browse-page}.
 *
 * @param score with {@code id} the cursor of the next page; empty at the end
 * @param id see {@code score}
 * @param rows the jobs, with the count that their next or present delivery has
 */
record BrowsedPage(String score, String id, List<Claimed> rows) {

  /** The cursor of the first page, and of the end. */
  static final String NO_CURSOR = "";

  boolean isLast() {
    return id.isEmpty();
  }

  /** Reads a reply. */
  static BrowsedPage of(Object reply) {
    List<?> fields = (List<?>) reply;
    List<?> flat = (List<?>) fields.get(2);
    List<Claimed> rows = new ArrayList<>();
    for (int i = 0; i + 5 < flat.size(); i += 6) {
      String state = Replies.toText(flat.get(i + 2));
      long attempts = Replies.toLong(flat.get(i + 3));
      long delivered = attempts - Replies.toLong(flat.get(i + 4));
      boolean held = state.equals("active") || state.equals("dead");
      int count = (int) Math.max(1, held ? delivered : delivered + 1);
      rows.add(new Claimed(Replies.toText(flat.get(i)), attempts, count, flat.get(i + 5)));
    }
    return new BrowsedPage(Replies.toText(fields.get(0)), Replies.toText(fields.get(1)), rows);
  }
}
