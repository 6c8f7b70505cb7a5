package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.QueueStat;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which queues and topics there are, and the state of a queue.
 *
 * <p>Threads: any.
 */
final class QueueFacts {
  private static final Pattern KEY = Pattern.compile("emq:\\{([A-Za-z0-9._-]{1,128})}:(.*)");
  private static final Set<String> OF_A_QUEUE =
      Set.of(
          "pending",
          "active",
          "schedule",
          "dead",
          "meta",
          "metrics:completed",
          "metrics:failed",
          "ring",
          "paused");
  private static final String CONSUMERS = "jms:consumers";
  private static final int SCANNED_A_CALL = 1000;
  private static final int SAMPLED = 20;

  /** Scores of the priorities 9 to 0; each is a run of its own, oldest first. */
  private static final int FIRST_SCORE = -5;

  private static final int LAST_SCORE = 4;

  private final PooledCalls calls;
  private final Keys keys;
  private final ServerClock clock;
  private final LaneDesk lanes;
  private final ConsumerDirectory consumers;

  QueueFacts(
      PooledCalls calls,
      Keys keys,
      ServerClock clock,
      LaneDesk lanes,
      ConsumerDirectory consumers) {
    this.calls = calls;
    this.keys = keys;
    this.clock = clock;
    this.lanes = lanes;
    this.consumers = consumers;
  }

  /** See {@link io.echomq.jms.wire.Administration#queues}. */
  List<String> queues() throws WireException {
    Set<String> names = new TreeSet<>();
    Set<String> consumed = new TreeSet<>();
    // Rows and lanes, which may be millions, are left out by the server.
    scan(
        "emq:{*}:[padsmrj]*",
        (name, type) -> {
          if (OF_A_QUEUE.contains(type)) {
            names.add(name);
          } else if (type.equals(CONSUMERS)) {
            consumed.add(name);
          }
        });
    consumed.removeAll(names);
    for (String name : consumed) {
      // A topic may have the same base; it is not a queue for being listened to.
      if (consumers.consumesQueue(name)) {
        names.add(name);
      }
    }
    return List.copyOf(names);
  }

  /** See {@link io.echomq.jms.wire.Administration#topics}. */
  List<String> topics() throws WireException {
    Set<String> names = new TreeSet<>();
    scan(
        "emq:{*}:stream:*",
        (name, type) -> {
          String stream = type.substring("stream:".length());
          names.add(stream.equals(Address.DEFAULT_STREAM) ? name : name + "/" + stream);
        });
    return List.copyOf(names);
  }

  /** Tells queue name and type of every key that fits, in pages; some may come twice. */
  private void scan(String pattern, BiConsumer<String, String> found) throws WireException {
    String cursor = "0";
    do {
      String at = cursor;
      List<?> page =
          (List<?>)
              calls.repeatable(
                  link ->
                      link.call(Command.of("SCAN", at, "MATCH", pattern, "COUNT", SCANNED_A_CALL)));
      cursor = Replies.toText(page.get(0));
      for (Object key : (List<?>) page.get(1)) {
        Matcher matcher = KEY.matcher(Replies.toText(key));
        if (matcher.matches() && !matcher.group(1).equals(Address.RESERVED)) {
          found.accept(matcher.group(1), matcher.group(2));
        }
      }
    } while (!cursor.equals("0"));
  }

  /** See {@link io.echomq.jms.wire.Administration#stat}. */
  QueueStat stat(Address address) throws WireException {
    Queues.require(address, "show the state of");
    QueueKeys queue = keys.of(address);
    List<Command> questions = new ArrayList<>();
    for (byte[] set : List.of(queue.pending(), queue.active(), queue.schedule(), queue.dead())) {
      questions.add(Command.of("ZCARD", set));
    }
    questions.add(Command.of("HEXISTS", queue.meta(), "paused"));
    questions.add(Command.of("HGET", queue.completed(), "count"));
    questions.add(Command.of("HGET", queue.failed(), "count"));
    questions.add(Command.of("ZRANGE", queue.schedule(), 0, 0, "WITHSCORES"));
    questions.add(Command.of("ZRANGE", queue.pending(), 0, SAMPLED - 1));
    for (int score = FIRST_SCORE; score <= LAST_SCORE; score++) {
      questions.add(Command.of("ZRANGEBYSCORE", queue.pending(), score, score, "LIMIT", 0, 1));
    }
    List<Object> a = calls.pipeline(questions);
    long flat = Replies.toLong(a.get(0));
    List<String> known = lanes.names(queue);
    long inLanes = lanes.depths(queue, known).stream().mapToLong(Long::longValue).sum();
    List<String> heads = new ArrayList<>(inLanes == 0 ? List.of() : lanes.heads(queue, known));
    long bytes =
        bytes(queue, ids((List<?>) a.get(8)), flat)
            + bytes(queue, heads.subList(0, Math.min(SAMPLED, heads.size())), inLanes);
    for (Object head : a.subList(9, a.size())) {
      heads.addAll(ids((List<?>) head));
    }
    long now = clock.now();
    return new QueueStat(
        address.base(),
        Replies.toLong(a.get(4)) == 1,
        flat + inLanes,
        inLanes,
        known.size(),
        Replies.toLong(a.get(1)),
        Replies.toLong(a.get(2)),
        Replies.toLong(a.get(3)),
        age(heads, now),
        dueIn((List<?>) a.get(7), now),
        count(a.get(5)),
        count(a.get(6)),
        bytes,
        consumers.count(new Address(address.domain(), address.base(), "")));
  }

  private static long age(List<String> heads, long now) throws WireException {
    long oldest = -1;
    for (String id : heads) {
      if (BrandedId.isWellFormed(id)) {
        long minted = BrandedId.millisOf(BrandedId.decode(id));
        oldest = Math.max(oldest, Math.max(0, now - minted));
      }
    }
    return oldest;
  }

  private static List<String> ids(List<?> members) {
    return members.stream().map(Replies::toText).toList();
  }

  private static long dueIn(List<?> head, long now) {
    return head.isEmpty() ? -1 : Math.max(0, JobRow.millis(JobRow.score(head.get(1))) - now);
  }

  /** Mean length of the first payloads, times their number. */
  private long bytes(QueueKeys queue, List<String> sample, long depth) throws WireException {
    List<Command> questions = new ArrayList<>();
    for (String id : sample) {
      if (BrandedId.isWellFormed(id)) {
        questions.add(Command.of("HSTRLEN", queue.job(id), "payload"));
      }
    }
    long sum = 0;
    for (Object length : calls.pipeline(questions)) {
      sum += Replies.toLong(length);
    }
    return questions.isEmpty() ? 0 : Math.round((double) sum / questions.size() * depth);
  }

  private static long count(Object reply) {
    return reply == null ? 0 : Replies.toLong(reply);
  }
}
