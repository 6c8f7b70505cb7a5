package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.WireException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells operators which connection consumes from where, and what it has held for long. Nothing of
 * it is on the way of a message: it is written by the beats, and when the first consumer of a
 * destination has opened or the last one closed. All of it lapses by itself.
 *
 * <ul>
 *   <li>{@code emq:{q}:jms:consumers}, sorted set: {@code <connection> <destination>} by the server
 *       ms at which it lapses
 *   <li>{@code emq:{_jms}:jms:conn:<connection>}, hash: {@code host}, {@code pid}, {@code since},
 *       {@code client}, and for each destination its consumers
 *   <li>{@code emq:{q}:jms:leases:<connection>}, sorted set: the jobs whose lease it has extended,
 *       by the end of the lease
 * </ul>
 *
 * <p>Threads: any. The monitor guards the counts and is not held during a call.
 */
final class ConsumerRegistry implements Pulse {
  private static final Logger LOG = LoggerFactory.getLogger(ConsumerRegistry.class);

  /** Lapsed entries that one beat removes from a key. */
  private static final int SWEPT_AT_ONCE = 500;

  private final PooledCalls calls;
  private final Keys keys;
  private final ServerClock clock;
  private final String connectionId;
  private final long leaseMillis;
  private final long since;
  private final Map<Address, Integer> counts = new HashMap<>();
  private final Set<String> untold = new TreeSet<>();
  private final Map<String, Address> open = new LinkedHashMap<>();
  private volatile String clientId = "";

  ConsumerRegistry(
      PooledCalls calls, Keys keys, ServerClock clock, String connectionId, long leaseMillis) {
    this.calls = calls;
    this.keys = keys;
    this.clock = clock;
    this.connectionId = connectionId;
    this.leaseMillis = 3 * leaseMillis;
    this.since = clock.now();
  }

  void clientId(String taken) {
    clientId = taken;
  }

  /** One consumer more or less; the last one of a destination is told at once. */
  void changed(Address at, int by) {
    boolean gone;
    synchronized (this) {
      int count = counts.merge(at, by, Integer::sum);
      gone = count <= 0;
      if (gone) {
        counts.remove(at);
        open.remove(at.toString());
        untold.remove(at.toString());
      } else {
        open.put(at.toString(), at);
        untold.add(at.toString());
      }
    }
    if (gone) {
      quietly(() -> calls.pipeline(removal(at)));
    }
  }

  /** Tells what is not told yet; called on the beats of the consumers. */
  void tell() {
    List<Address> now = new ArrayList<>();
    synchronized (this) {
      untold.forEach(name -> now.add(open.get(name)));
      untold.clear();
    }
    if (!now.isEmpty()) {
      quietly(() -> calls.pipeline(entries(now)));
    }
  }

  /** Notes who holds these, since their leases were just extended; part of the same pipeline. */
  List<Command> held(Collection<LeaseToken> tokens, long extendedMillis) throws WireException {
    Map<String, Command> byQueue = new LinkedHashMap<>();
    long until = clock.now() + extendedMillis;
    for (LeaseToken token : tokens) {
      if (token.from().isQueue()) {
        byte[] key = leasesKey(keys.of(token.from()), connectionId);
        byQueue
            .computeIfAbsent(token.from().base(), base -> Command.of("ZADD", key))
            .add(until)
            .add(token.id());
      }
    }
    List<Command> commands = new ArrayList<>(byQueue.values());
    for (String base : byQueue.keySet()) {
      commands.add(
          Command.of("PEXPIRE", leasesKey(keys.queue(base), connectionId), extendedMillis));
    }
    return commands;
  }

  @Override
  public void beat(Link link) throws WireException {
    List<Address> all;
    synchronized (this) {
      all = List.copyOf(open.values());
      untold.clear();
    }
    for (Command command : entries(all)) {
      link.call(command);
    }
    for (Address each : all) {
      QueueKeys queue = keys.of(each);
      sweep(link, consumersKey(queue));
      sweep(link, leasesKey(queue, connectionId));
    }
  }

  /** Removes everything that names this connection. */
  void close() {
    List<Address> all;
    synchronized (this) {
      all = List.copyOf(open.values());
      open.clear();
      counts.clear();
      untold.clear();
    }
    if (!all.isEmpty()) {
      quietly(
          () -> {
            List<Command> commands = new ArrayList<>();
            for (Address each : all) {
              commands.addAll(removal(each));
              commands.add(Command.of("DEL", leasesKey(keys.of(each), connectionId)));
            }
            commands.add(Command.of("DEL", keys.facts().connection(connectionId)));
            calls.pipeline(commands);
          });
    }
  }

  static byte[] consumersKey(QueueKeys queue) throws WireException {
    return queue.own("consumers");
  }

  static byte[] leasesKey(QueueKeys queue, String connectionId) throws WireException {
    return queue.own("leases:" + connectionId);
  }

  private List<Command> entries(List<Address> destinations) throws WireException {
    List<Command> commands = new ArrayList<>();
    if (destinations.isEmpty()) {
      return commands;
    }
    byte[] connection = keys.facts().connection(connectionId);
    Command about =
        Command.of("HSET", connection, "host", Host.NAME, "pid", ProcessHandle.current().pid())
            .add("since")
            .add(since)
            .add("client")
            .add(clientId);
    for (Address each : destinations) {
      byte[] consumers = consumersKey(keys.of(each));
      long until = clock.now() + leaseMillis;
      commands.add(Command.of("ZADD", consumers, until, connectionId + " " + each));
      commands.add(Command.of("PEXPIRE", consumers, 2 * leaseMillis));
      about.add(each.toString()).add(count(each));
    }
    commands.add(about);
    commands.add(Command.of("PEXPIRE", connection, leaseMillis));
    return commands;
  }

  private synchronized int count(Address at) {
    return counts.getOrDefault(at, 0);
  }

  private List<Command> removal(Address at) throws WireException {
    return List.of(
        Command.of("ZREM", consumersKey(keys.of(at)), connectionId + " " + at),
        Command.of("HDEL", keys.facts().connection(connectionId), at.toString()));
  }

  private void sweep(Link link, byte[] key) throws WireException {
    List<?> lapsed =
        (List<?>)
            link.call(
                Command.of("ZRANGEBYSCORE", key, "-inf", clock.now(), "LIMIT", 0, SWEPT_AT_ONCE));
    if (!lapsed.isEmpty()) {
      Command gone = Command.of("ZREM", key);
      lapsed.forEach(gone::add);
      link.call(gone);
    }
  }

  /** Operators can wait for the next beat; messages must not wait for operators. */
  private void quietly(Telling telling) {
    try {
      telling.run();
    } catch (WireException later) {
      LOG.debug("{} is told to operators on a later beat", connectionId, later);
    }
  }

  private interface Telling {
    void run() throws WireException;
  }

  /** Looked up once, since that may take long. */
  private static final class Host {
    static final String NAME = name();

    private static String name() {
      try {
        return InetAddress.getLocalHost().getHostName();
      } catch (UnknownHostException unnamed) {
        LOG.debug("this machine does not know its name", unnamed);
        return "unknown";
      }
    }
  }
}
