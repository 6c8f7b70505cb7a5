package io.echomq.jms.wire.fake;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What goes wrong, and when. An operation is named as the method of the port: {@code fetch}, {@code
 * complete}, {@code giveBack}, {@code extend}, {@code tend}, {@code park}, {@code handBack}, …
 *
 * <p>Threads: any.
 */
public final class FakeFaults {
  private final Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();
  private final Map<String, Queue<WireException>> failures = new ConcurrentHashMap<>();
  private final Map<String, Queue<WireException>> lost = new ConcurrentHashMap<>();
  private final Map<String, Runnable> before = new ConcurrentHashMap<>();
  private final Map<String, Runnable> after = new ConcurrentHashMap<>();
  private volatile boolean down;

  /** How often the operation was called. */
  public int calls(String operation) {
    return counter(operation).get();
  }

  /** The next call fails and does nothing. */
  public void failNext(String operation, WireError error) {
    put(failures, operation, error);
  }

  /** The next call does its work and fails all the same: its reply is lost. */
  public void loseReply(String operation) {
    put(lost, operation, WireError.UNAVAILABLE);
  }

  /** Runs in every caller before the operation, without a lock; null takes it away. */
  public void before(String operation, Runnable action) {
    set(before, operation, action);
  }

  /** Runs in every caller between the work and its reply, without a lock; null takes it away. */
  public void after(String operation, Runnable action) {
    set(after, operation, action);
  }

  public boolean isDown() {
    return down;
  }

  void down(boolean value) {
    down = value;
  }

  void entering(String operation) throws WireException {
    counter(operation).incrementAndGet();
    run(before, operation);
    fail(failures, operation);
    check();
  }

  void leaving(String operation) throws WireException {
    run(after, operation);
    fail(lost, operation);
  }

  void check() throws WireException {
    if (down) {
      throw new WireException(WireError.UNAVAILABLE, "the fake server is down");
    }
  }

  private AtomicInteger counter(String operation) {
    return calls.computeIfAbsent(operation, name -> new AtomicInteger());
  }

  private static void put(
      Map<String, Queue<WireException>> into, String operation, WireError error) {
    into.computeIfAbsent(operation, name -> new ConcurrentLinkedQueue<>())
        .add(new WireException(error, "injected failure of " + operation));
  }

  private static void set(Map<String, Runnable> into, String operation, Runnable action) {
    if (action == null) {
      into.remove(operation);
    } else {
      into.put(operation, action);
    }
  }

  private static void run(Map<String, Runnable> actions, String operation) {
    Runnable action = actions.get(operation);
    if (action != null) {
      action.run();
    }
  }

  private static void fail(Map<String, Queue<WireException>> from, String operation)
      throws WireException {
    Queue<WireException> queue = from.get(operation);
    WireException failure = queue == null ? null : queue.poll();
    if (failure != null) {
      throw failure;
    }
  }
}
