package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Administration.LaneChange;
import io.echomq.jms.wire.LaneStat;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * The lanes of a queue, for operators. A lane is known by what says something of it: the ring, a
 * pause, a limit, a weight, members that are leased.
 *
 * <p>Threads: any.
 */
final class LaneDesk {
  /** So many lanes of a queue are looked at. */
  static final int MAX_LANES = 10_000;

  private static final int SCANNED_A_CALL = 1000;

  private final PooledCalls calls;
  private final Keys keys;

  LaneDesk(PooledCalls calls, Keys keys) {
    this.calls = calls;
    this.keys = keys;
  }

  /**
   * The known lanes, sorted, {@value #MAX_LANES} at most; names that are no branded ids are not.
   */
  List<String> names(QueueKeys queue) throws WireException {
    Set<String> names = new TreeSet<>();
    byte[] ring = queue.ring();
    List<?> served =
        (List<?>) calls.repeatable(link -> link.call(Command.of("LRANGE", ring, 0, MAX_LANES - 1)));
    served.forEach(lane -> names.add(Replies.toText(lane)));
    scan("SSCAN", queue.own("lanes"), 1, names);
    scan("SSCAN", queue.pausedLanes(), 1, names);
    scan("HSCAN", queue.laneActive(), 2, names);
    scan("HSCAN", queue.laneLimits(), 2, names);
    scan("HSCAN", queue.laneWeights(), 2, names);
    return names.stream().filter(BrandedId::isWellFormed).limit(MAX_LANES).toList();
  }

  /** How many wait in these lanes. */
  List<Long> depths(QueueKeys queue, List<String> lanes) throws WireException {
    List<Long> depths = new ArrayList<>(lanes.size());
    for (List<String> part : Parts.of(lanes, SCANNED_A_CALL)) {
      List<Command> questions = new ArrayList<>();
      for (String lane : part) {
        questions.add(Command.of("ZCARD", queue.lane(lane)));
      }
      calls.pipeline(questions).forEach(depth -> depths.add(Replies.toLong(depth)));
    }
    return depths;
  }

  /** The oldest that waits in each of these lanes; lanes where none waits are left out. */
  List<String> heads(QueueKeys queue, List<String> lanes) throws WireException {
    List<String> heads = new ArrayList<>();
    for (List<String> part : Parts.of(lanes, SCANNED_A_CALL)) {
      List<Command> questions = new ArrayList<>();
      for (String lane : part) {
        questions.add(Command.of("ZRANGE", queue.lane(lane), 0, 0));
      }
      for (Object head : calls.pipeline(questions)) {
        ((List<?>) head).forEach(id -> heads.add(Replies.toText(id)));
      }
    }
    return heads;
  }

  /** See {@link io.echomq.jms.wire.Administration#lanes}. */
  List<LaneStat> lanes(Address address, int max) throws WireException {
    Queues.require(address, "list the lanes of");
    QueueKeys queue = keys.of(address);
    List<String> names = names(queue).stream().limit(Math.max(0, max)).toList();
    List<Long> depths = depths(queue, names);
    List<LaneStat> stats = new ArrayList<>();
    for (List<String> part : Parts.of(names, SCANNED_A_CALL)) {
      List<Command> questions = new ArrayList<>();
      for (String lane : part) {
        questions.add(Command.of("HGET", queue.laneActive(), lane));
        questions.add(Command.of("HGET", queue.laneLimits(), lane));
        questions.add(Command.of("HGET", queue.laneWeights(), lane));
        questions.add(Command.of("SISMEMBER", queue.pausedLanes(), lane));
      }
      List<Object> answers = calls.pipeline(questions);
      for (int i = 0; i < part.size(); i++) {
        stats.add(
            new LaneStat(
                part.get(i),
                depths.get(stats.size()),
                number(answers.get(4 * i)),
                number(answers.get(4 * i + 1)),
                number(answers.get(4 * i + 2)),
                Replies.toLong(answers.get(4 * i + 3)) == 1));
      }
    }
    return stats;
  }

  /** See {@link io.echomq.jms.wire.Administration#tune}. */
  boolean tune(Address address, String group, LaneChange change, int value) throws WireException {
    Queues.require(address, "tune a lane of");
    if (group == null || group.isEmpty()) {
      throw new WireException(WireError.INVALID_NAME, "a lane is named by its group, got none");
    }
    if (value < 0) {
      throw new WireException(
          WireError.MALFORMED,
          change.name().toLowerCase(Locale.ROOT) + " " + value + ": use 1 or more, or 0 for none");
    }
    boolean valued = change == LaneChange.LIMIT || change == LaneChange.WEIGHT;
    String lane = BrandedId.isWellFormed(group) ? group : JobEncoder.laneOf(group);
    ScriptCall call =
        new ScriptCall(
            calls.script("tune-lane"),
            List.of(keys.of(address).pending()),
            List.of(lane, change.name().toLowerCase(Locale.ROOT), valued ? "" + value : ""));
    return Replies.toLong(calls.once(call)) == 1;
  }

  private void scan(String verb, byte[] key, int step, Set<String> names) throws WireException {
    String cursor = "0";
    Set<String> found = new HashSet<>();
    do {
      String at = cursor;
      List<?> page =
          (List<?>)
              calls.repeatable(
                  link -> link.call(Command.of(verb, key, at, "COUNT", SCANNED_A_CALL)));
      cursor = Replies.toText(page.get(0));
      List<?> members = (List<?>) page.get(1);
      for (int i = 0; i < members.size(); i += step) {
        found.add(Replies.toText(members.get(i)));
      }
    } while (!cursor.equals("0") && found.size() < MAX_LANES);
    names.addAll(found);
  }

  private static int number(Object reply) {
    String text = Replies.toText(reply);
    return text != null && text.matches("-?\\d{1,9}") ? Integer.parseInt(text) : 0;
  }
}
