package io.echomq.jms.cases;

import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Works 400 ms on each message and counts, once all that share a latch have a message to work on:
 * long enough that who waits for a processor falls back by no message.
 */
final class SlowListener implements MessageListener {
  private final CountDownLatch all;
  private final AtomicInteger done = new AtomicInteger();
  private final CountDownLatch never = new CountDownLatch(1);

  SlowListener(CountDownLatch all) {
    this.all = all;
  }

  int done() {
    return done.get();
  }

  @Override
  public void onMessage(Message message) {
    try {
      if (done.get() == 0) {
        all.countDown();
        all.await();
      }
      if (!never.await(400, TimeUnit.MILLISECONDS)) {
        done.incrementAndGet();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
