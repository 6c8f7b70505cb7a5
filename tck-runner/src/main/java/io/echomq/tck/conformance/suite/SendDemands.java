package io.echomq.tck.conformance.suite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.tck.conformance.Conformance;
import io.echomq.tck.conformance.Demand;
import io.echomq.tck.conformance.Stage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.io.Serializable;
import java.util.Map;

@Conformance
class SendDemands {
  @Demand(
      section = "7.1",
      text = "A producer without a destination is told one with every send, and must be.")
  void producersWithoutDestinationAreToldOne(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    MessageProducer producer = session.createProducer(null);
    producer.send(queue, session.createTextMessage("1"));
    producer.send(queue, session.createTextMessage("2"), DeliveryMode.PERSISTENT, 4, 0);
    Message message = session.createMessage();
    assertThrows(UnsupportedOperationException.class, () -> producer.send(message));
    assertThrows(
        InvalidDestinationException.class, () -> producer.send((Destination) null, message));
    stage.holds(queue, "1", "2");
  }

  @Demand(
      section = "7.1",
      text = "A producer with a destination cannot send to another: UnsupportedOperationException.")
  void producersWithDestinationKeepIt(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    MessageProducer producer = session.createProducer(queue);
    assertEquals(queue, producer.getDestination());
    Queue other = stage.queue();
    Message message = session.createMessage();
    assertThrows(UnsupportedOperationException.class, () -> producer.send(other, message));
    assertThrows(
        UnsupportedOperationException.class,
        () -> producer.send(other, message, DeliveryMode.PERSISTENT, 4, 0));
  }

  @Demand(section = "10.3", text = "A null message throws MessageFormatException, in every API.")
  void nullMessagesAreRefused(Stage stage) throws Exception {
    Queue queue = stage.queue();
    MessageProducer producer = stage.session().createProducer(queue);
    assertThrows(MessageFormatException.class, () -> producer.send(null));
    JMSContext context = stage.context();
    JMSProducer other = context.createProducer();
    assertThrows(MessageFormatRuntimeException.class, () -> other.send(queue, (Message) null));
    assertThrows(
        InvalidDestinationRuntimeException.class, () -> other.send(null, context.createMessage()));
  }

  @Demand(section = "7.2", text = "JMSProducer makes a message of a text, map, bytes or object.")
  void bodiesAreSentDirectly(Stage stage) throws Exception {
    Queue queue = stage.queue();
    JMSContext context = stage.context();
    context
        .createProducer()
        .send(queue, "text")
        .send(queue, Map.of("n", 1))
        .send(queue, new byte[] {1, 2})
        .send(queue, (Serializable) Integer.valueOf(7));
    JMSConsumer consumer = context.createConsumer(queue);
    assertEquals("text", consumer.receiveBody(String.class, Stage.WAIT));
    assertEquals(1, ((MapMessage) consumer.receive(Stage.WAIT)).getInt("n"));
    assertArrayEquals(new byte[] {1, 2}, consumer.receiveBody(byte[].class, Stage.WAIT));
    assertEquals(7, consumer.receiveBody(Serializable.class, Stage.WAIT));
  }

  @Demand(section = "7.2", text = "A null body is sent as a message without one.")
  void nullBodiesAreSent(Stage stage) throws Exception {
    Queue queue = stage.queue();
    JMSContext context = stage.context();
    context.createProducer().send(queue, (String) null);
    JMSConsumer consumer = context.createConsumer(queue);
    TextMessage received = (TextMessage) consumer.receive(Stage.WAIT);
    assertNull(received.getText());
  }

  @Demand(
      section = "7.5",
      text = "Properties of a JMSProducer go with its sends and override those of the message.")
  void propertiesOfProducersOverride(Stage stage) throws Exception {
    Queue queue = stage.queue();
    JMSContext context = stage.context();
    JMSProducer producer = context.createProducer().setProperty("a", 1).setProperty("b", "two");
    TextMessage message = context.createTextMessage("x");
    message.setStringProperty("a", "from the message");
    message.setStringProperty("c", "kept");
    producer.send(queue, message).send(queue, "body alone");
    JMSConsumer consumer = context.createConsumer(queue);
    Message first = consumer.receive(Stage.WAIT);
    assertEquals(1, first.getObjectProperty("a"));
    assertEquals("two", first.getStringProperty("b"));
    assertEquals("kept", first.getStringProperty("c"));
    Message second = consumer.receive(Stage.WAIT);
    assertEquals(1, second.getIntProperty("a"));
    assertTrue(producer.propertyExists("a"));
    producer.clearProperties();
    assertEquals(0, producer.getPropertyNames().size());
  }

  @Demand(
      section = "7.6",
      text = "Headers of a JMSProducer go with its sends and override those of the message.")
  void headersOfProducersOverride(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Queue replies = stage.queue();
    JMSContext context = stage.context();
    TextMessage message = context.createTextMessage("x");
    message.setJMSCorrelationID("from the message");
    message.setJMSType("kept");
    context
        .createProducer()
        .setJMSCorrelationID("from the producer")
        .setJMSReplyTo(replies)
        .send(queue, message);
    Message received = context.createConsumer(queue).receive(Stage.WAIT);
    assertEquals("from the producer", received.getJMSCorrelationID());
    assertEquals(replies, received.getJMSReplyTo());
    assertEquals("kept", received.getJMSType());
  }

  @Demand(section = "7.10", text = "Every setter of JMSProducer returns the producer itself.")
  void settersReturnTheProducer(Stage stage) throws Exception {
    JMSProducer producer = stage.context().createProducer();
    JMSProducer chained =
        producer
            .setAsync(null)
            .setDeliveryDelay(1)
            .setDeliveryMode(DeliveryMode.NON_PERSISTENT)
            .setDisableMessageID(true)
            .setDisableMessageTimestamp(true)
            .setJMSCorrelationID("c")
            .setJMSCorrelationIDAsBytes(new byte[] {1})
            .setJMSReplyTo(stage.queue())
            .setJMSType("t")
            .setPriority(1)
            .setTimeToLive(1)
            .setProperty("s", "s")
            .setProperty("o", (Object) 1)
            .setProperty("z", true)
            .clearProperties();
    assertSame(producer, chained);
    assertEquals(1, producer.getDeliveryDelay());
    assertEquals(DeliveryMode.NON_PERSISTENT, producer.getDeliveryMode());
    assertEquals(1, producer.getPriority());
    assertEquals(1, producer.getTimeToLive());
    assertEquals("t", producer.getJMSType());
  }
}
