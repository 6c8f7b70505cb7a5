package io.echomq.jms.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Address;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class QueueClientTest {
  private static final long WAIT = 5_000;

  private final FakeConnections connections = new FakeConnections();
  private Connection connection;
  private Session session;
  private Queue queue;
  private MessageProducer producer;

  @BeforeEach
  void connect() throws JMSException {
    connection = connections.started();
    session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    queue = session.createQueue("orders");
    producer = session.createProducer(queue);
  }

  @AfterEach
  void close() throws JMSException {
    connections.close();
  }

  private void send(String... texts) throws JMSException {
    for (String text : texts) {
      producer.send(session.createTextMessage(text));
    }
  }

  private static String text(Message message) throws JMSException {
    return ((TextMessage) message).getText();
  }

  private Address address() {
    return new Address(Address.Domain.QUEUE, "orders", "");
  }

  @Test
  void whatIsSentIsReceivedWithItsHeaders() throws JMSException {
    TextMessage sent = session.createTextMessage("hello");
    sent.setStringProperty("colour", "blue");
    sent.setJMSType("greeting");
    producer.send(sent);
    Message got = session.createConsumer(queue).receive(WAIT);
    assertEquals("hello", text(got));
    assertEquals("blue", got.getStringProperty("colour"));
    assertEquals("greeting", got.getJMSType());
    assertEquals(sent.getJMSMessageID(), got.getJMSMessageID());
    assertEquals(sent.getJMSTimestamp(), got.getJMSTimestamp());
    assertEquals(queue, got.getJMSDestination());
    assertEquals(1, got.getIntProperty("JMSXDeliveryCount"));
    assertFalse(got.getJMSRedelivered());
  }

  @Test
  void receiveNoWaitFindsAMessageTheFirstTimeAndNothingWhenThereIsNone() throws JMSException {
    send("a");
    MessageConsumer consumer = session.createConsumer(queue);
    assertEquals("a", text(consumer.receiveNoWait()));
    assertNull(consumer.receiveNoWait());
  }

  @Test
  void aBlockedReceiveEndsWithNullWhenItsConsumerIsClosedByAnotherThread() throws Exception {
    MessageConsumer consumer = session.createConsumer(queue);
    CompletableFuture<Message> received = inAnotherThread(consumer);
    consumer.close();
    assertNull(received.get(30, TimeUnit.SECONDS));
  }

  @Test
  void aBlockedReceiveEndsWithNullWhenItsConnectionIsClosedByAnotherThread() throws Exception {
    MessageConsumer consumer = session.createConsumer(queue);
    CompletableFuture<Message> received = inAnotherThread(consumer);
    connection.close();
    assertNull(received.get(30, TimeUnit.SECONDS));
  }

  /** Receives in another thread; returns when that is parked. */
  private CompletableFuture<Message> inAnotherThread(MessageConsumer consumer) {
    CompletableFuture<Message> received = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                received.complete(consumer.receive());
              } catch (JMSException failed) {
                received.completeExceptionally(failed);
              }
            });
    thread.start();
    Awaitility.await()
        .until(
            () ->
                thread.getState() == Thread.State.TIMED_WAITING
                    || thread.getState() == Thread.State.WAITING);
    return received;
  }

  @Test
  void aListenerThatThrowsOnceGetsItsMessageAgainAtOnceAndLives() throws JMSException {
    send("1", "2", "3");
    List<String> seen = new CopyOnWriteArrayList<>();
    session
        .createConsumer(queue)
        .setMessageListener(
            message -> {
              String line = line(message);
              seen.add(line);
              if (line.equals("1/1")) {
                throw new RuntimeException("once");
              }
            });
    Awaitility.await().until(() -> seen.size() == 4);
    assertEquals(List.of("1/1", "1/2", "2/1", "3/1"), seen);
  }

  @Test
  void aListenerThatAlwaysThrowsOnOneMessageEndsItInTheDeadSetAndTheRestFlow() throws JMSException {
    send("poison", "good");
    List<String> seen = new CopyOnWriteArrayList<>();
    session
        .createConsumer(queue)
        .setMessageListener(
            message -> {
              String line = line(message);
              seen.add(line);
              if (line.startsWith("poison")) {
                throw new RuntimeException("always");
              }
            });
    Awaitility.await().until(() -> seen.contains("good/1"));
    assertEquals(1, connections.server.dead(address()));
    assertEquals(11, seen.size());
  }

  private static String line(Message message) {
    try {
      return text(message) + "/" + message.getIntProperty("JMSXDeliveryCount");
    } catch (JMSException failed) {
      throw new AssertionError(failed);
    }
  }

  @Test
  void aConsumerMayCloseItselfInItsListenerAndTheMessageIsAcknowledged() throws Exception {
    send("only");
    CountDownLatch closed = new CountDownLatch(1);
    MessageConsumer consumer = session.createConsumer(queue);
    consumer.setMessageListener(
        message -> {
          try {
            consumer.close();
            closed.countDown();
          } catch (JMSException failed) {
            throw new AssertionError(failed);
          }
        });
    assertTrue(closed.await(5, TimeUnit.SECONDS));
    Awaitility.await().until(() -> connections.server.active(address()) == 0);
    assertEquals(0, connections.server.pending(address()));
  }

  @Test
  void connectionAndSessionMustNotBeClosedOrStoppedInAListener() throws Exception {
    send("only");
    List<Class<?>> refused = new CopyOnWriteArrayList<>();
    session
        .createConsumer(queue)
        .setMessageListener(
            message -> {
              refused.add(thrownBy(connection::close));
              refused.add(thrownBy(connection::stop));
              refused.add(thrownBy(session::close));
            });
    Awaitility.await().until(() -> refused.size() == 3);
    assertEquals(List.of(ISE, ISE, ISE), refused);
  }

  private static final Class<?> ISE = IllegalStateException.class;

  private static Class<?> thrownBy(Unchecked.Action action) {
    try {
      action.run();
      return Void.class;
    } catch (JMSException thrown) {
      return thrown.getClass();
    }
  }

  @Test
  void closeWaitsForAListenerAndItsCommitHolds() throws Exception {
    Session transacted = connection.createSession(true, Session.SESSION_TRANSACTED);
    MessageProducer out = transacted.createProducer(transacted.createQueue("out"));
    CountDownLatch working = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    transacted
        .createConsumer(queue)
        .setMessageListener(
            message -> {
              working.countDown();
              try {
                go.await();
                out.send(transacted.createTextMessage("done"));
                transacted.commit();
              } catch (JMSException | InterruptedException failed) {
                throw new AssertionError(failed);
              }
            });
    send("work");
    assertTrue(working.await(5, TimeUnit.SECONDS));
    CompletableFuture<Void> closing =
        CompletableFuture.runAsync(() -> Unchecked.run(connection::close));
    assertFalse(closing.isDone());
    go.countDown();
    closing.get(30, TimeUnit.SECONDS);
    assertEquals(1, connections.server.pending(new Address(Address.Domain.QUEUE, "out", "")));
    assertEquals(0, connections.server.active(address()));
  }

  @Test
  void aStoppedConnectionHandsOutNothingUntilItIsStarted() throws JMSException {
    connection.stop();
    send("a");
    MessageConsumer consumer = session.createConsumer(queue);
    assertNull(consumer.receive(100));
    connection.start();
    assertEquals("a", text(consumer.receive(WAIT)));
  }

  @Test
  void rollbackRedeliversWhatWasReceivedAndCountsNothingElse() throws JMSException {
    send("1", "2", "3");
    Session transacted = connection.createSession(true, Session.SESSION_TRANSACTED);
    MessageConsumer consumer = transacted.createConsumer(queue);
    assertEquals("1/1", line(consumer.receive(WAIT)));
    transacted.rollback();
    assertEquals("1/2", line(consumer.receive(WAIT)));
    assertEquals("2/1", line(consumer.receive(WAIT)));
    assertEquals("3/1", line(consumer.receive(WAIT)));
    transacted.commit();
    assertEquals(0, connections.server.active(address()));
  }

  @Test
  void asynchronousSendsCallBackInOrderOnOneThreadAndCloseWaitsForThem() throws JMSException {
    List<String> called = new CopyOnWriteArrayList<>();
    Session sender = connection.createSession();
    MessageProducer async = sender.createProducer(queue);
    for (int i = 0; i < 20; i++) {
      async.send(
          sender.createTextMessage("m" + i),
          new jakarta.jms.CompletionListener() {
            @Override
            public void onCompletion(Message message) {
              called.add(line0(message));
            }

            @Override
            public void onException(Message message, Exception exception) {
              called.add(exception.toString());
            }
          });
    }
    sender.close();
    assertEquals(20, called.size());
    for (int i = 0; i < 20; i++) {
      assertEquals("m" + i, called.get(i));
    }
  }

  private static String line0(Message message) {
    return Unchecked.get(() -> text(message));
  }

  @Test
  void namesAndSelectorsThatAreWrongFailWhenTheConsumerIsMade() {
    assertThrows(InvalidDestinationException.class, () -> session.createQueue("no spaces"));
    assertThrows(InvalidDestinationException.class, () -> session.createQueue("emq"));
    assertThrows(InvalidDestinationException.class, () -> session.createConsumer(null));
    JMSException wrong =
        assertThrows(
            InvalidSelectorException.class, () -> session.createConsumer(queue, "a = = 1"));
    assertInstanceOf(String.class, wrong.getMessage());
  }

  @Test
  void viewsRefuseSends() throws JMSException {
    Queue dead = session.createQueue("orders/dead");
    assertThrows(InvalidDestinationException.class, () -> session.createProducer(dead));
  }

  @Test
  void aDestinationWithAnUnknownOptionIsRefusedByName() throws JMSException {
    Queue odd = session.createQueue("orders?colour=blue");
    JMSException refused =
        assertThrows(InvalidDestinationException.class, () -> session.createProducer(odd));
    assertTrue(refused.getMessage().contains("colour"), refused.getMessage());
  }

  @Test
  void aSessionThatIsNotTransactedNeedsAnAcknowledgeMode() {
    assertThrows(
        JMSException.class, () -> connection.createSession(false, Session.SESSION_TRANSACTED));
    assertThrows(JMSException.class, () -> connection.createSession(-1));
  }

  @Test
  void aListenerThatComesWhileTheSessionClosesIsRefusedAsTheApiSays() throws Exception {
    Session closing = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
    closing.createConsumer(closing.createQueue("other")).setMessageListener(message -> {});
    MessageConsumer consumer = closing.createConsumer(queue);
    send("held");
    consumer.receive(WAIT);
    List<Throwable> refusals = new CopyOnWriteArrayList<>();
    connections
        .server
        .faults()
        .before(
            "giveBack",
            () -> {
              try {
                consumer.setMessageListener(message -> {});
              } catch (Exception refused) {
                refusals.add(refused);
              }
            });

    closing.close();

    assertInstanceOf(IllegalStateException.class, refusals.get(0));
  }

  @Test
  void timesBeyondTheLastOneThereIsAreTheLastOne() throws JMSException {
    producer.setTimeToLive(Long.MAX_VALUE);
    send("for ever");
    Message got = session.createConsumer(queue).receive(WAIT);
    assertEquals(Long.MAX_VALUE, got.getJMSExpiration());
    producer.setDeliveryDelay(Long.MAX_VALUE);
    TextMessage never = session.createTextMessage("never");
    producer.send(never);
    assertEquals(Long.MAX_VALUE, never.getJMSDeliveryTime());
    assertNull(session.createConsumer(queue).receiveNoWait());
  }
}
