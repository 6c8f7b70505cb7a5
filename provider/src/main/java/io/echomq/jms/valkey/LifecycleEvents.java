package io.echomq.jms.valkey;

import io.echomq.jms.codec.EventCodec;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.GiveBack;
import io.echomq.jms.wire.GiveBack.Verdict;
import io.echomq.jms.wire.LeaseToken;
import io.echomq.jms.wire.Outgoing;
import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.Settled;
import io.echomq.jms.wire.TransactionUnit;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes what became of jobs on {@code emq:{q}:events}, after it has become of them, at most
 * once (wire contract, "The Bus"); only with the option {@code events=on}. The one place where that
 * is done.
 *
 * <p>Threads: any; its own daemon thread {@code emq-<name>-events} publishes, so that nobody waits.
 */
final class LifecycleEvents implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LifecycleEvents.class);
  private static final int MAX_WAITING = 10_000;
  private static final int MAX_AT_ONCE = 500;

  private record Event(Address queue, String kind, String job, String reason) {}

  private final boolean on;
  private final PooledCalls calls;
  private final Keys keys;
  private final String name;
  private final BlockingQueue<Event> waiting = new LinkedBlockingQueue<>(MAX_WAITING);
  private Thread thread;
  private volatile boolean closed;
  private volatile boolean dropping;

  /**
   * @param on false: nothing is published and no thread started
   */
  LifecycleEvents(boolean on, PooledCalls calls, Keys keys, String name) {
    this.on = on;
    this.calls = calls;
    this.keys = keys;
    this.name = name;
  }

  /** {@code enqueued}, once the message is stored. */
  Reply<Void> sent(Reply<Void> reply, Outgoing message) {
    if (on && message.to().isQueue()) {
      reply.whenDone(
          (done, failure) -> tellUnless(failure, message.to(), "enqueued", message.id()));
    }
    return reply;
  }

  /** {@code completed}, once the acknowledgements are applied, of those that were not lost. */
  Reply<Settled> completed(Reply<Settled> reply, List<LeaseToken> tokens) {
    if (on) {
      reply.whenDone(
          (settled, failure) -> {
            if (failure == null) {
              Set<LeaseToken> lost = new HashSet<>(settled.lost());
              tokens.stream().filter(t -> !lost.contains(t)).forEach(t -> tell(t, "completed", ""));
            }
          });
    }
    return reply;
  }

  /** {@code completed} and {@code enqueued} of a transaction, once it is applied. */
  Reply<Void> committed(Reply<Void> reply, TransactionUnit unit) {
    if (on) {
      reply.whenDone(
          (done, failure) -> {
            if (failure == null) {
              unit.acks().forEach(token -> tell(token, "completed", ""));
              unit.sends().forEach(message -> tell(message.to(), "enqueued", message.id(), ""));
            }
          });
    }
    return reply;
  }

  /** {@code retried}, or {@code failed} and {@code dead}, of those whose lease was not lost. */
  void returned(List<GiveBack> messages, Collection<LeaseToken> lost) {
    if (!on) {
      return;
    }
    Set<LeaseToken> gone = new HashSet<>(lost);
    for (GiveBack back : messages) {
      LeaseToken token = back.delivery().token();
      String reason = back.reason() == null ? "" : back.reason();
      if (back.verdict() == Verdict.UNSEEN || gone.contains(token)) {
        continue;
      }
      if (back.verdict() == Verdict.DEAD) {
        tell(token, "failed", reason);
        tell(token, "dead", reason);
      } else {
        tell(token, "retried", reason);
      }
    }
  }

  /** {@code failed} and {@code dead}: taken too often and never acknowledged. */
  void buried(Address queue, Collection<String> jobs) {
    for (String job : jobs) {
      tell(queue, "failed", job, "");
      tell(queue, "dead", job, "");
    }
  }

  /** {@code expired}. */
  void expired(Address queue, Collection<String> jobs) {
    jobs.forEach(job -> tell(queue, "expired", job, ""));
  }

  private void tellUnless(WireException failure, Address queue, String kind, String job) {
    if (failure == null) {
      tell(queue, kind, job, "");
    }
  }

  private void tell(LeaseToken token, String kind, String reason) {
    tell(token.from(), kind, token.id(), reason);
  }

  private void tell(Address queue, String kind, String job, String reason) {
    if (!on || closed || !queue.isQueue()) {
      return;
    }
    if (waiting.offer(new Event(queue, kind, job, reason))) {
      dropping = false;
    } else if (!dropping) {
      dropping = true;
      LOG.warn("lifecycle events come faster than they are published; some are dropped");
    }
    start();
  }

  private synchronized void start() {
    if (thread == null && !closed) {
      thread = new Thread(this::run, "emq-" + name + "-events");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void run() {
    List<Event> batch = new ArrayList<>();
    while (!closed || !waiting.isEmpty()) {
      try {
        Event first = waiting.poll(100, TimeUnit.MILLISECONDS);
        if (first != null) {
          batch.add(first);
          waiting.drainTo(batch, MAX_AT_ONCE);
          publish(batch);
        }
      } catch (InterruptedException stray) {
        LOG.debug("{} was interrupted and goes on", name, stray);
      } catch (WireException away) {
        // At most once: what may have been published is not published again.
        LOG.debug("{} lifecycle events were lost", batch.size(), away);
      }
      batch.clear();
    }
  }

  private void publish(List<Event> events) throws WireException {
    List<Command> commands = new ArrayList<>();
    for (Event event : events) {
      Map<String, String> fields = new LinkedHashMap<>();
      fields.put(EventCodec.EVENT, event.kind());
      fields.put(EventCodec.JOB, event.job());
      if (!event.reason().isEmpty()) {
        fields.put("reason", event.reason());
      }
      byte[] channel = keys.of(event.queue()).events();
      commands.add(Command.of("PUBLISH", channel, EventCodec.write(fields)));
    }
    calls.once(
        link -> {
          for (Command command : commands) {
            link.write(command);
          }
          link.flush();
          for (int i = 0; i < commands.size(); i++) {
            link.read();
          }
          return null;
        });
  }

  /** Publishes what waits, for a moment. */
  @Override
  public void close() {
    Thread last;
    synchronized (this) {
      closed = true;
      last = thread;
    }
    if (last != null) {
      try {
        last.join(TimeUnit.SECONDS.toMillis(1));
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
