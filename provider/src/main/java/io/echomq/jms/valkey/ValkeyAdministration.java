package io.echomq.jms.valkey;

import io.echomq.jms.codec.PayloadCodec;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.Administration;
import io.echomq.jms.wire.Browse;
import io.echomq.jms.wire.ConsumerInfo;
import io.echomq.jms.wire.InFlight;
import io.echomq.jms.wire.LaneStat;
import io.echomq.jms.wire.Outcome;
import io.echomq.jms.wire.QueueStat;
import io.echomq.jms.wire.Selection;
import io.echomq.jms.wire.ServerInfo;
import io.echomq.jms.wire.StoredMessage;
import io.echomq.jms.wire.StoredPage;
import io.echomq.jms.wire.SubscriptionAdministration;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Administration on Valkey, over the runtime that connections of equal credentials share.
 *
 * <p>Threads: any.
 */
final class ValkeyAdministration implements Administration {
  private final ValkeyRuntime runtime;
  private final Runnable release;
  private final ConsumerDirectory consumers;
  private final LaneDesk lanes;
  private final QueueFacts facts;
  private final MessageDesk messages;
  private final OperatorVerbs verbs;
  private final PriorityChange priorities;
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * @param release gives up the share of the runtime; called once
   */
  ValkeyAdministration(ValkeyRuntime runtime, Runnable release) {
    this.runtime = runtime;
    this.release = release;
    PayloadCodec codec = new PayloadCodec(runtime.options.sending().compressAbove());
    JobWalk walk = new JobWalk(runtime.calls, codec);
    consumers = new ConsumerDirectory(runtime.calls, runtime.keys, runtime.clock, walk);
    lanes = new LaneDesk(runtime.calls, runtime.keys);
    facts = new QueueFacts(runtime.calls, runtime.keys, runtime.clock, lanes, consumers);
    messages = new MessageDesk(runtime.calls, runtime.keys, walk, lanes);
    verbs = new OperatorVerbs(runtime.calls, runtime.keys, walk, lanes);
    priorities = new PriorityChange(runtime.calls, runtime.keys, codec, verbs);
  }

  @Override
  public ServerInfo server() {
    return runtime.server();
  }

  @Override
  public long now() {
    return runtime.clock.now();
  }

  @Override
  public List<String> queues() throws WireException {
    enter();
    return facts.queues();
  }

  @Override
  public List<String> topics() throws WireException {
    enter();
    return facts.topics();
  }

  @Override
  public QueueStat stat(Address queue) throws WireException {
    enter();
    return facts.stat(queue);
  }

  @Override
  public List<InFlight> inFlight(Address queue, int max) throws WireException {
    enter();
    return consumers.inFlight(queue, max);
  }

  @Override
  public List<ConsumerInfo> consumers(Address destination) throws WireException {
    enter();
    return consumers.consumers(destination);
  }

  @Override
  public List<LaneStat> lanes(Address queue, int max) throws WireException {
    enter();
    return lanes.lanes(queue, max);
  }

  @Override
  public StoredPage browse(Browse request) throws WireException {
    enter();
    return messages.browse(request);
  }

  @Override
  public Optional<StoredMessage> find(Address queue, String id) throws WireException {
    enter();
    return messages.find(queue, id);
  }

  @Override
  public List<StoredMessage> newest(Address queue, String after, int max) throws WireException {
    enter();
    return messages.newest(queue, after, max);
  }

  @Override
  public boolean pause(Address queue) throws WireException {
    return onQueue("pause-queue", queue, "pause");
  }

  @Override
  public boolean resume(Address queue) throws WireException {
    return onQueue("resume-queue", queue, "resume");
  }

  @Override
  public Outcome delete(Address from, Selection which, Hold hold) throws WireException {
    enter();
    return verbs.delete(from, which, hold);
  }

  @Override
  public Outcome redrive(Address queue, Selection which, boolean countAnew) throws WireException {
    enter();
    return verbs.redrive(queue, which, countAnew);
  }

  @Override
  public Outcome move(Address from, Selection which, Address to, boolean countAnew)
      throws WireException {
    enter();
    return verbs.move(from, which, to, countAnew);
  }

  @Override
  public Outcome postpone(Address from, Selection which, long untilMillis) throws WireException {
    enter();
    return verbs.postpone(from, which, untilMillis);
  }

  @Override
  public Outcome prioritize(Address from, Selection which, int priority) throws WireException {
    enter();
    return priorities.change(from, which, priority);
  }

  @Override
  public boolean tune(Address queue, String group, LaneChange change, int value)
      throws WireException {
    enter();
    return lanes.tune(queue, group, change, value);
  }

  @Override
  public SubscriptionAdministration subscriptions() throws WireException {
    enter();
    return runtime.topics.desk();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      release.run();
    }
  }

  private boolean onQueue(String script, Address queue, String doing) throws WireException {
    enter();
    Queues.require(queue, doing);
    if (queue.isView()) {
      throw new WireException(
          WireError.INVALID_NAME,
          doing + " " + queue + ": a view cannot be; name the queue " + queue.base());
    }
    byte[] key = runtime.keys.of(queue).pending();
    ScriptCall call = new ScriptCall(runtime.calls.script(script), List.of(key), List.of());
    return Replies.toLong(runtime.calls.repeatable(call)) == 1;
  }

  private void enter() throws WireException {
    if (closed.get()) {
      throw new WireException(WireError.CLOSED, "this administration is closed");
    }
    runtime.failure.check();
  }
}
