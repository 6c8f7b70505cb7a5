package io.echomq.jms.valkey;

import io.echomq.jms.wire.Reply;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Sends to a full queue again until there is room or the send timeout is over. The calling thread
 * waits, so that what it sends stays in order; the channel serves all others meanwhile.
 *
 * <p>Threads: any (immutable).
 */
final class RoomWait {
  private static final long FIRST_PAUSE_MILLIS = 2;
  private static final long LONGEST_PAUSE_MILLIS = 50;

  private final long timeoutNanos;

  RoomWait(long timeoutMillis) {
    timeoutNanos = TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
  }

  /**
   * Submits until the queue takes it.
   *
   * @param submit puts the call on the channel, each time anew
   * @return a reply that is there
   */
  Reply<Void> send(Supplier<Reply<Void>> submit) {
    long deadline = System.nanoTime() + timeoutNanos;
    for (long pause = FIRST_PAUSE_MILLIS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS)) {
      try {
        submit.get().await();
        return Reply.of(null);
      } catch (WireException failed) {
        if (!isFull(failed) || System.nanoTime() - deadline >= 0) {
          return Reply.failed(failed);
        }
      }
      LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(pause));
      if (Thread.currentThread().isInterrupted()) {
        return Reply.failed(
            new WireException(
                WireError.INTERRUPTED,
                "interrupted while waiting for room in a full queue; nothing was sent"));
      }
    }
  }

  private static boolean isFull(WireException failed) {
    return failed.error() == WireError.QUEUE_FULL && !ServerErrors.isReply(failed, "OOM");
  }
}
