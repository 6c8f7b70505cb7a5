package io.echomq.jms.valkey;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * The calls of one session in their order: as long as one of them is not answered the next ones
 * follow it on its channel; then the next may take another.
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
    return submit(false, call);
  }

  /** Submits a call that may wait for company (see {@link ChannelCall#isPatient}). */
  <T> PendingReply<T> submitPatient(Function<SendPort, ChannelCall<T>> call) {
    return submit(true, call);
  }

  private <T> PendingReply<T> submit(boolean patient, Function<SendPort, ChannelCall<T>> call) {
    SendPort port;
    ChannelCall<T> made;
    synchronized (this) {
      if (due.get() == 0) {
        last = patient ? channels.idle() : channels.free(last);
      }
      port = last;
      made = call.apply(port);
      made.belongsTo(this);
      due.incrementAndGet();
    }
    return port.channel().submit(made);
  }

  /** One of its calls was answered, or has failed. */
  void ended() {
    due.decrementAndGet();
  }
}
