package io.echomq.tck.conformance.suite;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.echomq.tck.conformance.Conformance;
import io.echomq.tck.conformance.Demand;
import io.echomq.tck.conformance.Stage;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.InvalidSelectorRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.MessageNotWriteableRuntimeException;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.Topic;

@Conformance
class ExceptionDemands {
  /** Nobody's destination. */
  private static final class Unknown implements Destination {}

  @Demand(section = "10.3", text = "A destination that is not understood: InvalidDestination….")
  void unknownDestinationsAreRefused(Stage stage) throws Exception {
    Session session = stage.session();
    Destination unknown = new Unknown();
    assertThrows(InvalidDestinationException.class, () -> session.createConsumer(unknown));
    assertThrows(InvalidDestinationException.class, () -> session.createProducer(unknown));
    Message message = session.createMessage();
    assertThrows(
        InvalidDestinationException.class,
        () -> session.createProducer(null).send(unknown, message));
    JMSContext context = stage.context();
    assertThrows(InvalidDestinationRuntimeException.class, () -> context.createConsumer(unknown));
    assertThrows(
        InvalidDestinationRuntimeException.class,
        () -> context.createProducer().send(unknown, "x"));
  }

  @Demand(
      section = "10.3",
      text = "A null topic for any kind of subscription: InvalidDestination….")
  void nullTopicsAreRefused(Stage stage) throws Exception {
    Session session = stage.identified(Stage.name()).createSession();
    Class<InvalidDestinationException> refused = InvalidDestinationException.class;
    assertThrows(refused, () -> session.createDurableConsumer(null, "n"));
    assertThrows(refused, () -> session.createDurableSubscriber(null, "n"));
    assertThrows(refused, () -> session.createSharedConsumer(null, "n"));
    assertThrows(refused, () -> session.createSharedDurableConsumer(null, "n"));
    JMSContext context = stage.context();
    assertThrows(
        InvalidDestinationRuntimeException.class, () -> context.createSharedConsumer(null, "n"));
  }

  @Demand(section = "10.3", text = "A selector of invalid syntax: InvalidSelector….")
  void invalidSelectorsAreRefused(Stage stage) throws Exception {
    Topic topic = stage.topic();
    Queue queue = stage.queue();
    Session session = stage.session();
    Class<InvalidSelectorException> refused = InvalidSelectorException.class;
    assertThrows(refused, () -> session.createConsumer(topic, "a =", true));
    assertThrows(refused, () -> session.createSharedConsumer(topic, "n", "a ="));
    assertThrows(refused, () -> session.createSharedDurableConsumer(topic, "n", "a ="));
    JMSContext context = stage.context();
    assertThrows(InvalidSelectorRuntimeException.class, () -> context.createBrowser(queue, "a ="));
  }

  @Demand(section = "10.3", text = "Reading past the end: MessageEOFException.")
  void readingPastTheEndThrows(Stage stage) throws Exception {
    BytesMessage bytes = stage.post().createBytesMessage();
    bytes.writeByte((byte) 1);
    BytesMessage read = (BytesMessage) stage.pass(bytes);
    assertThrows(MessageEOFException.class, read::readInt);
    StreamMessage stream = (StreamMessage) stage.pass(stage.post().createStreamMessage());
    assertThrows(MessageEOFException.class, stream::readObject);
  }

  @Demand(section = "10.3", text = "An unsupported type in a body: MessageFormatException.")
  void unsupportedTypesAreRefused(Stage stage) throws Exception {
    Session post = stage.post();
    StreamMessage stream = post.createStreamMessage();
    assertThrows(MessageFormatException.class, () -> stream.writeObject(new Object()));
    MapMessage map = post.createMapMessage();
    assertThrows(MessageFormatException.class, () -> map.setObject("o", new Object()));
    BytesMessage bytes = post.createBytesMessage();
    assertThrows(MessageFormatException.class, () -> bytes.writeObject(new Object()));
    stream.writeBoolean(true);
    stream.reset();
    assertThrows(MessageFormatException.class, stream::readShort);
  }

  @Demand(section = "10.3", text = "Reading a write-only message: MessageNotReadableException.")
  void writeOnlyMessagesAreNotRead(Stage stage) throws Exception {
    BytesMessage bytes = stage.post().createBytesMessage();
    assertThrows(MessageNotReadableException.class, bytes::readInt);
    StreamMessage stream = stage.post().createStreamMessage();
    assertThrows(MessageNotReadableException.class, stream::readInt);
  }

  @Demand(section = "10.3", text = "Writing to a read-only message: MessageNotWriteable….")
  void readOnlyMessagesAreNotWritten(Stage stage) throws Exception {
    BytesMessage bytes = stage.post().createBytesMessage();
    bytes.reset();
    assertThrows(MessageNotWriteableException.class, () -> bytes.writeInt(1));
    Queue queue = stage.queue();
    JMSContext context = stage.context();
    stage.send(queue, "x");
    Message received = context.createConsumer(queue).receive(Stage.WAIT);
    assertThrows(
        MessageNotWriteableRuntimeException.class,
        () -> context.createProducer().setProperty("p", 1).send(queue, received));
  }

  @Demand(section = "10.2", text = "An exception tells in words what is wrong.")
  void exceptionsHaveMessages(Stage stage) throws Exception {
    Session session = stage.session();
    Queue queue = stage.queue();
    var refused =
        assertThrows(InvalidSelectorException.class, () -> session.createConsumer(queue, "a = 'x"));
    assertNotNull(refused.getMessage());
  }
}
