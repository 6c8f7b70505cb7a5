package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recounts the lanes of queues where too much is in flight to be counted in one call (hard cases,
 * 17). Paging through is no snapshot, so that a lane is put right only on equal evidence of two
 * passes, as {@code recount-lane} finds it still. A lane that is busy meanwhile is served, and not
 * shut; it is looked at again when it rests.
 *
 * <p>Threads: any; one pass over a queue at a time.
 */
final class LaneRecount {
  private static final Logger LOG = LoggerFactory.getLogger(LaneRecount.class);

  /** As much as one call looks at. */
  private static final int PAGE = 1000;

  /** So many lanes of a queue are under suspicion at once. */
  private static final int MAX_SUSPECTS = 300;

  private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final PooledCalls calls;
  private final Keys keys;
  private final Map<String, Suspicion> suspicions = new ConcurrentHashMap<>();

  LaneRecount(PooledCalls calls, Keys keys) {
    this.calls = calls;
    this.keys = keys;
  }

  /** What a lane looked like in a pass. */
  private record Evidence(long count, Set<String> flights) {}

  /** Lanes to be looked at closely, with what the last pass saw of them (null: none has yet). */
  private record Suspicion(Map<String, Evidence> lanes, long restsUntil) {}

  /**
   * Makes the next pass over a queue: one that counts all lanes, then, over those that were wrong,
   * two that look closely.
   */
  void pass(Address address) throws WireException {
    QueueKeys queue = keys.of(address);
    Suspicion last = suspicions.get(address.base());
    if (last == null || last.lanes.isEmpty()) {
      if (last == null || System.nanoTime() - last.restsUntil >= 0) {
        if (suspicions.size() > MAX_SUSPECTS) {
          suspicions.clear();
        }
        suspicions.put(address.base(), new Suspicion(suspects(queue), rest()));
      }
      return;
    }
    Map<String, Evidence> seen = look(queue, last.lanes.keySet());
    Map<String, Evidence> open = new HashMap<>();
    for (Map.Entry<String, Evidence> each : seen.entrySet()) {
      Evidence before = last.lanes.get(each.getKey());
      if (before == null) {
        open.put(each.getKey(), each.getValue());
      } else if (before.equals(each.getValue()) && putRight(queue, each.getKey(), before)) {
        LOG.info("{}: the count of lane {} was wrong and is right now", address, each.getKey());
      }
    }
    suspicions.put(address.base(), new Suspicion(open, rest()));
  }

  private Map<String, Evidence> suspects(QueueKeys queue) throws WireException {
    Map<String, Integer> counted = new HashMap<>();
    walk(queue, (id, lane) -> counted.merge(lane, 1, Integer::sum));
    Map<String, Evidence> suspects = new HashMap<>();
    String cursor = "0";
    do {
      String at = cursor;
      List<?> page =
          (List<?>)
              calls.repeatable(
                  link -> link.call(Command.of("HSCAN", queue.laneActive(), at, "COUNT", PAGE)));
      cursor = Replies.toText(page.get(0));
      List<?> pairs = (List<?>) page.get(1);
      for (int i = 0; i + 1 < pairs.size() && suspects.size() < MAX_SUSPECTS; i += 2) {
        String lane = Replies.toText(pairs.get(i));
        if (!Integer.toString(counted.getOrDefault(lane, 0))
            .equals(Replies.toText(pairs.get(i + 1)))) {
          suspects.put(lane, null);
        }
      }
    } while (!cursor.equals("0") && suspects.size() < MAX_SUSPECTS);
    return suspects;
  }

  private Map<String, Evidence> look(QueueKeys queue, Set<String> lanes) throws WireException {
    List<String> order = List.copyOf(lanes);
    List<Command> questions = new ArrayList<>();
    for (String lane : order) {
      questions.add(Command.of("HGET", queue.laneActive(), lane));
    }
    List<Object> counts = calls.pipeline(questions);
    Map<String, Evidence> seen = new HashMap<>();
    for (int i = 0; i < order.size(); i++) {
      String count = Replies.toText(counts.get(i));
      long known = count != null && count.matches("\\d{1,9}") ? Long.parseLong(count) : 0;
      seen.put(order.get(i), new Evidence(known, new TreeSet<>()));
    }
    walk(
        queue,
        (id, lane) -> {
          if (seen.containsKey(lane)) {
            seen.get(lane).flights().add(id);
          }
        });
    return seen;
  }

  private interface Flights {
    void add(String id, String lane);
  }

  private void walk(QueueKeys queue, Flights flights) throws WireException {
    String cursor = "a0";
    while (!cursor.isEmpty()) {
      List<?> page =
          (List<?>)
              calls.repeatable(
                  new ScriptCall(
                      calls.script("list-flights"),
                      List.of(queue.pending()),
                      List.of(cursor, PAGE)));
      cursor = Replies.toText(page.get(0));
      List<?> pairs = (List<?>) page.get(1);
      for (int i = 0; i + 1 < pairs.size(); i += 2) {
        flights.add(Replies.toText(pairs.get(i)), Replies.toText(pairs.get(i + 1)));
      }
    }
  }

  private boolean putRight(QueueKeys queue, String lane, Evidence evidence) throws WireException {
    List<Object> arguments = new ArrayList<>(List.of(lane, evidence.count()));
    arguments.addAll(evidence.flights());
    ScriptCall call =
        new ScriptCall(calls.script("recount-lane"), List.of(queue.pending()), arguments);
    return Replies.toLong(calls.once(call)) == 1;
  }

  private static long rest() {
    return System.nanoTime() + REST_NANOS;
  }
}
