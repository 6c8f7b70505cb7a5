package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The calls of one session in their order: as long as one of them is not answered, its actions
 * included, the next ones follow it on its channel; then the next may take another. Behind a call
 * that is in doubt they stay there for good, for only that channel's numbers keep it from being
 * applied after them.
 *
 * <p>Threads: any; the lock guards the choice and is not held while anything waits.
 */
final class ChannelLine {
  private final Channels channels;
  private final AtomicInteger due = new AtomicInteger();
  private SendPort last;

  ChannelLine(Channels channels) {
    this.channels = channels;
    this.last = channels.first();
  }

  /** Submits a call that somebody is about to wait for. */
  <T> PendingReply<T> submit(Function<SendPort, ChannelCall<T>> call) {
    return submit(channels::free, call);
  }

  /** Submits a call that appends to a stream: all sessions' go the same way when they can. */
  <T> PendingReply<T> submitTo(byte[] stream, Function<SendPort, ChannelCall<T>> call) {
    return submit(before -> channels.of(stream), call);
  }

  /** Submits a call that may wait for company (see {@link ChannelCall#isPatient}). */
  <T> PendingReply<T> submitPatient(Function<SendPort, ChannelCall<T>> call) {
    return submit(before -> channels.idle(), call);
  }

  private <T> PendingReply<T> submit(
      UnaryOperator<SendPort> choice, Function<SendPort, ChannelCall<T>> call) {
    SendPort port;
    ChannelCall<T> made;
    synchronized (this) {
      if (due.get() == 0) {
        last = choice.apply(last);
      }
      port = last;
      made = call.apply(port);
      made.belongsTo(this);
      due.incrementAndGet();
    }
    return port.channel().submit(made);
  }

  /** One of its calls was answered (null), or has failed. */
  void ended(WireException failure) {
    if (failure == null || failure.error() != WireError.IN_DOUBT) {
      due.decrementAndGet();
    }
  }
}
