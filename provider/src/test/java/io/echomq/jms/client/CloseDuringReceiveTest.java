package io.echomq.jms.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.echomq.jms.wire.Address;
import jakarta.jms.Connection;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A receive that takes a message at the very moment in which another thread closes the session. */
@Timeout(180)
class CloseDuringReceiveTest {
  private final Address address = new Address(Address.Domain.QUEUE, "orders", "");

  @Test
  void whatAReceiveTookTooLateIsBackBeforeTheCloseReturns() throws Exception {
    try (FakeConnections connections = new FakeConnections()) {
      Connection connection = connections.started();
      Session session = connection.createSession(false, Session.CLIENT_ACKNOWLEDGE);
      MessageProducer producer = session.createProducer(session.createQueue("orders"));
      for (String text : new String[] {"a", "b", "c"}) {
        producer.send(session.createTextMessage(text));
      }
      MessageConsumer consumer = session.createConsumer(session.createQueue("orders"));
      consumer.receive(1000);
      CompletableFuture<Message> late = new CompletableFuture<>();
      AtomicReference<Thread> receiver = new AtomicReference<>();
      CountDownLatch closed = new CountDownLatch(1);
      AtomicInteger calls = new AtomicInteger();
      connections
          .server
          .faults()
          .before(
              "giveBack",
              () -> {
                if (calls.incrementAndGet() == 1) {
                  // The close gives back what was handed out, and holds the session's unit.
                  receiver.set(receiving(consumer, late));
                  Awaitility.await()
                      .until(() -> receiver.get().getState() != Thread.State.RUNNABLE);
                } else if (Thread.currentThread() == receiver.get()) {
                  awaitFor(closed, 300);
                }
              });

      session.close();
      closed.countDown();

      assertEquals(3, connections.server.pending(address));
      assertNull(late.get(30, TimeUnit.SECONDS));
    }
  }

  private static Thread receiving(MessageConsumer consumer, CompletableFuture<Message> result) {
    Thread thread =
        new Thread(
            () -> {
              try {
                result.complete(consumer.receive(1000));
              } catch (Exception failed) {
                result.completeExceptionally(failed);
              }
            });
    thread.start();
    return thread;
  }

  private static void awaitFor(CountDownLatch latch, long millis) {
    try {
      latch.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }
}
