package io.echomq.jms.valkey;

import io.echomq.jms.codec.PayloadCodec;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.Filter;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import io.echomq.lua.Script;
import java.util.ArrayList;
import java.util.List;

/**
 * Goes through a set of a queue page by page, in the order of consumption.
 *
 * <p>Threads: any.
 */
final class JobWalk {
  /** No payloads at all: their lengths only. */
  static final int NO_PAYLOAD = -1;

  /** A page of ids; what is done to them next keeps the server busy for about a millisecond. */
  private static final int IDS_AT_ONCE = 100;

  /** A page of messages that a filter reads. */
  private static final int MESSAGES_AT_ONCE = 50;

  /** What becomes of the ids of a page. */
  interface Batch {
    void of(List<String> ids) throws WireException;
  }

  /**
   * One page.
   *
   * @param cursor where the next one begins; null: this was the last
   */
  record Page(List<JobRow> rows, String cursor) {}

  private final PooledCalls calls;
  private final LargeBodies largeBodies;
  private final PayloadCodec codec;
  private final Script browse;

  JobWalk(PooledCalls calls, PayloadCodec codec) {
    this.calls = calls;
    this.largeBodies = new LargeBodies(calls);
    this.codec = codec;
    this.browse = calls.script("browse-page");
  }

  /**
   * Hands on the ids of the whole set, or of those that the filter selects. What comes into the set
   * meanwhile is not followed for ever.
   *
   * @param filter null: all
   */
  void over(Address queue, QueueKeys keys, byte[] set, Filter filter, Batch batch)
      throws WireException {
    long left = Replies.toLong(calls.repeatable(link -> link.call(Command.of("ZCARD", set))));
    int size = filter == null ? IDS_AT_ONCE : MESSAGES_AT_ONCE;
    int inline = filter == null ? NO_PAYLOAD : Job.INLINE_BYTES;
    String cursor = null;
    do {
      Page page = page(set, cursor, size, inline);
      List<String> ids = filter == null ? ids(page) : selected(queue, keys, page, filter);
      if (!ids.isEmpty()) {
        batch.of(ids);
      }
      cursor = page.cursor();
      left -= size;
    } while (cursor != null && left > 0);
  }

  /**
   * One page.
   *
   * @param cursor null: the first
   * @param inline payloads above this many bytes are left out
   */
  Page page(byte[] set, String cursor, int max, int inline) throws WireException {
    String[] at = {"", ""};
    if (cursor != null) {
      int space = cursor.indexOf(' ');
      if (space < 0) {
        throw new WireException(
            WireError.MALFORMED, "'" + cursor + "' is no cursor of a page; pass the one answered");
      }
      at = new String[] {cursor.substring(0, space), cursor.substring(space + 1)};
    }
    List<?> reply =
        (List<?>)
            calls.repeatable(
                new ScriptCall(
                    browse,
                    List.of(set),
                    List.of(at[0], at[1], max, inline, JobFetcher.REPLY_BYTES)));
    String id = Replies.toText(reply.get(1));
    String next = id.isEmpty() ? null : Replies.toText(reply.get(0)) + " " + id;
    return new Page(JobRow.listOf((List<?>) reply.get(2)), next);
  }

  /** The messages of these rows, in their order; null for those that vanished meanwhile. */
  List<Delivery> messages(Address queue, QueueKeys keys, List<JobRow> rows) throws WireException {
    List<Claimed> jobs = rows.stream().map(JobRow::claimed).toList();
    List<byte[]> payloads = largeBodies.of(keys, jobs);
    List<Delivery> messages = new ArrayList<>(rows.size());
    for (int i = 0; i < rows.size(); i++) {
      byte[] payload = payloads.get(i);
      messages.add(payload == null ? null : jobs.get(i).toDelivery(queue, payload, codec, 0));
    }
    return messages;
  }

  private static List<String> ids(Page page) {
    return page.rows().stream().map(JobRow::id).toList();
  }

  private List<String> selected(Address queue, QueueKeys keys, Page page, Filter filter)
      throws WireException {
    List<String> ids = new ArrayList<>();
    for (Delivery each : messages(queue, keys, page.rows())) {
      if (each != null && filter.check().test(each.message())) {
        ids.add(each.token().id());
      }
    }
    return ids;
  }
}
