package io.echomq.jms.client;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class CallbackThreadTest {
  private final CallbackThread callbacks = new CallbackThread("test-completion");
  private final List<String> called = new CopyOnWriteArrayList<>();

  @Test
  void callbacksComeInOrderAndDrainWaitsForThem() {
    for (String each : List.of("a", "b", "c")) {
      callbacks.expect();
      callbacks.submit(() -> called.add(each));
    }
    callbacks.drain();
    assertEquals(List.of("a", "b", "c"), called);
  }

  @Test
  void aCallbackThatThrowsDoesNotKeepTheNext() {
    callbacks.expect();
    callbacks.expect();
    callbacks.submit(
        () -> {
          throw new IllegalStateException("on purpose");
        });
    callbacks.submit(() -> called.add("next"));
    callbacks.drain();
    assertEquals(List.of("next"), called);
  }

  @Test
  void anInterruptOfTheIdleThreadLosesNoCallbackThatComesAtTheSameTime() {
    AtomicReference<Thread> thread = new AtomicReference<>();
    callbacks.expect();
    callbacks.expect();
    callbacks.submit(() -> thread.set(Thread.currentThread()));
    await().until(() -> thread.get() != null);
    Thread idle = thread.get();
    await().until(() -> idle.getState() == Thread.State.TIMED_WAITING);
    synchronized (callbacks) {
      // It has left the wait for the interrupt's sake, and hears no notification any more.
      idle.interrupt();
      await().until(() -> idle.getState() == Thread.State.BLOCKED);
      callbacks.submit(() -> called.add(Thread.currentThread().getName()));
    }
    callbacks.drain();
    assertEquals(List.of("test-completion"), called);
    assertSame(idle, thread.get());
  }
}
