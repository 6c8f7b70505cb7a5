package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.ConsumerInfo;
import io.echomq.jms.wire.InFlight;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads what {@link ConsumerRegistry} wrote: who consumes, and who holds what.
 *
 * <p>Threads: any.
 */
final class ConsumerDirectory {
  private static final int MAX_CONNECTIONS = 10_000;
  private static final int MAX_IN_FLIGHT = 1000;

  private final PooledCalls calls;
  private final Keys keys;
  private final ServerClock clock;
  private final JobWalk walk;

  ConsumerDirectory(PooledCalls calls, Keys keys, ServerClock clock, JobWalk walk) {
    this.calls = calls;
    this.keys = keys;
    this.clock = clock;
    this.walk = walk;
  }

  /** See {@link io.echomq.jms.wire.Administration#consumers}. */
  List<ConsumerInfo> consumers(Address destination) throws WireException {
    List<String> connections = connections(destination, false);
    List<Command> questions = new ArrayList<>();
    for (String connection : connections) {
      questions.add(
          Command.of("HMGET", keys.facts().connection(connection))
              .add(destination.toString())
              .add("client")
              .add("host")
              .add("pid")
              .add("since"));
    }
    List<Object> answers = calls.pipeline(questions);
    List<ConsumerInfo> consumers = new ArrayList<>();
    for (int i = 0; i < connections.size(); i++) {
      List<?> about = (List<?>) answers.get(i);
      if (about.get(0) != null) {
        String client = Replies.toText(about.get(1));
        consumers.add(
            new ConsumerInfo(
                connections.get(i),
                (int) number(about.get(0)),
                client == null || client.isEmpty() ? null : client,
                about.get(2) == null ? "unknown" : Replies.toText(about.get(2)),
                number(about.get(3)),
                number(about.get(4))));
      }
    }
    return consumers;
  }

  /** See {@link io.echomq.jms.wire.Administration#inFlight}. */
  List<InFlight> inFlight(Address address, int max) throws WireException {
    Queues.require(address, "list what is in flight of");
    QueueKeys queue = keys.of(address);
    List<JobRow> rows = new ArrayList<>();
    String cursor = null;
    do {
      int size = Math.min(max - rows.size(), MAX_IN_FLIGHT);
      if (size < 1) {
        break;
      }
      JobWalk.Page page = walk.page(queue.active(), cursor, size, JobWalk.NO_PAYLOAD);
      rows.addAll(page.rows());
      cursor = page.cursor();
    } while (cursor != null);
    if (rows.isEmpty()) {
      return List.of();
    }
    List<String> connections = connections(address, true);
    List<InFlight> held = new ArrayList<>();
    for (List<JobRow> part : Parts.of(rows, MAX_IN_FLIGHT)) {
      List<String> owners = owners(queue, connections, part);
      for (int i = 0; i < part.size(); i++) {
        held.add(held(part.get(i), owners.get(i), connections));
      }
    }
    return held;
  }

  /** How many consumers there are. */
  int count(Address destination) throws WireException {
    return consumers(destination).stream().mapToInt(ConsumerInfo::consumers).sum();
  }

  private static InFlight held(JobRow row, String owner, List<String> connections) {
    String known = owner == null && connections.size() == 1 ? connections.get(0) : owner;
    return new InFlight(
        row.id(),
        JobRow.millis(row.score()),
        row.attempts(),
        Math.max(1, row.deliveries()),
        row.bytes(),
        known,
        known == null ? connections : List.of(known));
  }

  /** For each row the connection that has extended its lease, or null. */
  private List<String> owners(QueueKeys queue, List<String> connections, List<JobRow> rows)
      throws WireException {
    List<String> owners = new ArrayList<>();
    rows.forEach(row -> owners.add(null));
    for (String connection : connections) {
      byte[] key = ConsumerRegistry.leasesKey(queue, connection);
      List<Command> questions = new ArrayList<>();
      rows.forEach(row -> questions.add(Command.of("ZSCORE", key, row.id())));
      List<Object> until = calls.pipeline(questions);
      for (int i = 0; i < rows.size(); i++) {
        // Who let it go and somebody else holds it now: the lease then ends at another time.
        if (until.get(i) != null && near(until.get(i), rows.get(i).score())) {
          owners.set(i, connection);
        }
      }
    }
    return owners;
  }

  private static boolean near(Object noted, double leaseEnd) {
    return Math.abs(JobRow.score(noted) - leaseEnd) < 1000;
  }

  /** Whether anybody consumes from the queue of this name, or from a view of it. */
  boolean consumesQueue(String name) throws WireException {
    return members(name).stream().anyMatch(member -> member.contains(" queue "));
  }

  /** Connections that consume here. */
  private List<String> connections(Address at, boolean wholeQueue) throws WireException {
    Address wanted = wholeQueue ? new Address(at.domain(), at.base(), "") : at;
    Set<String> connections = new LinkedHashSet<>();
    for (String member : members(at.base())) {
      if (member.endsWith(" " + wanted)) {
        connections.add(member.substring(0, member.indexOf(' ')));
      }
    }
    return List.copyOf(connections);
  }

  /** Connection and destination of each, those that lapsed left out. */
  private List<String> members(String base) throws WireException {
    byte[] key = ConsumerRegistry.consumersKey(keys.queue(base));
    long now = clock.now();
    Command question = Command.of("ZRANGEBYSCORE", key, now, "+inf", "LIMIT", 0, MAX_CONNECTIONS);
    List<?> members = (List<?>) calls.repeatable(link -> link.call(question));
    return members.stream().map(Replies::toText).toList();
  }

  private static long number(Object reply) {
    return reply == null ? 0 : Replies.toLong(reply);
  }
}
