package io.echomq.tck.conformance.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.tck.conformance.Conformance;
import io.echomq.tck.conformance.Demand;
import io.echomq.tck.conformance.Stage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;

@Conformance
class DeliveryOptionDemands {
  @Demand(
      section = "7.4",
      text = "A producer's mode, priority and time to live are those of its sends.")
  void settingsOfProducersApply(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    MessageProducer producer = session.createProducer(queue);
    assertEquals(DeliveryMode.PERSISTENT, producer.getDeliveryMode());
    assertEquals(4, producer.getPriority());
    assertEquals(0, producer.getTimeToLive());
    assertEquals(0, producer.getDeliveryDelay());
    producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
    producer.setPriority(7);
    producer.setTimeToLive(60_000);
    producer.send(session.createMessage());
    Message received = Stage.take(session.createConsumer(queue));
    assertEquals(DeliveryMode.NON_PERSISTENT, received.getJMSDeliveryMode());
    assertEquals(7, received.getJMSPriority());
    assertEquals(received.getJMSTimestamp() + 60_000, received.getJMSExpiration());
  }

  @Demand(section = "7.4", text = "Arguments of a send override what is set on the producer.")
  void argumentsOverrideTheProducer(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    MessageProducer producer = session.createProducer(queue);
    producer.setPriority(7);
    producer.setTimeToLive(1);
    producer.send(session.createMessage(), DeliveryMode.NON_PERSISTENT, 2, 0);
    Message received = Stage.take(session.createConsumer(queue));
    assertEquals(DeliveryMode.NON_PERSISTENT, received.getJMSDeliveryMode());
    assertEquals(2, received.getJMSPriority());
    assertEquals(0, received.getJMSExpiration());
    assertEquals(7, producer.getPriority());
  }

  @Demand(section = "7.4", text = "Modes and priorities that do not exist are refused.")
  void impossibleSettingsAreRefused(Stage stage) throws Exception {
    Session session = stage.session();
    MessageProducer producer = session.createProducer(stage.queue());
    assertThrows(JMSException.class, () -> producer.setPriority(10));
    assertThrows(JMSException.class, () -> producer.setPriority(-1));
    assertThrows(JMSException.class, () -> producer.setDeliveryMode(3));
    Message message = session.createMessage();
    assertThrows(JMSException.class, () -> producer.send(message, DeliveryMode.PERSISTENT, 10, 0));
    JMSProducer other = stage.context().createProducer();
    assertThrows(JMSRuntimeException.class, () -> other.setPriority(10));
    assertThrows(JMSRuntimeException.class, () -> other.setDeliveryMode(0));
  }

  @Demand(
      section = "7.7",
      text = "PERSISTENT and NON_PERSISTENT messages are delivered once, and neither twice.")
  void bothModesAreDeliveredOnce(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    MessageProducer producer = session.createProducer(queue);
    producer.send(session.createTextMessage("p"));
    producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
    producer.send(session.createTextMessage("n"));
    producer.close();
    stage.holds(queue, "p", "n");
  }

  @Demand(
      section = "7.8",
      text = "The time to live counts from the send, also in a transaction that commits later.")
  void timeToLiveCountsFromTheSend(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session(Session.SESSION_TRANSACTED);
    MessageProducer producer = session.createProducer(queue);
    producer.setTimeToLive(60_000);
    Message message = session.createTextMessage("x");
    long before = System.currentTimeMillis();
    producer.send(message);
    long after = System.currentTimeMillis();
    long expires = message.getJMSExpiration();
    assertTrue(before + 60_000 <= expires && expires <= after + 60_000);
    session.commit();
    Message received = Stage.take(stage.session().createConsumer(queue));
    assertEquals(expires, received.getJMSExpiration());
  }

  @Demand(section = "7.8", text = "Time to live is not ignored: what has expired is not delivered.")
  void expiredMessagesAreNotDelivered(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    MessageProducer producer = session.createProducer(queue);
    producer.setTimeToLive(50);
    Message expiring = session.createTextMessage("late");
    producer.send(expiring);
    producer.setTimeToLive(0);
    producer.setDeliveryDelay(100);
    producer.send(session.createTextMessage("later"));
    Queue clock = stage.queue();
    MessageProducer ticks = session.createProducer(clock);
    ticks.setDeliveryDelay(150);
    ticks.send(session.createTextMessage("tick"));
    Stage.expect(session.createConsumer(clock), "tick");
    MessageConsumer consumer = session.createConsumer(queue);
    Stage.expect(consumer, "later");
  }

  @Demand(section = "7.9", text = "No message is delivered before its delivery time.")
  void delayedMessagesAreNeverEarly(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session();
    MessageProducer producer = session.createProducer(queue);
    producer.setDeliveryDelay(400);
    assertEquals(400, producer.getDeliveryDelay());
    producer.send(session.createTextMessage("later"));
    producer.setDeliveryDelay(0);
    producer.send(session.createTextMessage("now"));
    MessageConsumer consumer = session.createConsumer(queue);
    Stage.expect(consumer, "now");
    Message later = Stage.take(consumer);
    assertEquals("later", Stage.text(later));
    assertTrue(System.currentTimeMillis() >= later.getJMSDeliveryTime());
  }

  @Demand(section = "7.9", text = "The delay of a transacted send counts from the send.")
  void delayCountsFromTheSend(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Session session = stage.session(Session.SESSION_TRANSACTED);
    MessageProducer producer = session.createProducer(queue);
    producer.setDeliveryDelay(500);
    Message message = session.createTextMessage("x");
    long before = System.currentTimeMillis();
    producer.send(message);
    long due = message.getJMSDeliveryTime();
    assertTrue(before + 500 <= due && due <= System.currentTimeMillis() + 500);
    session.commit();
    Message received = Stage.take(stage.session().createConsumer(queue));
    assertEquals(due, received.getJMSDeliveryTime());
    assertTrue(System.currentTimeMillis() >= due);
  }

  @Demand(
      section = "7.9",
      text = "A delayed message of a topic is for the subscriptions of the time of its send only.")
  void delayedMessagesAreForEarlierSubscriptions(Stage stage) throws Exception {
    var topic = stage.topic();
    Session session = stage.session();
    MessageConsumer earlier = session.createConsumer(topic);
    MessageProducer producer = session.createProducer(topic);
    producer.setDeliveryDelay(500);
    Message message = session.createTextMessage("x");
    producer.send(message);
    MessageConsumer later = stage.session().createConsumer(topic);
    Message received = Stage.take(earlier);
    assertTrue(System.currentTimeMillis() >= received.getJMSDeliveryTime());
    Stage.expectNothing(later);
  }
}
