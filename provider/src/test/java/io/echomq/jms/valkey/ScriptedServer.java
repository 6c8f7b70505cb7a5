package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import redis.clients.jedis.args.Rawable;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * A server in memory that knows {@code ADD kin sequence item…}, remembers the last sequence of each
 * kin as the send script does, and fails on demand.
 *
 * <p>Threads: any.
 */
final class ScriptedServer implements ChannelLink.Source {
  /** What befalls the next pipeline. */
  enum Fault {
    LOST_BEFORE,
    LOST_AFTER,
    NO_SCRIPT,
    BUSY,
    /** Its first command is refused, and the others are not. */
    FIRST_BUSY,
    /** The same, and the link is lost behind the first reply. */
    FIRST_BUSY_THEN_LOST
  }

  final List<String> applied = new CopyOnWriteArrayList<>();
  final List<String> calls = new CopyOnWriteArrayList<>();
  final List<Thread> writers = new CopyOnWriteArrayList<>();
  final Queue<Fault> faults = new ConcurrentLinkedQueue<>();
  final AtomicInteger opened = new AtomicInteger();
  final AtomicInteger loads = new AtomicInteger();
  volatile WireException unreachable;
  volatile Semaphore gate;
  private final Map<String, Long> last = new HashMap<>();

  @Override
  public ChannelLink open(long timeoutMillis) throws WireException {
    WireException away = unreachable;
    if (away != null) {
      throw new WireException(away.error(), away.getMessage());
    }
    opened.incrementAndGet();
    return new ScriptedLink();
  }

  void goAway() {
    unreachable = lost("server is away");
  }

  void comeBack() {
    unreachable = null;
  }

  private synchronized Object apply(List<String> command, Fault fault) {
    if (fault == Fault.NO_SCRIPT) {
      return error("NOSCRIPT No matching script");
    }
    if (fault == Fault.BUSY) {
      return error("BUSY a script runs");
    }
    calls.add(String.join(" ", command));
    String[] numbers = command.get(2).split(":");
    long sequence = Long.parseLong(numbers[0]);
    boolean ordered = numbers.length > 1 && last.getOrDefault(command.get(1), 0L) < sequence;
    if (ordered && last.getOrDefault(command.get(1), 0L) < Long.parseLong(numbers[1])) {
      return error("EMQORDER what comes before was not applied");
    }
    if (last.getOrDefault(command.get(1), 0L) < sequence) {
      last.put(command.get(1), sequence);
      applied.addAll(command.subList(3, command.size()));
    }
    return 1L;
  }

  static WireException error(String text) {
    return ServerErrors.ofReply("test", new JedisDataException(text));
  }

  private static WireException lost(String why) {
    return new WireException(WireError.UNAVAILABLE, why);
  }

  private final class ScriptedLink implements ChannelLink {
    private final List<List<String>> written = new ArrayList<>();
    private final Deque<Object> replies = new ArrayDeque<>();
    private volatile boolean closed;
    private volatile boolean broken;
    private int readable = Integer.MAX_VALUE;

    @Override
    public void write(Command command) throws WireException {
      check();
      List<String> words = new ArrayList<>();
      for (Rawable word : command.arguments()) {
        words.add(new String(word.getRaw(), java.nio.charset.StandardCharsets.UTF_8));
      }
      written.add(words);
    }

    @Override
    public void flush() throws WireException {
      check();
      writers.add(Thread.currentThread());
      Fault fault = unreachable == null ? faults.poll() : Fault.LOST_BEFORE;
      if (fault != Fault.LOST_BEFORE) {
        boolean one = fault == Fault.FIRST_BUSY || fault == Fault.FIRST_BUSY_THEN_LOST;
        for (int i = 0; i < written.size(); i++) {
          replies.add(apply(written.get(i), one ? (i == 0 ? Fault.BUSY : null) : fault));
        }
      }
      readable = fault == Fault.FIRST_BUSY_THEN_LOST ? 1 : Integer.MAX_VALUE;
      written.clear();
      broken = fault == Fault.LOST_BEFORE || fault == Fault.LOST_AFTER;
    }

    @Override
    public Object read(long timeoutMillis) throws WireException {
      Semaphore held = gate;
      if (held != null) {
        awaitGate(held, timeoutMillis);
      }
      check();
      broken |= readable-- == 0;
      check();
      return replies.removeFirst();
    }

    @Override
    public void loadScripts() throws WireException {
      check();
      loads.incrementAndGet();
    }

    @Override
    public void close() {
      closed = true;
    }

    private void awaitGate(Semaphore held, long timeoutMillis) throws WireException {
      boolean passed = false;
      try {
        passed = held.tryAcquire(timeoutMillis, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      if (!passed) {
        throw lost("no reply in time");
      }
    }

    private void check() throws WireException {
      if (closed || broken) {
        throw lost("link is lost");
      }
    }
  }
}
