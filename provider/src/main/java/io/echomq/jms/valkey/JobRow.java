package io.echomq.jms.valkey;

import java.util.ArrayList;
import java.util.List;

/**
 * A row as {@code browse-page} shows it.
 *
 * @param id the job's id
 * @param score its place in the set that was looked at
 * @param state the row's
 * @param attempts the row's, which is the fencing token
 * @param returned how many of these were no deliveries
 * @param found its payload ({@code byte[]}), or the length of one that was left out ({@code Long})
 */
record JobRow(String id, double score, String state, long attempts, long returned, Object found) {

  /** Reads the six values of each. */
  static List<JobRow> listOf(List<?> flat) {
    List<JobRow> rows = new ArrayList<>(flat.size() / 6);
    for (int i = 0; i + 5 < flat.size(); i += 6) {
      rows.add(
          new JobRow(
              Replies.toText(flat.get(i)),
              score(flat.get(i + 1)),
              Replies.toText(flat.get(i + 2)),
              Replies.toLong(flat.get(i + 3)),
              Replies.toLong(flat.get(i + 4)),
              flat.get(i + 5)));
    }
    return rows;
  }

  /** A score as a number; the server writes {@code inf}. */
  static double score(Object reply) {
    String text = Replies.toText(reply);
    return text.endsWith("inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
  }

  /** A score that is a time: ms; {@link Long#MAX_VALUE} is never. */
  static long millis(double score) {
    return Double.isInfinite(score) ? Long.MAX_VALUE : Math.round(score);
  }

  int deliveries() {
    return (int) Math.max(0, attempts - returned);
  }

  long bytes() {
    return found instanceof byte[] payload ? payload.length : (Long) found;
  }

  Claimed claimed() {
    return new Claimed(id, attempts, Math.max(1, deliveries()), found);
  }
}
