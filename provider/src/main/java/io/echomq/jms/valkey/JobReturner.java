package io.echomq.jms.valkey;

import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.WireException;
import io.echomq.lua.Script;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts leased messages back, those of one queue in one step, and extends leases.
 *
 * <p>Threads: any.
 */
final class JobReturner {
  /** A release of so many keeps the server busy for about three milliseconds. */
  private static final int MAX_RETURNS = 1000;

  /** Hard cases, 6. */
  private static final int MAX_EXTENSIONS = 500;

  private static final int DEFAULT_PRIORITY = 4;

  private final PooledCalls calls;
  private final Keys keys;
  private final Script release;
  private final Script extend;
  private final ScanCursors cursors;

  /**
   * @param cursors told of each queue into which something was put back
   */
  JobReturner(PooledCalls calls, Keys keys, ScanCursors cursors) {
    this.cursors = cursors;
    this.calls = calls;
    this.keys = keys;
    this.release = calls.script("release-jobs");
    this.extend = calls.script("extend-jobs");
  }

  /** See {@link io.echomq.jms.wire.Receiver#giveBack}. */
  List<LeaseToken> giveBack(List<GiveBack> messages) throws WireException {
    Map<String, List<GiveBack>> byQueue = new LinkedHashMap<>();
    for (GiveBack each : messages) {
      LeaseToken token = each.delivery().token();
      Queues.requireFetchable(token.from());
      byQueue.computeIfAbsent(token.from().base(), base -> new ArrayList<>()).add(each);
    }
    List<ScriptCall> requests = new ArrayList<>();
    List<List<LeaseToken>> asked = new ArrayList<>();
    for (Map.Entry<String, List<GiveBack>> queue : byQueue.entrySet()) {
      for (List<GiveBack> part : Parts.of(queue.getValue(), MAX_RETURNS)) {
        List<Object> arguments = new ArrayList<>(part.size() * 6);
        part.forEach(each -> add(arguments, each));
        requests.add(call(release, keys.queue(queue.getKey()), arguments));
        asked.add(part.stream().map(each -> each.delivery().token()).toList());
      }
    }
    try {
      return named(calls.pipeline(requests), asked);
    } finally {
      byQueue.keySet().forEach(cursors::restart);
    }
  }

  /**
   * See {@link io.echomq.jms.wire.Receiver#extend}.
   *
   * @param notes travel along, after the extensions
   */
  List<LeaseToken> extend(Iterable<LeaseToken> tokens, long leaseMillis, List<Command> notes)
      throws WireException {
    Map<String, List<LeaseToken>> byQueue = new LinkedHashMap<>();
    for (LeaseToken token : tokens) {
      Queues.requireFetchable(token.from());
      byQueue.computeIfAbsent(token.from().base(), base -> new ArrayList<>()).add(token);
    }
    List<Object> requests = new ArrayList<>();
    List<List<LeaseToken>> asked = new ArrayList<>();
    for (Map.Entry<String, List<LeaseToken>> queue : byQueue.entrySet()) {
      for (List<LeaseToken> part : Parts.of(queue.getValue(), MAX_EXTENSIONS)) {
        List<Object> arguments = new ArrayList<>(part.size() * 2 + 1);
        arguments.add(leaseMillis);
        for (LeaseToken token : part) {
          arguments.add(token.id());
          arguments.add(token.fence());
        }
        requests.add(call(extend, keys.queue(queue.getKey()), arguments));
        asked.add(part);
      }
    }
    requests.addAll(notes);
    return named(calls.pipeline(requests), asked);
  }

  /** Gives back what was claimed and never read; its priority stands beside the queue. */
  void unseen(QueueKeys queue, List<Claimed> jobs) throws WireException {
    List<Command> questions = new ArrayList<>();
    for (Claimed job : jobs) {
      questions.add(Command.of("HGET", queue.priorities(), job.id()));
    }
    List<Object> scores = calls.pipeline(questions);
    List<Object> arguments = new ArrayList<>();
    for (int i = 0; i < jobs.size(); i++) {
      Object score = scores.get(i) == null ? "0" : scores.get(i);
      arguments.addAll(List.of(jobs.get(i).id(), jobs.get(i).fence(), "u", score, 0, ""));
    }
    calls.repeatable(call(release, queue, arguments));
  }

  private static void add(List<Object> arguments, GiveBack back) {
    Delivery delivery = back.delivery();
    arguments.add(delivery.token().id());
    arguments.add(delivery.token().fence());
    arguments.add(
        switch (back.verdict()) {
          case UNSEEN -> "u";
          case AGAIN -> "a";
          case DEAD -> "d";
        });
    arguments.add(DEFAULT_PRIORITY - delivery.message().header().priority());
    arguments.add(Math.max(0, back.delayMillis()));
    arguments.add(back.reason() == null ? "" : back.reason());
  }

  private static ScriptCall call(Script script, QueueKeys queue, List<Object> arguments) {
    return new ScriptCall(script, List.of(queue.pending()), arguments);
  }

  /** The tokens whose ids the scripts named. */
  private static List<LeaseToken> named(List<Object> replies, List<List<LeaseToken>> asked) {
    List<LeaseToken> named = new ArrayList<>();
    for (int i = 0; i < asked.size(); i++) {
      Set<String> ids = new HashSet<>();
      for (Object id : (List<?>) replies.get(i)) {
        ids.add(Replies.toText(id));
      }
      for (LeaseToken token : asked.get(i)) {
        if (ids.contains(token.id())) {
          named.add(token);
        }
      }
    }
    return named;
  }
}
