package io.echomq.tck.conformance.suite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.tck.conformance.Conformance;
import io.echomq.tck.conformance.Demand;
import io.echomq.tck.conformance.Stage;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.io.Serializable;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

@Conformance
class ReceiveDemands {
  @Demand(section = "8.1", text = "A consumer needs a destination.")
  void consumersNeedADestination(Stage stage) throws Exception {
    Session session = stage.session();
    assertThrows(InvalidDestinationException.class, () -> session.createConsumer(null));
    assertThrows(InvalidDestinationException.class, () -> session.createBrowser(null));
  }

  @Demand(section = "8.1", text = "A consumer tells its selector.")
  void consumersTellTheirSelector(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    assertEquals("a = 1", session.createConsumer(queue, "a = 1").getMessageSelector());
    assertNull(session.createConsumer(queue).getMessageSelector());
    assertEquals("a = 1", stage.context().createConsumer(queue, "a = 1").getMessageSelector());
  }

  @Demand(section = "8.4", text = "A context may be stopped, and started again.")
  void contextsStopAndStart(Stage stage) throws Exception {
    Queue queue = stage.queue();
    JMSContext context = stage.context();
    JMSConsumer consumer = context.createConsumer(queue);
    context.stop();
    stage.send(queue, "x");
    assertNull(consumer.receive(Stage.QUIET));
    context.start();
    assertEquals("x", consumer.receiveBody(String.class, Stage.WAIT));
  }

  @Demand(section = "8.5", text = "receive waits for the next message; receive(0) like receive().")
  void receiveWaitsForTheNextMessage(Stage stage) throws Exception {
    for (boolean timed : new boolean[] {true, false}) {
      Queue queue = stage.queue();
      MessageConsumer consumer = stage.session().createConsumer(queue);
      CompletableFuture<Message> received = new CompletableFuture<>();
      new Thread(
              () -> {
                try {
                  received.complete(timed ? consumer.receive(0) : consumer.receive());
                } catch (Exception e) {
                  received.completeExceptionally(e);
                }
              },
              "waits for a message")
          .start();
      stage.send(queue, "x");
      assertEquals("x", Stage.text(received.get(Stage.WAIT, TimeUnit.MILLISECONDS)));
    }
  }

  @Demand(section = "8.5", text = "receive with a time-out returns null when that has passed.")
  void receiveTimesOut(Stage stage) throws Exception {
    MessageConsumer consumer = stage.session().createConsumer(stage.queue());
    long before = System.nanoTime();
    assertNull(consumer.receive(200));
    assertTrue(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before) >= 200);
  }

  @Demand(section = "8.5", text = "receiveNoWait returns a message that is there, else null.")
  void receiveNoWaitTakesWhatIsThere(Stage stage) throws Exception {
    Queue queue = stage.queue();
    MessageConsumer consumer = stage.session().createConsumer(queue);
    assertNull(consumer.receiveNoWait());
    stage.send(queue, "x");
    assertEquals("x", Stage.text(consumer.receiveNoWait()));
    assertNull(consumer.receiveNoWait());
  }

  @Demand(section = "8.6", text = "receiveBody returns the body as its class or a superclass.")
  void bodiesAreReceived(Stage stage) throws Exception {
    Queue queue = stage.queue();
    JMSContext context = stage.context();
    JMSConsumer consumer = context.createConsumer(queue);
    context
        .createProducer()
        .send(queue, "text")
        .send(queue, "as object")
        .send(queue, Map.of("n", 1))
        .send(queue, new byte[] {1})
        .send(queue, (Serializable) Long.valueOf(9));
    assertEquals("text", consumer.receiveBody(String.class));
    assertEquals("as object", consumer.receiveBody(Object.class, Stage.WAIT));
    assertEquals(Map.of("n", 1), consumer.receiveBody(Map.class, Stage.WAIT));
    assertArrayEquals(new byte[] {1}, consumer.receiveBody(byte[].class, Stage.WAIT));
    assertEquals(9L, consumer.receiveBodyNoWait(Long.class));
    assertNull(consumer.receiveBodyNoWait(String.class));
    assertNull(consumer.receiveBody(String.class, 50));
  }

  @Demand(
      section = "8.6",
      text = "Streams, plain messages and empty ones have no body: MessageFormatRuntimeException.")
  void messagesWithoutABodyAreRefused(Stage stage) throws Exception {
    JMSContext context = stage.context();
    StreamMessage stream = context.createStreamMessage();
    stream.writeInt(1);
    for (Message message :
        new Message[] {stream, context.createMessage(), context.createTextMessage()}) {
      Queue queue = stage.queue();
      JMSConsumer consumer = context.createConsumer(queue);
      context.createProducer().send(queue, message);
      assertThrows(
          MessageFormatRuntimeException.class,
          () -> consumer.receiveBody(Object.class, Stage.WAIT));
      consumer.close();
    }
  }

  @Demand(
      section = "8.6",
      text = "A body of another type leaves the message in automatic modes, not redelivered.")
  void refusedBodiesStayUnderAutomaticModes(Stage stage) throws Exception {
    for (int mode : new int[] {JMSContext.AUTO_ACKNOWLEDGE, JMSContext.DUPS_OK_ACKNOWLEDGE}) {
      Queue queue = stage.queue();
      stage.send(queue, "1", "2");
      JMSConsumer consumer = stage.context(mode).createConsumer(queue);
      assertThrows(
          MessageFormatRuntimeException.class, () -> consumer.receiveBody(Map.class, Stage.WAIT));
      Message same = consumer.receive(Stage.WAIT);
      assertEquals("1", Stage.text(same));
      assertFalse(same.getJMSRedelivered());
      assertEquals(1, same.getIntProperty("JMSXDeliveryCount"));
      assertEquals("2", consumer.receiveBody(String.class, Stage.WAIT));
    }
  }

  @Demand(
      section = "8.6",
      text = "In CLIENT_ACKNOWLEDGE it counts as delivered, and comes again after recover.")
  void refusedBodiesAreRecovered(Stage stage) throws Exception {
    Queue queue = stage.queue();
    stage.send(queue, "1", "2");
    JMSContext context = stage.context(JMSContext.CLIENT_ACKNOWLEDGE);
    JMSConsumer consumer = context.createConsumer(queue);
    assertThrows(
        MessageFormatRuntimeException.class, () -> consumer.receiveBody(Map.class, Stage.WAIT));
    assertEquals("2", consumer.receiveBody(String.class, Stage.WAIT));
    context.recover();
    Message again = consumer.receive(Stage.WAIT);
    assertEquals("1", Stage.text(again));
    assertTrue(again.getJMSRedelivered());
    assertEquals(2, again.getIntProperty("JMSXDeliveryCount"));
  }

  @Demand(
      section = "8.6",
      text = "In a transaction it counts as delivered, and comes again after rollback.")
  void refusedBodiesAreRolledBack(Stage stage) throws Exception {
    Queue queue = stage.queue();
    stage.send(queue, "1", "2");
    JMSContext context = stage.context(JMSContext.SESSION_TRANSACTED);
    JMSConsumer consumer = context.createConsumer(queue);
    assertThrows(
        MessageFormatRuntimeException.class, () -> consumer.receiveBody(Map.class, Stage.WAIT));
    assertEquals("2", consumer.receiveBody(String.class, Stage.WAIT));
    context.rollback();
    Message again = consumer.receive(Stage.WAIT);
    assertEquals("1", Stage.text(again));
    assertTrue(again.getJMSRedelivered());
    context.commit();
  }

  @Demand(section = "8.6", text = "getBody of a message follows the same rules of types.")
  void bodiesAreGotten(Stage stage) throws Exception {
    TextMessage sent = stage.post().createTextMessage("x");
    Message received = stage.pass(sent);
    assertEquals("x", received.getBody(String.class));
    assertEquals("x", received.getBody(CharSequence.class));
    assertTrue(received.isBodyAssignableTo(Object.class));
    assertFalse(received.isBodyAssignableTo(Map.class));
    assertThrows(MessageFormatException.class, () -> received.getBody(Map.class));
    StreamMessage stream = stage.post().createStreamMessage();
    assertThrows(MessageFormatException.class, () -> stream.getBody(Object.class));
  }
}
