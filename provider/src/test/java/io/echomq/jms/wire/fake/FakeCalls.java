package io.echomq.jms.wire.fake;

import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.WireException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;

/**
 * How the calls of one connection reach a {@link FakeServer}, and its faults. What is not awaited
 * while the server is down is done when it is up again.
 *
 * <p>Threads: any.
 */
final class FakeCalls {

  /** Work at the server, under its monitor. */
  interface Work<T> {
    T run() throws WireException;
  }

  private final FakeServer server;
  private final Queue<Runnable> deferred = new ConcurrentLinkedQueue<>();
  private volatile WireException ended;

  FakeCalls(FakeServer server) {
    this.server = server;
  }

  /** Every later call fails so. */
  void end(WireException failure) {
    ended = failure;
  }

  void endUnlessEnded(WireException failure) {
    if (ended == null) {
      ended = failure;
    }
  }

  void retryDeferred() {
    for (Runnable next = deferred.poll(); next != null; next = deferred.poll()) {
      next.run();
    }
  }

  <T> T now(String operation, Work<T> work) throws WireException {
    if (ended != null) {
      throw ended;
    }
    server.faults().entering(operation);
    T result;
    synchronized (server) {
      server.faults().check();
      result = work.run();
      server.notifyAll();
    }
    server.faults().leaving(operation);
    return result;
  }

  <T> Reply<T> later(String operation, Work<T> work) {
    FakeReply<T> reply = new FakeReply<>();
    attempt(operation, onlyOnce(work), reply);
    return reply;
  }

  /** A repeat after a lost reply answers what the first time answered (hard cases, 1). */
  private static <T> Work<T> onlyOnce(Work<T> work) {
    AtomicReference<Reply<T>> done = new AtomicReference<>();
    return () -> {
      if (done.get() == null) {
        done.set(Reply.of(work.run()));
      }
      return done.get().await();
    };
  }

  private <T> void attempt(String operation, Work<T> work, FakeReply<T> reply) {
    try {
      reply.value(now(operation, work));
    } catch (WireException failure) {
      if (server.faults().isDown()) {
        deferred.add(() -> attempt(operation, work, reply));
      } else if (failure.isTransient()) {
        attempt(operation, work, reply);
      } else {
        reply.failure(failure);
      }
    }
  }
}
