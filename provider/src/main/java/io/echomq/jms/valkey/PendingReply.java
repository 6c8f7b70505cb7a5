package io.echomq.jms.valkey;

import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The reply to a call that travels on a command channel.
 *
 * <p>Threads: safe for any. Completed once, by the leader of the channel or by a thread that waited
 * too long; actions run on that thread, outside every lock of the channel.
 */
final class PendingReply<T> implements Reply<T> {
  private static final Logger LOG = LoggerFactory.getLogger(PendingReply.class);

  private final CommandChannel channel;
  private final ChannelCall<T> call;
  private List<Thread> waiting;
  private List<BiConsumer<? super T, ? super WireException>> actions;
  private T value;
  private WireException failure;
  private volatile boolean done;

  PendingReply(CommandChannel channel, ChannelCall<T> call) {
    this.channel = channel;
    this.call = call;
  }

  @Override
  public T await() throws WireException {
    if (!done) {
      channel.await(this);
    }
    if (failure != null) {
      throw failure;
    }
    return value;
  }

  @Override
  public boolean isDone() {
    return done;
  }

  @Override
  public void whenDone(BiConsumer<? super T, ? super WireException> action) {
    synchronized (this) {
      if (!done) {
        if (actions == null) {
          actions = new ArrayList<>(1);
        }
        actions.add(action);
        action = null;
      }
    }
    if (action == null) {
      if (!call.isPatient()) {
        channel.nobodyWaits();
      }
    } else {
      run(action);
    }
  }

  /** What it answers. */
  ChannelCall<T> call() {
    return call;
  }

  /** Registers a thread to be unparked at the end; false when the end has come already. */
  synchronized boolean addWaiter(Thread thread) {
    if (done) {
      return false;
    }
    if (waiting == null) {
      waiting = new ArrayList<>(1);
    }
    waiting.add(thread);
    return true;
  }

  synchronized void removeWaiter(Thread thread) {
    if (waiting != null) {
      waiting.remove(thread);
    }
  }

  boolean complete(T result) {
    return end(result, null);
  }

  boolean fail(WireException why) {
    return end(null, why);
  }

  private boolean end(T result, WireException why) {
    List<Thread> threads;
    List<BiConsumer<? super T, ? super WireException>> then;
    synchronized (this) {
      if (done) {
        return false;
      }
      value = result;
      failure = why;
      done = true;
      threads = waiting;
      then = actions;
      waiting = null;
      actions = null;
    }
    if (then == null) {
      call.ended(why);
    }
    if (threads != null) {
      threads.forEach(LockSupport::unpark);
    }
    if (then != null) {
      then.forEach(this::run);
      // Only now: the next call's actions must not overtake these.
      call.ended(why);
    }
    return true;
  }

  private void run(BiConsumer<? super T, ? super WireException> action) {
    try {
      action.accept(value, failure);
    } catch (RuntimeException e) {
      LOG.error("an action on a reply threw; the channel goes on", e);
    }
  }
}
