package io.echomq.jms.races;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.testing.PrivateServer;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Listeners that go while they are at work, and receives that outlive their server. */
@WithServer
@Timeout(180)
class ListenerChangesIT {
  private static final long SOON = 60_000;

  @Test
  void takingAListenerAwayWaitsForItAndTheRestIsReceivedInOrderAndUnmarked(TestServer server)
      throws Exception {
    try (Connection connection = new EchoMQConnectionFactory(server.uri()).createConnection()) {
      Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
      Queue queue = session.createQueue("taken-away");
      MessageProducer producer = session.createProducer(queue);
      for (int i = 1; i <= 5; i++) {
        producer.send(session.createTextMessage("m" + i));
      }
      MessageConsumer consumer = session.createConsumer(queue);
      CountDownLatch working = new CountDownLatch(1);
      CountDownLatch go = new CountDownLatch(1);
      AtomicInteger calls = new AtomicInteger();
      consumer.setMessageListener(
          message -> {
            calls.incrementAndGet();
            working.countDown();
            try {
              assertTrue(go.await(SOON, TimeUnit.MILLISECONDS));
            } catch (InterruptedException ended) {
              Thread.currentThread().interrupt();
            }
          });
      connection.start();
      working.await();
      CompletableFuture<Void> taken = new CompletableFuture<>();
      Thread taker =
          new Thread(
              () -> {
                try {
                  consumer.setMessageListener(null);
                  taken.complete(null);
                } catch (Exception bad) {
                  taken.completeExceptionally(bad);
                }
              });
      taker.start();
      await().until(() -> taker.getState() == Thread.State.WAITING);
      assertFalse(taken.isDone());
      go.countDown();
      taken.get(SOON, TimeUnit.MILLISECONDS);
      assertEquals(1, calls.get());
      for (int i = 2; i <= 5; i++) {
        Message message = consumer.receive(SOON);
        assertNotNull(message, "m" + i + " was due");
        assertEquals("m" + i, message.getBody(String.class));
        assertFalse(message.getJMSRedelivered());
      }
    }
  }

  @Test
  void aReceiveThatWaitsOutlivesARestartOfTheServer() throws Exception {
    // One that forgot everything would end the connection, once its first heartbeat has come.
    try (PrivateServer server = PrivateServer.start("appendonly yes", "appendfsync always");
        Connection connection =
            new EchoMQConnectionFactory(server.uri("reconnectMax=100ms")).createConnection()) {
      connection.start();
      Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
      Queue queue = session.createQueue("restart");
      MessageConsumer consumer = session.createConsumer(queue);
      CompletableFuture<String> received = new CompletableFuture<>();
      Thread receiver =
          new Thread(
              () -> {
                try {
                  received.complete(consumer.receive().getBody(String.class));
                } catch (Exception ended) {
                  received.completeExceptionally(ended);
                }
              });
      receiver.start();
      server.kill();
      server.restart();
      Session other = connection.createSession(Session.AUTO_ACKNOWLEDGE);
      other.createProducer(queue).send(other.createTextMessage("after the restart"));
      assertEquals("after the restart", received.get(30, TimeUnit.SECONDS));
    }
  }

  @Test
  void aMessageOfAClosedSessionIsNotAcknowledged(TestServer server) throws Exception {
    try (Connection connection = new EchoMQConnectionFactory(server.uri()).createConnection()) {
      connection.start();
      Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
      Queue queue = session.createQueue("late-ack");
      session.createProducer(queue).send(session.createTextMessage("m"));
      Message message = session.createConsumer(queue).receive(SOON);
      session.close();
      assertThrows(IllegalStateException.class, message::acknowledge);
      Session next = connection.createSession(Session.AUTO_ACKNOWLEDGE);
      assertTrue(next.createConsumer(queue).receive(SOON).getJMSRedelivered());
    }
  }

  @Test
  void aCompletionListenerMayCloseConsumersAndOtherSessionsAndNotItsOwn(TestServer server)
      throws Exception {
    try (Connection connection = new EchoMQConnectionFactory(server.uri()).createConnection()) {
      connection.start();
      Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
      Session other = connection.createSession(Session.AUTO_ACKNOWLEDGE);
      Queue queue = session.createQueue("completion");
      MessageConsumer consumer = session.createConsumer(queue);
      CompletableFuture<Void> done = new CompletableFuture<>();
      session
          .createProducer(queue)
          .send(
              session.createMessage(),
              new CompletionListener() {
                @Override
                public void onCompletion(Message message) {
                  try {
                    assertThrows(IllegalStateException.class, session::close);
                    assertThrows(IllegalStateException.class, connection::close);
                    consumer.close();
                    other.close();
                    done.complete(null);
                  } catch (Throwable bad) {
                    done.completeExceptionally(bad);
                  }
                }

                @Override
                public void onException(Message message, Exception failure) {
                  done.completeExceptionally(failure);
                }
              });
      done.get(SOON, TimeUnit.MILLISECONDS);
      session.close();
    }
  }

  @Test
  void aListenerMayCloseAnotherSessionAndTwoListenersEachOthersConsumers(TestServer server)
      throws Exception {
    try (Connection connection = new EchoMQConnectionFactory(server.uri()).createConnection()) {
      connection.start();
      Session one = connection.createSession(Session.AUTO_ACKNOWLEDGE);
      Session two = connection.createSession(Session.AUTO_ACKNOWLEDGE);
      MessageConsumer first = one.createConsumer(one.createQueue("first"));
      MessageConsumer second = two.createConsumer(two.createQueue("second"));
      CompletableFuture<Void> done = new CompletableFuture<>();
      second.setMessageListener(message -> {});
      first.setMessageListener(
          message -> {
            try {
              second.close();
              two.close();
              first.close();
              done.complete(null);
            } catch (Throwable bad) {
              done.completeExceptionally(bad);
            }
          });
      Session sending = connection.createSession(Session.AUTO_ACKNOWLEDGE);
      sending.createProducer(sending.createQueue("second")).send(sending.createMessage());
      sending.createProducer(sending.createQueue("first")).send(sending.createMessage());
      done.get(SOON, TimeUnit.MILLISECONDS);
    }
  }
}
