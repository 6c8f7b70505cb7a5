package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Browse;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.StoredMessage;
import io.echomq.jms.wire.StoredPage;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Shows operators whole messages with what their rows say of them; expired ones too.
 *
 * <p>Threads: any.
 */
final class MessageDesk {
  private static final int MAX_ROWS = 1000;

  /** Pages without a match before an empty one is answered, with its cursor. */
  private static final int MAX_PAGES = 20;

  /** So many of the newest of each lane are looked at. */
  private static final int LANE_TAIL = 20;

  private final PooledCalls calls;
  private final Keys keys;
  private final JobWalk walk;
  private final LaneDesk lanes;

  MessageDesk(PooledCalls calls, Keys keys, JobWalk walk, LaneDesk lanes) {
    this.lanes = lanes;
    this.calls = calls;
    this.keys = keys;
    this.walk = walk;
  }

  /** See {@link io.echomq.jms.wire.Administration#browse}. */
  StoredPage browse(Browse request) throws WireException {
    Queues.require(request.queue(), "browse");
    QueueKeys queue = keys.of(request.queue());
    int max = Math.max(1, Math.min(request.max(), MAX_ROWS));
    BrowseCursor at = BrowseCursor.parse(request.cursor());
    List<StoredMessage> shown = new ArrayList<>();
    for (int pages = 0; at != null && shown.isEmpty() && pages < MAX_PAGES; pages++) {
      byte[] set = at.isFlat() ? set(queue, request.queue()) : queue.lane(at.lane());
      String from = at.id().isEmpty() ? null : at.score() + " " + at.id();
      JobWalk.Page page = walk.page(set, from, max, Job.INLINE_BYTES);
      for (StoredMessage each : messages(request.queue(), queue, page.rows())) {
        if (request.filter() == null || request.filter().check().test(each.message())) {
          shown.add(each);
        }
      }
      at = next(queue, request, at, page.cursor());
    }
    return new StoredPage(shown, at == null ? null : at.text());
  }

  /** Behind what waits in no lane come the lanes, one after the other; null at the end. */
  private BrowseCursor next(QueueKeys queue, Browse request, BrowseCursor at, String cursor)
      throws WireException {
    if (cursor != null) {
      int space = cursor.indexOf(' ');
      return new BrowseCursor(at.lane(), cursor.substring(0, space), cursor.substring(space + 1));
    }
    if (request.queue().isView()) {
      return null;
    }
    for (String lane : lanes.names(queue)) {
      if (at.isFlat() || lane.compareTo(at.lane()) > 0) {
        return BrowseCursor.startOf(lane);
      }
    }
    return null;
  }

  /** See {@link io.echomq.jms.wire.Administration#find}. */
  Optional<StoredMessage> find(Address address, String id) throws WireException {
    Queues.require(address, "look into");
    BrandedId.check(id);
    QueueKeys queue = keys.of(address);
    return messages(address, queue, rows(queue, List.of(id))).stream().findFirst();
  }

  /** See {@link io.echomq.jms.wire.Administration#newest}. */
  List<StoredMessage> newest(Address address, String after, int max) throws WireException {
    Queues.requireSendable(address);
    QueueKeys queue = keys.of(address);
    int most = Math.max(1, Math.min(max, MAX_ROWS));
    List<String> ids = new ArrayList<>();
    for (String id : newestIds(queue, most)) {
      if (ids.size() < most && (after == null || id.compareTo(after) > 0)) {
        ids.add(id);
      }
    }
    Collections.reverse(ids);
    return messages(address, queue, rows(queue, ids));
  }

  /** Newest first, of what waits in no lane and of the lanes. */
  private NavigableSet<String> newestIds(QueueKeys queue, int max) throws WireException {
    NavigableSet<String> ids = new TreeSet<>(Comparator.reverseOrder());
    ScriptCall flat =
        new ScriptCall(calls.script("browse"), List.of(queue.pending()), List.of(max, ""));
    ((List<?>) calls.repeatable(flat)).forEach(id -> ids.add(Replies.toText(id)));
    List<Command> questions = new ArrayList<>();
    for (String lane : lanes.names(queue)) {
      if (questions.size() < MAX_ROWS) {
        questions.add(Command.of("ZRANGE", queue.lane(lane), -Math.min(max, LANE_TAIL), -1));
      }
    }
    for (Object tail : calls.pipeline(questions)) {
      ((List<?>) tail).forEach(id -> ids.add(Replies.toText(id)));
    }
    return ids;
  }

  /** The rows of these ids that are there. */
  private List<JobRow> rows(QueueKeys queue, List<String> ids) throws WireException {
    List<Command> questions = new ArrayList<>();
    for (String id : ids) {
      byte[] key = LargeBodies.row(queue, id);
      questions.add(Command.of("HMGET", key, "state", "attempts", "returned", "payload"));
      questions.add(Command.of("ZSCORE", queue.active(), id));
      questions.add(Command.of("ZSCORE", queue.schedule(), id));
    }
    List<Object> answers = calls.pipeline(questions);
    List<JobRow> rows = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      List<?> row = (List<?>) answers.get(3 * i);
      if (row.get(0) != null || row.get(1) != null) {
        Object active = answers.get(3 * i + 1);
        Object at = active != null ? active : answers.get(3 * i + 2);
        rows.add(
            new JobRow(
                ids.get(i),
                at == null ? 0 : JobRow.score(at),
                row.get(0) == null ? "" : Replies.toText(row.get(0)),
                number(row.get(1)),
                number(row.get(2)),
                row.get(3) == null ? new byte[0] : row.get(3)));
      }
    }
    return rows;
  }

  private static long number(Object reply) {
    return reply == null ? 0 : Replies.toLong(reply);
  }

  private List<StoredMessage> messages(Address from, QueueKeys queue, List<JobRow> rows)
      throws WireException {
    List<Command> questions = new ArrayList<>();
    for (JobRow row : rows) {
      questions.add(Command.of("HMGET", LargeBodies.row(queue, row.id()), "last_error", "group"));
    }
    List<Object> facts = calls.pipeline(questions);
    List<Delivery> deliveries = walk.messages(from, queue, rows);
    List<StoredMessage> messages = new ArrayList<>(rows.size());
    for (int i = 0; i < rows.size(); i++) {
      if (deliveries.get(i) != null) {
        JobRow row = rows.get(i);
        List<?> fact = (List<?>) facts.get(i);
        boolean timed = row.state().equals("active") || row.state().equals("scheduled");
        messages.add(
            new StoredMessage(
                row.id(),
                row.state(),
                row.deliveries(),
                timed ? JobRow.millis(row.score()) : 0,
                row.bytes(),
                Replies.toText(fact.get(0)),
                Replies.toText(fact.get(1)),
                deliveries.get(i).message()));
      }
    }
    return messages;
  }

  private static byte[] set(QueueKeys queue, Address from) {
    return switch (from.part()) {
      case "dead" -> queue.dead();
      case "schedule" -> queue.schedule();
      case "active" -> queue.active();
      default -> queue.pending();
    };
  }
}
