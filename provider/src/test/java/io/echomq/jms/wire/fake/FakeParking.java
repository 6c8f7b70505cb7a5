package io.echomq.jms.wire.fake;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Parking;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A blocked connection. Threads: one parks, any calls the rest; all under the server's monitor. */
final class FakeParking implements Parking {
  private final FakeServer server;
  private boolean nudged;
  private boolean closed;
  private int turn;

  FakeParking(FakeServer server) {
    this.server = server;
  }

  @Override
  public Optional<Address> park(List<Address> queues, long millis) throws WireException {
    server.faults().entering("park");
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    synchronized (server) {
      turn++;
      while (true) {
        if (closed) {
          throw new WireException(WireError.CLOSED, "this parking is closed");
        }
        server.faults().check();
        Address taken = take(queues);
        long left = end - System.nanoTime();
        if (taken != null || nudged || left <= 0) {
          nudged = false;
          return Optional.ofNullable(taken);
        }
        waitNanos(left);
      }
    }
  }

  private Address take(List<Address> queues) {
    for (int i = 0; i < queues.size(); i++) {
      Address candidate = queues.get((i + turn) % queues.size());
      FakeQueue queue = server.queue(candidate);
      if (queue.tokens > 0) {
        queue.tokens--;
        return candidate;
      }
    }
    return null;
  }

  private void waitNanos(long nanos) throws WireException {
    try {
      TimeUnit.NANOSECONDS.timedWait(server, nanos);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new WireException(WireError.INTERRUPTED, "interrupted while parked", interrupted);
    }
  }

  @Override
  public void nudge() {
    synchronized (server) {
      nudged = true;
      server.notifyAll();
    }
  }

  @Override
  public void handBack(Address queue) throws WireException {
    server.faults().entering("handBack");
    synchronized (server) {
      server.queue(queue).wake();
      server.notifyAll();
    }
  }

  @Override
  public void close() {
    synchronized (server) {
      closed = true;
      server.notifyAll();
    }
  }
}
