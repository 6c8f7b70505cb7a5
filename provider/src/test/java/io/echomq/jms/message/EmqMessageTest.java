package io.echomq.jms.message;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.destination.EmqQueue;
import io.echomq.jms.destination.EmqTopic;
import io.echomq.jms.wire.MessageData;
import jakarta.jms.DeliveryMode;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.Queue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers and properties (§3.4, §3.5). */
class EmqMessageTest {
  private final MessageFactory factory = new MessageFactory(TrustPolicy.VALUES_ONLY);

  @Test
  void aNewMessageHasTheDefaultsOfTheSpecification() throws JMSException {
    Message message = factory.createMessage();
    assertNull(message.getJMSMessageID());
    assertEquals(0, message.getJMSTimestamp());
    assertNull(message.getJMSCorrelationID());
    assertNull(message.getJMSCorrelationIDAsBytes());
    assertNull(message.getJMSReplyTo());
    assertNull(message.getJMSDestination());
    assertEquals(DeliveryMode.PERSISTENT, message.getJMSDeliveryMode());
    assertFalse(message.getJMSRedelivered());
    assertNull(message.getJMSType());
    assertEquals(0, message.getJMSExpiration());
    assertEquals(0, message.getJMSDeliveryTime());
    assertEquals(4, message.getJMSPriority());
    message.acknowledge();
  }

  @Test
  void headersComeBackFromADelivery() throws JMSException {
    Message sent = factory.createMessage();
    sent.setJMSMessageID("ID:1");
    sent.setJMSTimestamp(5);
    sent.setJMSCorrelationID("c");
    sent.setJMSReplyTo(new EmqTopic("answers?last=1"));
    sent.setJMSDestination(new EmqQueue("orders?payload=raw"));
    sent.setJMSDeliveryMode(DeliveryMode.NON_PERSISTENT);
    sent.setJMSRedelivered(true);
    sent.setJMSType("t");
    sent.setJMSExpiration(7);
    sent.setJMSDeliveryTime(6);
    sent.setJMSPriority(9);
    Message message = Deliveries.received(factory, sent);
    assertEquals("ID:1", message.getJMSMessageID());
    assertEquals(5, message.getJMSTimestamp());
    assertEquals("c", message.getJMSCorrelationID());
    assertEquals(new EmqTopic("answers"), message.getJMSReplyTo());
    assertEquals(new EmqQueue("orders"), message.getJMSDestination());
    assertEquals(DeliveryMode.NON_PERSISTENT, message.getJMSDeliveryMode());
    assertFalse(message.getJMSRedelivered());
    assertEquals("t", message.getJMSType());
    assertEquals(7, message.getJMSExpiration());
    assertEquals(6, message.getJMSDeliveryTime());
    assertEquals(9, message.getJMSPriority());
  }

  @Test
  void correlationIdsAreTextOrBytes() throws JMSException {
    Message message = factory.createMessage();
    byte[] bytes = {'a', 'b'};
    message.setJMSCorrelationIDAsBytes(bytes);
    bytes[0] = 'x';
    assertArrayEquals(new byte[] {'a', 'b'}, message.getJMSCorrelationIDAsBytes());
    assertEquals("ab", message.getJMSCorrelationID());
    assertNull(((EmqMessage) message).toData().header().correlationId());
    message.setJMSCorrelationID("é");
    assertArrayEquals(new byte[] {(byte) 0xc3, (byte) 0xa9}, message.getJMSCorrelationIDAsBytes());
    assertNull(((EmqMessage) message).toData().header().correlationBytes());
  }

  @Test
  void replyToTakesDestinationsOfOtherProviders() throws JMSException {
    Message message = factory.createMessage();
    message.setJMSReplyTo((Queue) () -> "theirs");
    assertEquals(new EmqQueue("theirs"), message.getJMSReplyTo());
    assertThrows(
        InvalidDestinationException.class,
        () -> message.setJMSReplyTo((Queue) () -> "queue://theirs"));
    message.setJMSReplyTo(null);
    assertNull(message.getJMSReplyTo());
  }

  @Test
  void impossibleHeadersAreRefused() {
    Message message = factory.createMessage();
    assertThrows(JMSException.class, () -> message.setJMSPriority(10));
    assertThrows(JMSException.class, () -> message.setJMSPriority(-1));
    assertThrows(JMSException.class, () -> message.setJMSDeliveryMode(3));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a b", "1a", "a-b", "a.b", "NULL", "true", "Between", "JMSType", "JMSFoo"})
  void namesThatSelectorsCannotUseAreRefused(String name) {
    assertThrows(
        IllegalArgumentException.class, () -> factory.createMessage().setIntProperty(name, 1));
  }

  @Test
  void emptyAndNullNamesAreRefused() {
    Message message = factory.createMessage();
    assertThrows(IllegalArgumentException.class, () -> message.setStringProperty("", "x"));
    assertThrows(IllegalArgumentException.class, () -> message.setObjectProperty(null, "x"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a", "_x", "$y", "ä1", "\uD835\uDC9C", "JMSXGroupSeq", "JMS_Other_x", "NOTE"})
  void identifiersAreTaken(String name) throws JMSException {
    Message message = factory.createMessage();
    message.setIntProperty(name, 1);
    assertEquals(1, message.getIntProperty(name));
    assertTrue(message.propertyExists(name));
  }

  @Test
  void groupPropertiesHaveTheirTypes() throws JMSException {
    Message message = factory.createMessage();
    message.setStringProperty("JMSXGroupID", "g");
    message.setIntProperty("JMSXGroupSeq", 1);
    assertThrows(MessageFormatException.class, () -> message.setIntProperty("JMSXGroupID", 1));
    assertThrows(MessageFormatException.class, () -> message.setLongProperty("JMSXGroupSeq", 1));
    assertEquals("g", message.getStringProperty("JMSXGroupID"));
    assertEquals(1, message.getIntProperty("JMSXGroupSeq"));
  }

  @Test
  void theDeliveryCountIsOfTheDeliveryAndCannotBeSet() throws JMSException {
    Message created = factory.createMessage();
    assertThrows(
        MessageNotWriteableException.class, () -> created.setIntProperty("JMSXDeliveryCount", 1));
    assertFalse(created.propertyExists("JMSXDeliveryCount"));
    created.setStringProperty("a", "b");
    EmqMessage second = factory.fromDelivery(Deliveries.of(created, 2), () -> {});
    assertEquals(2, second.getIntProperty("JMSXDeliveryCount"));
    assertEquals("2", second.getStringProperty("JMSXDeliveryCount"));
    assertTrue(second.getJMSRedelivered());
    assertEquals(List.of("a", "JMSXDeliveryCount"), names(second));
    assertEquals(Map.of("a", "b"), second.toData().properties());
  }

  @Test
  void receivedPropertiesAreReadOnlyUntilCleared() throws JMSException {
    Message sent = factory.createMessage();
    sent.setIntProperty("a", 1);
    MessageData data = ((EmqMessage) sent).toData();
    Message message = factory.fromDelivery(Deliveries.of(data, 1), () -> {});
    assertThrows(MessageNotWriteableException.class, () -> message.setIntProperty("b", 1));
    message.clearProperties();
    assertEquals(List.of(), names(message));
    message.setIntProperty("b", 2);
    assertEquals(List.of("b"), names(message));
    assertEquals(Map.of("a", 1), data.properties());
  }

  @Test
  void oneObjectSentTwiceIsTwoMessages() throws JMSException {
    EmqMessage message = factory.createMessage();
    message.setIntProperty("n", 1);
    MessageData first = message.toData();
    message.setIntProperty("n", 2);
    message.setJMSType("late");
    assertEquals(Map.of("n", 1), first.properties());
    assertNull(first.header().type());
    assertEquals(Map.of("n", 2), message.toData().properties());
  }

  @Test
  void acknowledgeCallsTheHookOfTheDelivery() throws JMSException {
    List<String> calls = new ArrayList<>();
    Message message =
        factory.fromDelivery(
            Deliveries.of(factory.createTextMessage("x"), 1), () -> calls.add("acknowledged"));
    message.acknowledge();
    assertEquals(List.of("acknowledged"), calls);
  }

  @Test
  void theTextFormShowsNeitherBodyNorProperties() throws JMSException {
    Message message = factory.createTextMessage("secret");
    message.setStringProperty("password", "secret");
    message.setJMSMessageID("ID:1");
    assertTrue(message.toString().contains("ID:1"));
    assertFalse(message.toString().contains("secret"));
  }

  private static List<String> names(Message message) throws JMSException {
    List<String> names = new ArrayList<>();
    for (Object name : Collections.list((java.util.Enumeration<?>) message.getPropertyNames())) {
      names.add((String) name);
    }
    return names;
  }
}
