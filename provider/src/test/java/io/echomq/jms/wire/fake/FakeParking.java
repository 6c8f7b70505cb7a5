package io.echomq.jms.wire.fake;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Fetch;
import io.echomq.jms.wire.Fetched;
import io.echomq.jms.wire.Parking;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A blocked connection. Threads: one parks, any calls the rest; all under the server's monitor. */
final class FakeParking implements Parking {
  private final FakeServer server;
  private final FakeBroker broker;
  private boolean nudged;

  /** Not null while a wait goes on that its caller has left, until {@link #leftEnd}. */
  private List<Address> left;

  private long leftEnd;
  private boolean closed;
  private int turn;

  FakeParking(FakeServer server, FakeBroker broker) {
    this.server = server;
    this.broker = broker;
  }

  @Override
  public Optional<Address> park(List<Address> queues, long millis, long patienceMillis)
      throws WireException {
    server.faults().entering("park");
    long stay = Math.min(millis, patienceMillis);
    synchronized (server) {
      long now = System.nanoTime();
      long over = now + TimeUnit.MILLISECONDS.toNanos(millis);
      if (left != null && left.containsAll(queues)) {
        over = Math.min(over, leftEnd);
      }
      left = null;
      long end = Math.min(over, now + TimeUnit.MILLISECONDS.toNanos(stay));
      turn++;
      while (true) {
        if (closed) {
          throw new WireException(WireError.CLOSED, "this parking is closed");
        }
        server.faults().check();
        Address taken = take(queues);
        long nanos = end - System.nanoTime();
        if (taken != null || nudged || nanos <= 0) {
          if (taken == null && !nudged && end < over) {
            left = queues;
            leftEnd = over;
          }
          nudged = false;
          return Optional.ofNullable(taken);
        }
        waitNanos(nanos);
      }
    }
  }

  @Override
  public Optional<Fetched> parkAndFetch(Fetch request, long millis) throws WireException {
    synchronized (server) {
      if (nudged || left != null) {
        nudged = false;
        return Optional.empty();
      }
    }
    server.faults().entering("parkAndFetch");
    park(List.of(request.from()), millis);
    return Optional.of(broker.fetch(request));
  }

  @Override
  public boolean isParked() {
    synchronized (server) {
      return left != null;
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
  public boolean handBack(Address queue) throws WireException {
    server.faults().entering("handBack");
    synchronized (server) {
      server.queue(queue).wake();
      server.notifyAll();
    }
    return true;
  }

  @Override
  public void close() {
    synchronized (server) {
      closed = true;
      server.notifyAll();
    }
  }
}
