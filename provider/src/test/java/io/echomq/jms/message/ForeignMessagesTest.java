package io.echomq.jms.message;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.echomq.jms.destination.EmqQueue;
import jakarta.jms.BytesMessage;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages of other providers, here proxies that show nothing but the interface. */
class ForeignMessagesTest {
  private final MessageFactory factory = new MessageFactory(TrustPolicy.VALUES_ONLY);

  @Test
  void ourMessagesAreTakenAsTheyAre() throws JMSException {
    EmqMessage own = factory.createTextMessage("x");
    assertSame(own, factory.adapt(own));
  }

  @Test
  void headersAndPropertiesThatBelongToTheMessageAreCopied() throws JMSException {
    Message original = factory.createTextMessage("hello");
    original.setJMSType("t");
    original.setJMSCorrelationIDAsBytes(new byte[] {1, 2});
    original.setJMSReplyTo(new EmqQueue("answers"));
    original.setLongProperty("n", 1L);
    original.setStringProperty("none", null);
    Message received = factory.fromDelivery(Deliveries.of(original, 3), () -> {});
    EmqMessage copy = factory.adapt(foreign(TextMessage.class, received));
    assertEquals("hello", copy.getBody(String.class));
    assertEquals("t", copy.getJMSType());
    assertEquals(new EmqQueue("answers"), copy.getJMSReplyTo());
    assertEquals(1L, copy.getObjectProperty("n"));
    assertEquals(List.of("n", "none"), List.copyOf(copy.toData().properties().keySet()));
    assertFalse(copy.propertyExists("JMSXDeliveryCount"));
    assertFalse(copy.getJMSRedelivered());
    copy.setIntProperty("more", 1);
  }

  @Test
  void aReplyToThatCannotBeNamedHereIsToldAndNotLost() throws JMSException {
    Message theirs = message(TextMessage.class, "getJMSReplyTo", (Queue) () -> "temp:/1");
    assertThrows(InvalidDestinationException.class, () -> factory.adapt(theirs));
  }

  @Test
  void emptyBodiesAreAccepted() throws JMSException {
    assertNull(
        assertInstanceOf(TextMessage.class, factory.adapt(message(TextMessage.class))).getText());
    assertNull(
        assertInstanceOf(ObjectMessage.class, factory.adapt(message(ObjectMessage.class)))
            .getObject());
    assertFalse(factory.adapt(message(MapMessage.class)).hasBody());
    assertSame(EmqMessage.class, factory.adapt(message(Message.class)).getClass());
    BytesMessage bytes =
        (BytesMessage) factory.adapt(foreign(BytesMessage.class, factory.createBytesMessage()));
    bytes.reset();
    assertEquals(0, bytes.getBodyLength());
    StreamMessage stream =
        (StreamMessage) factory.adapt(foreign(StreamMessage.class, factory.createStreamMessage()));
    stream.reset();
    assertThrows(MessageEOFException.class, stream::readObject);
  }

  @Test
  void bytesAreCopiedWhateverWasReadBefore() throws JMSException {
    byte[] body = new byte[20_000];
    body[19_999] = 7;
    BytesMessage original = factory.createBytesMessage();
    original.writeBytes(body);
    original.reset();
    original.readLong();
    EmqMessage copy = factory.adapt(foreign(BytesMessage.class, original));
    assertArrayEquals(body, copy.getBody(byte[].class));
    assertEquals(0, original.readLong());
  }

  @Test
  void mapsAndStreamsAreCopiedWithTheirTypes() throws JMSException {
    MapMessage map = factory.createMapMessage();
    map.setByte("b", (byte) 1);
    map.setBytes("y", new byte[] {1});
    map.setObject("n", null);
    MapMessage mapCopy = (MapMessage) factory.adapt(foreign(MapMessage.class, map));
    assertEquals((byte) 1, mapCopy.getObject("b"));
    assertArrayEquals(new byte[] {1}, mapCopy.getBytes("y"));
    assertEquals(true, mapCopy.itemExists("n"));
    StreamMessage stream = factory.createStreamMessage();
    stream.writeChar('c');
    stream.writeObject(null);
    stream.writeBytes(new byte[] {2});
    StreamMessage copy = (StreamMessage) factory.adapt(foreign(StreamMessage.class, stream));
    copy.reset();
    assertEquals('c', copy.readChar());
    assertNull(copy.readObject());
    assertArrayEquals(new byte[] {2}, (byte[]) copy.readObject());
  }

  @Test
  void objectsAreCopied() throws JMSException {
    EmqMessage copy = factory.adapt(foreign(ObjectMessage.class, factory.createObjectMessage("x")));
    assertEquals("x", copy.getBody(String.class));
  }

  /** A message that answers null, 0 or false to everything but one method. */
  private static <M extends Message> M message(Class<M> type) {
    return message(type, "", null);
  }

  private static <M extends Message> M message(Class<M> type, String method, Object answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, called, args) -> called.getName().equals(method) ? answer : null));
  }

  /** The message behind an interface of the API, so that nobody can know its class. */
  private static <M extends Message> M foreign(Class<M> type, Message behind) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, called, args) -> {
              try {
                return called.invoke(behind, args);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            }));
  }
}
