package io.echomq.jms.valkey;

import io.echomq.jms.config.Timeouts;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one blocking read of a connection for all its topics: a batch is read once, whatever the
 * number of consumers. It also appends delayed records that are due, and wakes those that wait for
 * a time.
 *
 * <p>Threads: its own daemon thread {@code emq-<connection>-topics}, from the first topic on, alone
 * reads the link; the methods are for any.
 */
final class TopicReader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TopicReader.class);
  private static final long MAX_BLOCK_MILLIS = 5000;
  private static final long REFUSED_MILLIS = 60_000;
  private static final int SURVIVORS = 2000;
  private static final int PROMOTED_AT_ONCE = 100;

  /**
   * Consumers of groups read for themselves: one to tell them of, two to see that there are many.
   */
  private static final int JUST_TO_KNOW = 2;

  private final TopicPort port;
  private final Links links;
  private final String name;
  private final Reconnect reconnect;
  private final Map<Address, TopicWatch> watches = new ConcurrentHashMap<>();
  private final BlockingRead read;
  private final ReadSize size = new ReadSize();
  private final ReadPace pace = new ReadPace();
  private Thread thread;
  private volatile boolean closed;

  TopicReader(TopicPort port, Links links, Timeouts timeouts, String name) {
    this.port = port;
    this.links = links;
    this.name = name;
    this.reconnect = new Reconnect(timeouts);
    this.read = new BlockingRead(links);
  }

  /** Tells this watcher from now on when something was given back or is due. */
  void watch(Address topic, Watcher watcher) throws WireException {
    TopicWatch fresh = newWatch(topic);
    synchronized (watches) {
      watches.computeIfAbsent(topic, t -> fresh).add(watcher);
    }
    start();
  }

  void unwatch(Address topic, Watcher watcher) {
    synchronized (watches) {
      TopicWatch watch = watches.get(topic);
      if (watch != null) {
        watch.remove(watcher);
        if (watcher instanceof PlainBuffer buffer) {
          watch.removeReader(buffer);
        }
        if (watch.isUnused()) {
          watches.remove(topic);
        }
      }
    }
  }

  /** A reader without a group, which reads for itself until it {@link #rejoin}s. */
  void open(Address topic, PlainBuffer buffer) throws WireException {
    TopicWatch fresh = newWatch(topic);
    synchronized (watches) {
      watches.computeIfAbsent(topic, t -> fresh).addReader(buffer);
    }
    start();
  }

  /** See {@link TopicWatch#arm}; false when nobody reads the topic here any more. */
  boolean arm(Address topic, Watcher watcher, StreamId delivered, int records) {
    TopicWatch watch = watches.get(topic);
    if (watch != null && watch.arm(watcher, delivered, records)) {
      read.nudge();
    }
    return watch != null;
  }

  /** {@link Watcher#returned} after so many ms, at the latest. */
  void wakeAt(Address topic, Watcher watcher, long millis) {
    TopicWatch watch = watches.get(topic);
    if (watch != null) {
      watch.wakeAt(watcher, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis + 1));
      read.nudge();
    }
  }

  /** See {@link TopicWatch#mark}. */
  StreamId mark(Address topic) {
    TopicWatch watch = watches.get(topic);
    return watch == null ? StreamId.ZERO : watch.mark();
  }

  /** True when the buffer is in step from now on; false when it has to read on for itself. */
  boolean rejoin(Address topic, PlainBuffer buffer, StreamId reached) {
    TopicWatch watch = watches.get(topic);
    Boolean begin = watch == null ? Boolean.FALSE : watch.rejoin(buffer, reached);
    if (Boolean.TRUE.equals(begin)) {
      read.nudge();
    }
    return begin != null;
  }

  /** The oldest position that readers without a group still need, by topic. */
  Map<Address, StreamId> needed() {
    Map<Address, StreamId> needed = new LinkedHashMap<>();
    for (TopicWatch watch : watches.values()) {
      StreamId oldest = watch.needed();
      if (oldest != null) {
        needed.put(watch.topic, oldest);
      }
    }
    return needed;
  }

  @Override
  public void close() {
    closed = true;
    read.close();
    Thread ending;
    synchronized (this) {
      ending = thread;
    }
    if (ending != null && ending != Thread.currentThread()) {
      try {
        ending.join(TimeUnit.SECONDS.toMillis(2));
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private TopicWatch newWatch(Address topic) throws WireException {
    return new TopicWatch(topic, port.keys().stream(topic), port.keys().beside(topic, "soon"));
  }

  private void start() {
    synchronized (this) {
      if (thread == null && !closed) {
        thread = new Thread(this::run, "emq-" + name + "-topics");
        thread.setDaemon(true);
        thread.start();
      }
    }
    read.nudge();
  }

  private void run() {
    boolean lost = false;
    while (!closed) {
      try {
        if (lost) {
          restart();
          lost = false;
        }
        round();
        reconnect.succeeded();
      } catch (WireException failed) {
        if (closed || failed.error() == WireError.CLOSED) {
          return;
        }
        lost = true;
        LOG.debug("{} lost its link and connects again", name, failed);
        read.pause(reconnect.nextPauseMillis());
      } catch (RuntimeException bug) {
        LOG.error("{}: a read of topics failed, going on", name, bug);
        read.pause(reconnect.nextPauseMillis());
      }
    }
  }

  private void restart() throws WireException {
    for (TopicWatch watch : watches.values()) {
      for (PlainBuffer buffer : watch.readersBeyond(topOf(watch.stream))) {
        LOG.warn("{}: the server has lost records that were read here", watch.topic);
        buffer.rewind(survivor(watch.stream, buffer.recent()));
      }
      watch.restart();
    }
  }

  /**
   * The last of these places whose record is there yet. What a server has kept, a replica that took
   * over for example, is a beginning of the log: all that lies behind it is new.
   */
  private StreamId survivor(byte[] stream, List<StreamId> recent) throws WireException {
    StreamId first = recent.get(0);
    StreamId last = recent.get(recent.size() - 1);
    Command ask =
        Command.of("XRANGE", stream, first.toString(), last.toString(), "COUNT", SURVIVORS);
    Set<StreamId> kept = new HashSet<>();
    for (Object entry : (List<?>) port.calls().repeatable(link -> link.call(ask))) {
      kept.add(StreamId.parse(Replies.toText(((List<?>) entry).get(0))));
    }
    for (int i = recent.size() - 1; i > 0; i--) {
      if (kept.contains(recent.get(i))) {
        return recent.get(i);
      }
    }
    return first;
  }

  /** The last position that the server has given to a record. */
  private StreamId topOf(byte[] stream) throws WireException {
    Command ask = Command.of("XINFO", "STREAM", stream);
    try {
      List<?> facts = (List<?>) port.calls().repeatable(link -> link.call(ask));
      for (int i = 0; i + 1 < facts.size(); i += 2) {
        if (Replies.toText(facts.get(i)).equals("last-generated-id")) {
          return StreamId.parse(Replies.toText(facts.get(i + 1)));
        }
      }
    } catch (WireException refused) {
      if (!ServerErrors.isReply(refused, "ERR")) {
        throw refused;
      }
      LOG.debug("there is no stream any more", refused);
    }
    return StreamId.ZERO;
  }

  private void round() throws WireException {
    long left = TimeUnit.MILLISECONDS.toNanos(MAX_BLOCK_MILLIS);
    boolean readers = false;
    Map<TopicWatch, StreamId> plan = new LinkedHashMap<>();
    for (TopicWatch watch : watches.values()) {
      promote(watch);
      long now = System.nanoTime();
      left = Math.min(left, Math.min(watch.wakeDue(now), watch.promoteNanos - now));
      plan.put(watch, watch.from());
      readers |= watch.hasReaders();
    }
    long millis = Math.max(1, TimeUnit.NANOSECONDS.toMillis(left) + 1);
    if (plan.isEmpty()) {
      read.pause(millis);
      return;
    }
    int most = readers ? size.count() : JUST_TO_KNOW;
    Object reply = read.call(command(plan, most, millis), millis);
    if (reply instanceof List<?> streams) {
      int records = 0;
      for (Object each : streams) {
        List<?> stream = (List<?>) each;
        records += dispatch(plan, (byte[]) stream.get(0), stream.get(1));
      }
      boolean full = readers && records >= most;
      for (TopicWatch watch : plan.keySet()) {
        records = Math.max(records, watch.takeFetched());
      }
      long pause = records == 0 ? 0 : pace.afterRead(records, full, System.nanoTime());
      if (pause > 0) {
        pause(plan.keySet(), pause);
      }
    }
  }

  private void pause(Set<TopicWatch> read, long nanos) {
    read.forEach(TopicWatch::pause);
    try {
      LockSupport.parkNanos(this, nanos);
    } finally {
      read.forEach(TopicWatch::resume);
    }
  }

  private static Command command(Map<TopicWatch, StreamId> plan, int count, long millis) {
    Command command = Command.of("XREAD", "COUNT", count, "BLOCK", millis, "STREAMS");
    List<Object> positions = new ArrayList<>();
    plan.forEach(
        (watch, from) -> {
          command.add(watch.soon);
          positions.add(watch.soonPosition);
          if (from != null) {
            command.add(watch.stream);
            positions.add(from.toString());
          }
        });
    positions.forEach(command::add);
    return command;
  }

  /** Hands on what one stream has brought; answers how many records. */
  private int dispatch(Map<TopicWatch, StreamId> plan, byte[] key, Object entries)
      throws WireException {
    for (TopicWatch watch : plan.keySet()) {
      if (Arrays.equals(key, watch.stream)) {
        List<StreamRecord> records = StreamRecord.readAll(entries, watch.topic, port.codec());
        size.learn(records);
        watch.accept(records);
        return records.size();
      } else if (Arrays.equals(key, watch.soon)) {
        List<?> all = (List<?>) entries;
        watch.soonPosition = Replies.toText(((List<?>) all.get(all.size() - 1)).get(0));
        watch.promoteNanos = System.nanoTime();
        watch.returned();
      }
    }
    return 0;
  }

  /** Appends the delayed records of a topic whose time has come. */
  private void promote(TopicWatch watch) throws WireException {
    if (watch.promoteNanos - System.nanoTime() > 0) {
      return;
    }
    ScriptCall call =
        new ScriptCall(
            port.script("promote-records"), List.of(watch.stream), List.of(PROMOTED_AT_ONCE));
    long dueIn;
    try {
      dueIn = Replies.toLong(((List<?>) port.calls().repeatable(call)).get(1));
    } catch (WireException refused) {
      if (refused.error() == WireError.UNAVAILABLE || refused.error() == WireError.CLOSED) {
        throw refused;
      }
      LOG.warn("{}: delayed messages cannot be delivered: {}", watch.topic, refused.getMessage());
      dueIn = REFUSED_MILLIS;
    }
    long wait = dueIn < 0 ? TimeUnit.HOURS.toMillis(1) : Math.min(dueIn, 3_600_000);
    watch.promoteNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(wait);
  }
}
