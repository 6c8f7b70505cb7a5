package io.echomq.jms.message;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.Delivery;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.TextMessage;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** getBody and isBodyAssignableTo, and that what was sent stays what was sent. */
class BodyRulesTest {
  private static final MessageFactory FACTORY = new MessageFactory(TrustPolicy.VALUES_ONLY);

  static List<Message> messagesWithoutABody() {
    return List.of(
        FACTORY.createMessage(),
        FACTORY.createTextMessage(),
        FACTORY.createBytesMessage(),
        FACTORY.createMapMessage(),
        FACTORY.createObjectMessage());
  }

  @ParameterizedTest
  @MethodSource("messagesWithoutABody")
  void noBodyIsNullInAnyType(Message message) throws JMSException {
    assertFalse(((EmqMessage) message).hasBody());
    for (Class<?> type : List.of(String.class, byte[].class, Map.class, Integer.class)) {
      assertTrue(message.isBodyAssignableTo(type));
      assertNull(message.getBody(type));
    }
  }

  @Test
  void textIsReturnedAsStringAndItsSupertypes() throws JMSException {
    TextMessage message = FACTORY.createTextMessage("x");
    for (Class<?> type :
        List.of(
            String.class, CharSequence.class, Object.class, Comparable.class, Serializable.class)) {
      assertTrue(message.isBodyAssignableTo(type));
      assertEquals("x", message.getBody(type));
    }
    refused(message, Map.class);
    refused(message, byte[].class);
    assertEquals("", FACTORY.createTextMessage("").getBody(String.class));
  }

  @Test
  void mapsAreReturnedAsMap() throws JMSException {
    MapMessage message = FACTORY.createMapMessage();
    message.setInt("a", 1);
    assertEquals(Map.of("a", 1), message.getBody(Map.class));
    assertEquals(Map.of("a", 1), message.getBody(Object.class));
    refused(message, HashMap.class);
    refused(message, String.class);
  }

  @Test
  void bytesAreReturnedWholeAndTheMessageIsReset() throws JMSException {
    BytesMessage message = FACTORY.createBytesMessage();
    message.writeShort((short) 258);
    assertTrue(message.isBodyAssignableTo(byte[].class));
    assertThrows(
        MessageNotReadableException.class, message::readByte, "asking must not reset the message");
    byte[] body = message.getBody(byte[].class);
    assertArrayEquals(new byte[] {1, 2}, body);
    body[0] = 9;
    assertEquals(1, message.readByte());
    assertArrayEquals(new byte[] {1, 2}, (byte[]) message.getBody(Object.class));
    assertEquals(1, message.readByte());
    refused(message, String.class);
  }

  @Test
  void objectsAreReturnedAsWhatTheyAre() throws JMSException {
    ObjectMessage message = FACTORY.createObjectMessage(5);
    for (Class<?> type : List.of(Integer.class, Number.class, Serializable.class, Object.class)) {
      assertTrue(message.isBodyAssignableTo(type));
      assertEquals(5, message.getBody(type));
    }
    refused(message, String.class);
  }

  @Test
  void aClearedMessageComesBackAsItWasSent() throws JMSException {
    Delivery delivery = Deliveries.of(FACTORY.createTextMessage("sent"), 1);
    TextMessage first = (TextMessage) FACTORY.fromDelivery(delivery, () -> {});
    assertThrows(MessageNotWriteableException.class, () -> first.setText("x"));
    first.clearBody();
    assertNull(first.getText());
    first.setText("changed");
    TextMessage again = (TextMessage) FACTORY.fromDelivery(delivery, () -> {});
    assertEquals("sent", again.getText());
  }

  @Test
  void clearedBytesDoNotReachTheDelivery() throws JMSException {
    BytesMessage sent = FACTORY.createBytesMessage();
    sent.writeInt(1);
    Delivery delivery = Deliveries.of(sent, 1);
    BytesMessage first = (BytesMessage) FACTORY.fromDelivery(delivery, () -> {});
    first.getBody(byte[].class)[3] = 9;
    first.clearBody();
    first.writeInt(2);
    assertArrayEquals(new byte[] {0, 0, 0, 1}, ((Body.Bytes) delivery.message().body()).bytes());
  }

  @Test
  void oneTextSentTwiceIsTwoBodies() throws JMSException {
    EmqTextMessage message = FACTORY.createTextMessage("one");
    Body first = message.toData().body();
    message.setText("two");
    assertEquals(new Body.Text("one"), first);
    assertEquals(new Body.Text("two"), message.toData().body());
  }

  private static void refused(Message message, Class<?> type) throws JMSException {
    assertFalse(message.isBodyAssignableTo(type));
    assertThrows(MessageFormatException.class, () -> message.getBody(type));
  }
}
