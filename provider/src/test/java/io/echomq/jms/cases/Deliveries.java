package io.echomq.jms.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.util.List;

/** Assertions about how often a message has been delivered. */
final class Deliveries {
  /** Long enough for a delivery on a very busy machine, ms. */
  static final long SOON = 60_000;

  /** How long nothing has to come for a test to believe that nothing will. */
  static final long QUIET = 400;

  private static final String COUNT = "JMSXDeliveryCount";

  private Deliveries() {}

  /** The message is there, is the text, and was never delivered before. */
  static Message assertFresh(String text, Message message) throws JMSException {
    return assertDelivery(text, 1, message);
  }

  /** The message is there, is the text, and is delivered for the {@code count}th time. */
  static Message assertDelivery(String text, int count, Message message) throws JMSException {
    assertNotNull(message, "no message came where '" + text + "' was due");
    assertEquals(text, message.getBody(String.class));
    assertEquals(count, message.getIntProperty(COUNT), "deliveries of " + text);
    assertEquals(count > 1, message.getJMSRedelivered(), "redelivered flag of " + text);
    return message;
  }

  static void assertNothingComes(MessageConsumer consumer) throws JMSException {
    assertNothingComes(consumer, QUIET);
  }

  static void assertNothingComes(MessageConsumer consumer, long millis) throws JMSException {
    Message message = consumer.receive(millis);
    assertNull(message, () -> "nothing was due and this came: " + message);
  }

  static List<String> texts(List<Message> messages) throws JMSException {
    String[] texts = new String[messages.size()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = messages.get(i).getBody(String.class);
    }
    return List.of(texts);
  }

  static int count(Message message) throws JMSException {
    return message.getIntProperty(COUNT);
  }
}
