package io.echomq.tck.conformance.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.tck.conformance.Conformance;
import io.echomq.tck.conformance.Demand;
import io.echomq.tck.conformance.Stage;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicSession;
import jakarta.jms.TopicSubscriber;

/** Subscriptions with one consumer, durable or not. */
@Conformance
class UnsharedSubscriptionDemands {
  private static void sendNumbered(Session session, Topic topic, int count) throws Exception {
    try (MessageProducer producer = session.createProducer(topic)) {
      for (int i = 1; i <= count; i++) {
        Message message = session.createTextMessage("m" + i);
        message.setIntProperty("i", i);
        producer.send(message);
      }
    }
  }

  @Demand(
      section = "8.3.1",
      text = "Each createConsumer or createSubscriber on a topic is a subscription of its own.")
  void eachConsumerIsASubscription(Stage stage) throws Exception {
    Topic topic = stage.topic();
    TopicConnection connection = stage.keep(stage.provider().topics().createTopicConnection());
    connection.start();
    TopicSession session = connection.createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
    MessageConsumer consumer = session.createConsumer(topic);
    TopicSubscriber subscriber = session.createSubscriber(topic);
    var contextConsumer = stage.context().createConsumer(topic);
    assertEquals(topic, subscriber.getTopic());
    assertFalse(subscriber.getNoLocal());
    stage.send(topic, "x");
    Stage.expect(consumer, "x");
    Stage.expect(subscriber, "x");
    assertEquals("x", contextConsumer.receiveBody(String.class, Stage.WAIT));
  }

  @Demand(
      section = "8.3.1",
      text = "With noLocal, what the subscriber's own connection publishes is not added.")
  void noLocalLeavesOutTheOwnConnection(Stage stage) throws Exception {
    Topic topic = stage.topic();
    Session session = stage.session();
    MessageConsumer deaf = session.createConsumer(topic, null, true);
    MessageConsumer all = session.createConsumer(topic, null, false);
    session.createProducer(topic).send(session.createTextMessage("own"));
    stage.send(topic, "foreign");
    Stage.expect(deaf, "foreign");
    Stage.expect(all, "own", "foreign");
    Stage.expectNothing(deaf);
  }

  @Demand(section = "8.3.3", text = "A durable subscription needs a client id.")
  void durableSubscriptionsNeedAClientId(Stage stage) throws Exception {
    Topic topic = stage.topic();
    Session session = stage.session();
    assertThrows(
        IllegalStateException.class, () -> session.createDurableConsumer(topic, Stage.name()));
    assertThrows(
        IllegalStateException.class, () -> session.createDurableSubscriber(topic, Stage.name()));
    JMSContext context = stage.context();
    assertThrows(
        JMSRuntimeException.class, () -> context.createDurableConsumer(topic, Stage.name()));
  }

  @Demand(
      section = "8.3.3",
      text = "A durable subscription keeps what is published until it is acknowledged.")
  void durableSubscriptionsKeepUntilAcknowledged(Stage stage) throws Exception {
    Topic topic = stage.topic();
    String id = Stage.name();
    Connection first = stage.identified(id);
    Session session = first.createSession(Session.CLIENT_ACKNOWLEDGE);
    MessageConsumer consumer = session.createDurableConsumer(topic, "d");
    stage.send(topic, "1", "2", "3");
    Stage.take(consumer).acknowledge();
    Stage.expect(consumer, "2");
    first.close();
    stage.send(topic, "4");
    MessageConsumer resumed =
        stage.identified(id).createSession().createDurableConsumer(topic, "d");
    Message again = Stage.take(resumed);
    assertEquals("2", Stage.text(again));
    assertTrue(again.getJMSRedelivered());
    Stage.expect(resumed, "3", "4");
  }

  @Demand(
      section = "8.3.3",
      text = "An unshared durable subscription has one active consumer; a second one throws.")
  void durableSubscriptionsHaveOneConsumer(Stage stage) throws Exception {
    Topic topic = stage.topic();
    Connection connection = stage.identified(Stage.name());
    Session session = connection.createSession();
    MessageConsumer consumer = session.createDurableConsumer(topic, "d");
    Session other = connection.createSession();
    assertThrows(JMSException.class, () -> session.createDurableConsumer(topic, "d"));
    assertThrows(JMSException.class, () -> other.createDurableSubscriber(topic, "d"));
    consumer.close();
    other.createDurableConsumer(topic, "d").close();
  }

  @Demand(
      section = "8.3.3",
      text = "Another topic, selector or noLocal makes a new subscription of the inactive one.")
  void changedDurableSubscriptionsBeginAnew(Stage stage) throws Exception {
    Topic topic = stage.topic();
    Topic other = stage.topic();
    Session session = stage.identified(Stage.name()).createSession();
    session.createDurableConsumer(topic, "d").close();
    stage.send(topic, "lost");
    MessageConsumer selecting = session.createDurableConsumer(topic, "d", "i > 1", false);
    sendNumbered(stage.post(), topic, 2);
    Stage.expect(selecting, "m2");
    selecting.close();
    stage.send(topic, "lost");
    MessageConsumer moved = session.createDurableConsumer(other, "d");
    stage.send(topic, "not here");
    stage.send(other, "here");
    Stage.expect(moved, "here");
    moved.close();
    stage.send(other, "lost");
    MessageConsumer deaf = session.createDurableConsumer(other, "d", null, true);
    stage.send(other, "foreign");
    Stage.expect(deaf, "foreign");
  }

  @Demand(
      section = "8.3.3",
      text = "The same subscription is resumed where topic, selector and noLocal are the same.")
  void sameDurableSubscriptionsAreResumed(Stage stage) throws Exception {
    Topic topic = stage.topic();
    Session session = stage.identified(Stage.name()).createSession();
    session.createDurableConsumer(topic, "d", "i > 1", false).close();
    sendNumbered(stage.post(), topic, 3);
    MessageConsumer consumer = session.createDurableConsumer(topic, "d", "i > 1", false);
    Stage.expect(consumer, "m2", "m3");
    Stage.expectNothing(consumer);
  }

  @Demand(
      section = "8.3.3",
      text = "With noLocal, publishers of the same client id are left out, also later ones.")
  void durableNoLocalLeavesOutTheClientId(Stage stage) throws Exception {
    Topic topic = stage.topic();
    String id = Stage.name();
    Connection first = stage.identified(id);
    first.createSession().createDurableConsumer(topic, "d", null, true).close();
    Session session = first.createSession();
    session.createProducer(topic).send(session.createTextMessage("own"));
    first.close();
    Session later = stage.identified(id).createSession();
    later.createProducer(topic).send(later.createTextMessage("own too"));
    stage.send(topic, "foreign");
    MessageConsumer consumer = later.createDurableConsumer(topic, "d", null, true);
    Stage.expect(consumer, "foreign");
    Stage.expectNothing(consumer);
  }

  @Demand(
      section = "8.3.3",
      text = "A shared and an unshared durable subscription of one client cannot share a name.")
  void sharedAndUnsharedNamesAreExclusive(Stage stage) throws Exception {
    Topic topic = stage.topic();
    Session session = stage.identified(Stage.name()).createSession();
    session.createSharedDurableConsumer(topic, "shared").close();
    assertThrows(JMSException.class, () -> session.createDurableConsumer(topic, "shared"));
    assertThrows(JMSException.class, () -> session.createDurableSubscriber(topic, "shared"));
    session.createDurableConsumer(topic, "unshared").close();
    assertThrows(JMSException.class, () -> session.createSharedDurableConsumer(topic, "unshared"));
  }

  @Demand(
      section = "8.3.3",
      text = "A durable and a shared non-durable subscription may have one name, and are separate.")
  void durableAndSharedNonDurableAreSeparate(Stage stage) throws Exception {
    Topic topic = stage.topic();
    Session session = stage.identified(Stage.name()).createSession();
    MessageConsumer durable = session.createDurableConsumer(topic, "n");
    MessageConsumer shared = session.createSharedConsumer(topic, "n");
    stage.send(topic, "x");
    Stage.expect(durable, "x");
    Stage.expect(shared, "x");
  }

  @Demand(section = "8.3.3", text = "unsubscribe deletes a durable subscription and what it keeps.")
  void unsubscribeDeletes(Stage stage) throws Exception {
    Topic topic = stage.topic();
    Session session = stage.identified(Stage.name()).createSession();
    session.createDurableConsumer(topic, "d").close();
    stage.send(topic, "lost");
    session.unsubscribe("d");
    MessageConsumer anew = session.createDurableConsumer(topic, "d");
    stage.send(topic, "x");
    Stage.expect(anew, "x");
  }

  @Demand(
      section = "8.3.3",
      text = "An active subscription cannot be deleted, nor one with unacknowledged messages.")
  void usedSubscriptionsAreNotDeleted(Stage stage) throws Exception {
    Topic topic = stage.topic();
    Session session = stage.identified(Stage.name()).createSession(Session.SESSION_TRANSACTED);
    MessageConsumer consumer = session.createDurableConsumer(topic, "d");
    assertThrows(JMSException.class, () -> session.unsubscribe("d"));
    stage.send(topic, "x");
    Stage.expect(consumer, "x");
    consumer.close();
    assertThrows(JMSException.class, () -> session.unsubscribe("d"));
    session.commit();
    session.unsubscribe("d");
  }

  @Demand(section = "10.3", text = "Deleting a subscription that does not exist is refused.")
  void unknownSubscriptionsAreNotDeleted(Stage stage) throws Exception {
    Session session = stage.identified(Stage.name()).createSession();
    assertThrows(InvalidDestinationException.class, () -> session.unsubscribe("nothing"));
  }

  @Demand(
      section = "8.3.3",
      text = "Transactions and recover work on durable subscriptions as on queues.")
  void durableSubscriptionsRollBack(Stage stage) throws Exception {
    Topic topic = stage.topic();
    Session session = stage.identified(Stage.name()).createSession(Session.SESSION_TRANSACTED);
    MessageConsumer consumer = session.createDurableConsumer(topic, "d");
    stage.send(topic, "1", "2");
    Stage.expect(consumer, "1");
    session.rollback();
    Message again = Stage.take(consumer);
    assertEquals("1", Stage.text(again));
    assertEquals(2, again.getIntProperty("JMSXDeliveryCount"));
    Message next = Stage.take(consumer);
    assertEquals("2", Stage.text(next));
    assertEquals(1, next.getIntProperty("JMSXDeliveryCount"));
    session.commit();
    consumer.close();
    Stage.expectNothing(session.createDurableConsumer(topic, "d"));
  }
}
