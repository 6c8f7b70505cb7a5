package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Browse;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.StoredMessage;
import io.echomq.jms.wire.StoredPage;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Shows operators whole messages with what their rows say of them; expired ones too.
 *
 * <p>Threads: any.
 */
final class MessageDesk {
  private static final int MAX_ROWS = 1000;

  /** Pages without a match before an empty one is answered, with its cursor. */
  private static final int MAX_PAGES = 20;

  private final PooledCalls calls;
  private final Keys keys;
  private final JobWalk walk;

  MessageDesk(PooledCalls calls, Keys keys, JobWalk walk) {
    this.calls = calls;
    this.keys = keys;
    this.walk = walk;
  }

  /** See {@link io.echomq.jms.wire.Administration#browse}. */
  StoredPage browse(Browse request) throws WireException {
    Queues.require(request.queue(), "browse");
    QueueKeys queue = keys.of(request.queue());
    int max = Math.max(1, Math.min(request.max(), MAX_ROWS));
    String cursor = request.cursor();
    for (int i = 1; ; i++) {
      JobWalk.Page page = walk.page(set(queue, request.queue()), cursor, max, Job.INLINE_BYTES);
      List<StoredMessage> shown = new ArrayList<>();
      for (StoredMessage each : messages(request.queue(), queue, page.rows())) {
        if (request.filter() == null || request.filter().check().test(each.message())) {
          shown.add(each);
        }
      }
      cursor = page.cursor();
      if (!shown.isEmpty() || cursor == null || i == MAX_PAGES) {
        return new StoredPage(shown, cursor);
      }
    }
  }

  /** See {@link io.echomq.jms.wire.Administration#find}. */
  Optional<StoredMessage> find(Address address, String id) throws WireException {
    Queues.require(address, "look into");
    QueueKeys queue = keys.of(address);
    byte[] key = queue.job(id);
    List<Object> answers =
        calls.pipeline(
            List.of(
                Command.of("HMGET", key, "state", "attempts", "returned", "payload"),
                Command.of("ZSCORE", queue.active(), id),
                Command.of("ZSCORE", queue.schedule(), id)));
    List<?> row = (List<?>) answers.get(0);
    if (row.get(0) == null && row.get(1) == null) {
      return Optional.empty();
    }
    Object at = answers.get(1) != null ? answers.get(1) : answers.get(2);
    JobRow found =
        new JobRow(
            id,
            at == null ? 0 : JobRow.score(at),
            row.get(0) == null ? "" : Replies.toText(row.get(0)),
            row.get(1) == null ? 0 : Replies.toLong(row.get(1)),
            row.get(2) == null ? 0 : Replies.toLong(row.get(2)),
            row.get(3) == null ? new byte[0] : row.get(3));
    return messages(address, queue, List.of(found)).stream().findFirst();
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
