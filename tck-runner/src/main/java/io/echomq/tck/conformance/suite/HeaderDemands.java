package io.echomq.tck.conformance.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.tck.conformance.Conformance;
import io.echomq.tck.conformance.Demand;
import io.echomq.tck.conformance.Stage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

@Conformance
class HeaderDemands {
  @Demand(
      section = "3.4.1",
      text = "JMSDestination is the destination of the send, for sender and receiver.")
  void destinationIsThatOfTheSend(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    Message sent = session.createTextMessage("x");
    sent.setJMSDestination(stage.queue());
    session.createProducer(queue).send(sent);
    assertEquals(queue, sent.getJMSDestination());
    assertEquals(queue, Stage.take(session.createConsumer(queue)).getJMSDestination());
  }

  @Demand(
      section = "3.4.2",
      text = "JMSDeliveryMode is what the send says, whatever was set on the message.")
  void deliveryModeIsThatOfTheSend(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    MessageProducer producer = session.createProducer(queue);
    MessageConsumer consumer = session.createConsumer(queue);
    Message message = session.createMessage();
    message.setJMSDeliveryMode(DeliveryMode.NON_PERSISTENT);
    producer.send(message);
    assertEquals(DeliveryMode.PERSISTENT, message.getJMSDeliveryMode());
    assertEquals(DeliveryMode.PERSISTENT, Stage.take(consumer).getJMSDeliveryMode());
    producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
    producer.send(message);
    assertEquals(DeliveryMode.NON_PERSISTENT, message.getJMSDeliveryMode());
    assertEquals(DeliveryMode.NON_PERSISTENT, Stage.take(consumer).getJMSDeliveryMode());
  }

  @Demand(
      section = "3.4.3",
      text = "Every send gives a JMSMessageID that begins with ID: and that no other message has.")
  void messageIdsAreUniqueAndBeginWithTheirPrefix(Stage stage) throws Exception {
    Session session = stage.session();
    MessageProducer producer = session.createProducer(stage.queue());
    MessageProducer other = stage.session().createProducer(stage.queue());
    Message message = session.createTextMessage("x");
    message.setJMSMessageID("ID:mine");
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < 50; i++) {
      producer.send(message);
      ids.add(message.getJMSMessageID());
      other.send(message);
      ids.add(message.getJMSMessageID());
    }
    assertEquals(100, ids.size());
    assertTrue(ids.stream().allMatch(id -> id.startsWith("ID:")), ids::toString);
  }

  @Demand(section = "3.4.3", text = "The receiver sees the JMSMessageID that the sender saw.")
  void messageIdIsTheSameOnBothSides(Stage stage) throws Exception {
    TextMessage sent = stage.post().createTextMessage("x");
    assertEquals(stage.pass(sent).getJMSMessageID(), sent.getJMSMessageID());
  }

  @Demand(
      section = "3.4.3",
      text = "With the hint that ids are not needed, the id is null or a normal one.")
  void disabledMessageIdIsNullOrNormal(Stage stage) throws Exception {
    Session session = stage.session();
    MessageProducer producer = session.createProducer(stage.queue());
    producer.setDisableMessageID(true);
    assertTrue(producer.getDisableMessageID());
    Message message = session.createMessage();
    producer.send(message);
    String id = message.getJMSMessageID();
    assertTrue(id == null || id.startsWith("ID:"), id);
  }

  @Demand(
      section = "3.4.4",
      text = "JMSTimestamp lies between the call of send and its return, on both sides.")
  void timestampLiesWithinTheSend(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    Message message = session.createMessage();
    message.setJMSTimestamp(1);
    long before = System.currentTimeMillis();
    session.createProducer(queue).send(message);
    long after = System.currentTimeMillis();
    long stamp = message.getJMSTimestamp();
    assertTrue(before <= stamp && stamp <= after, before + " " + stamp + " " + after);
    assertEquals(stamp, Stage.take(session.createConsumer(queue)).getJMSTimestamp());
  }

  @Demand(
      section = "3.4.4",
      text = "With the hint that timestamps are not needed, the timestamp is zero or a normal one.")
  void disabledTimestampIsZeroOrNormal(Stage stage) throws Exception {
    Session session = stage.session();
    MessageProducer producer = session.createProducer(stage.queue());
    producer.setDisableMessageTimestamp(true);
    assertTrue(producer.getDisableMessageTimestamp());
    Message message = session.createMessage();
    long before = System.currentTimeMillis();
    producer.send(message);
    long stamp = message.getJMSTimestamp();
    assertTrue(stamp == 0 || before <= stamp && stamp <= System.currentTimeMillis());
  }

  @Demand(section = "3.4.5", text = "JMSCorrelationID carries an application's text or an id.")
  void correlationIdArrives(Stage stage) throws Exception {
    Message message = stage.post().createMessage();
    message.setJMSCorrelationID("order 7");
    assertEquals("order 7", stage.pass(message).getJMSCorrelationID());
    message.setJMSCorrelationID(message.getJMSMessageID());
    String id = message.getJMSMessageID();
    assertEquals(id, stage.pass(message).getJMSCorrelationID());
  }

  @Demand(
      section = "3.4.5",
      text = "JMSCorrelationID carries bytes, or the provider says that it does not support them.")
  void correlationIdCarriesBytesOrRefusesThem(Stage stage) throws Exception {
    Message message = stage.post().createMessage();
    byte[] bytes = "native".getBytes(StandardCharsets.US_ASCII);
    try {
      message.setJMSCorrelationIDAsBytes(bytes);
    } catch (UnsupportedOperationException permitted) {
      assertThrows(UnsupportedOperationException.class, () -> message.getJMSCorrelationIDAsBytes());
      return;
    }
    byte[] received = stage.pass(message).getJMSCorrelationIDAsBytes();
    assertEquals("native", new String(received, StandardCharsets.US_ASCII));
  }

  @Demand(section = "3.4.6", text = "JMSReplyTo arrives, and a reply can be sent there.")
  void replyToArrivesAndCanBeUsed(Stage stage) throws Exception {
    Queue replies = stage.queue();
    Message request = stage.post().createMessage();
    assertNull(stage.pass(request).getJMSReplyTo());
    request.setJMSReplyTo(replies);
    stage.send(stage.pass(request).getJMSReplyTo(), "reply");
    stage.holds(replies, "reply");
  }

  @Demand(
      section = "3.4.7",
      text = "JMSRedelivered is false at first and true for what is delivered again.")
  void redeliveredIsSetOnRedelivery(Stage stage) throws Exception {
    Queue queue = stage.queue();
    stage.send(queue, "x");
    Session session = stage.session(Session.SESSION_TRANSACTED);
    MessageConsumer consumer = session.createConsumer(queue);
    assertFalse(Stage.take(consumer).getJMSRedelivered());
    session.rollback();
    assertTrue(Stage.take(consumer).getJMSRedelivered());
  }

  @Demand(section = "3.4.8", text = "JMSType arrives as the client has set it.")
  void typeArrives(Stage stage) throws Exception {
    Message message = stage.post().createMessage();
    message.setJMSType("com.example:order");
    assertEquals("com.example:order", stage.pass(message).getJMSType());
  }

  @Demand(
      section = "3.4.9",
      text = "JMSExpiration is the time of the send plus the time to live, on both sides.")
  void expirationIsTheSendPlusTheTimeToLive(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    MessageProducer producer = session.createProducer(queue);
    producer.setTimeToLive(60_000);
    Message message = session.createMessage();
    message.setJMSExpiration(1);
    long before = System.currentTimeMillis();
    producer.send(message);
    long expires = message.getJMSExpiration() - 60_000;
    assertTrue(before <= expires && expires <= System.currentTimeMillis());
    Message received = Stage.take(session.createConsumer(queue));
    assertEquals(message.getJMSExpiration(), received.getJMSExpiration());
  }

  @Demand(section = "3.4.9", text = "Without a time to live, JMSExpiration is zero.")
  void expirationIsZeroWithoutTimeToLive(Stage stage) throws Exception {
    Message message = stage.post().createMessage();
    message.setJMSExpiration(1);
    assertEquals(0, stage.pass(message).getJMSExpiration());
    assertEquals(0, message.getJMSExpiration());
  }

  @Demand(section = "3.4.9", text = "An expired message is not received.")
  void expiredMessagesAreNotReceived(Stage stage) throws Exception {
    Queue queue = stage.queue();
    try (MessageProducer producer = stage.post().createProducer(queue)) {
      producer.setTimeToLive(1);
      producer.send(stage.post().createTextMessage("late"));
    }
    stage.send(queue, "in time");
    long sent = System.currentTimeMillis();
    Session session = stage.session();
    while (System.currentTimeMillis() < sent + 2) {
      Thread.onSpinWait();
    }
    MessageConsumer consumer = session.createConsumer(queue);
    Stage.expect(consumer, "in time");
    Stage.expectNothing(consumer);
  }

  @Demand(section = "3.4.10", text = "JMSPriority is what the send says, for all ten levels.")
  void priorityIsThatOfTheSend(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    MessageProducer producer = session.createProducer(queue);
    MessageConsumer consumer = session.createConsumer(queue);
    Message message = session.createMessage();
    for (int priority = 0; priority <= 9; priority++) {
      message.setJMSPriority(9 - priority);
      producer.setPriority(priority);
      producer.send(message);
      assertEquals(priority, message.getJMSPriority());
      assertEquals(priority, Stage.take(consumer).getJMSPriority());
    }
  }

  @Demand(section = "3.4.10", text = "Expedited messages are delivered before normal ones.")
  void expeditedMessagesComeFirst(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    MessageProducer producer = session.createProducer(queue);
    for (int priority : new int[] {4, 0, 9, 5}) {
      TextMessage message = session.createTextMessage("p" + priority);
      producer.send(message, DeliveryMode.PERSISTENT, priority, 0);
    }
    Stage.expect(session.createConsumer(queue), "p9", "p5", "p4", "p0");
  }

  @Demand(
      section = "3.4.13",
      text = "JMSDeliveryTime is the time of the send plus the delivery delay, on both sides.")
  void deliveryTimeIsTheSendPlusTheDelay(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    MessageProducer producer = session.createProducer(queue);
    producer.setDeliveryDelay(400);
    Message message = session.createMessage();
    message.setJMSDeliveryTime(1);
    long before = System.currentTimeMillis();
    producer.send(message);
    long sent = message.getJMSDeliveryTime() - 400;
    assertTrue(before <= sent && sent <= System.currentTimeMillis());
    Message received = Stage.take(session.createConsumer(queue));
    assertEquals(message.getJMSDeliveryTime(), received.getJMSDeliveryTime());
  }

  @Demand(
      section = "3.10",
      text = "Headers of a received message can be changed, its properties not.")
  void headersOfReceivedMessagesAreWritable(Stage stage) throws Exception {
    Message sent = stage.post().createTextMessage("x");
    sent.setStringProperty("p", "v");
    Message received = stage.pass(sent);
    received.setJMSCorrelationID("changed");
    received.setJMSReplyTo(stage.queue());
    received.setJMSType("changed");
    assertEquals("changed", received.getJMSCorrelationID());
    assertThrows(
        MessageNotWriteableException.class, () -> received.setStringProperty("p", "other"));
    assertNotEquals("other", received.getStringProperty("p"));
  }
}
