package io.echomq.jms.cases;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A thread that is blocked in a receive without a timeout. Threads: used by one. */
final class BlockedReceive {

  /** The receive. */
  interface Receive {
    Message run() throws JMSException;
  }

  private final BlockingQueue<Object> outcome = new LinkedBlockingQueue<>();
  private final Thread thread;

  private BlockedReceive(Receive receive) {
    thread =
        new Thread(
            () -> {
              try {
                outcome.add(String.valueOf(receive.run()));
              } catch (JMSException | RuntimeException e) {
                outcome.add(e);
              }
            },
            "blocked-in-receive");
  }

  /** Returns when it is blocked. */
  static BlockedReceive in(Receive receive) {
    BlockedReceive blocked = new BlockedReceive(receive);
    blocked.thread.start();
    await()
        .until(
            () ->
                blocked.thread.getState() == Thread.State.WAITING
                    || blocked.thread.getState() == Thread.State.TIMED_WAITING);
    return blocked;
  }

  /** Within so many milliseconds it has returned null, and its thread has ended. */
  void assertReturnsNull(long millis) throws InterruptedException {
    assertEquals("null", outcome.poll(millis, TimeUnit.MILLISECONDS));
    thread.join();
  }
}
