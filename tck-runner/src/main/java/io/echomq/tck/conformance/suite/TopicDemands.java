package io.echomq.tck.conformance.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.echomq.tck.conformance.Conformance;
import io.echomq.tck.conformance.Demand;
import io.echomq.tck.conformance.Stage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicRequestor;
import jakarta.jms.TopicSession;

@Conformance
class TopicDemands {
  @Demand(
      section = "4.2.2",
      text = "Every subscription gets a copy of every message that is sent after it was created.")
  void everySubscriptionGetsACopy(Stage stage) throws Exception {
    Topic topic = stage.topic();
    stage.send(topic, "before");
    MessageConsumer one = stage.session().createConsumer(topic);
    MessageConsumer two = stage.session().createConsumer(topic);
    stage.send(topic, "1", "2");
    Stage.expect(one, "1", "2");
    Stage.expect(two, "1", "2");
    Stage.expectNothing(one);
  }

  @Demand(
      section = "4.2.2",
      text = "A copy is a message of its own: acknowledging one does not acknowledge another.")
  void copiesAreAcknowledgedForThemselves(Stage stage) throws Exception {
    Topic topic = stage.topic();
    MessageConsumer acknowledged = stage.session().createConsumer(topic);
    Session transacted = stage.session(Session.SESSION_TRANSACTED);
    MessageConsumer other = transacted.createConsumer(topic);
    stage.send(topic, "x");
    Stage.expect(acknowledged, "x");
    assertFalse(Stage.take(other).getJMSRedelivered());
    transacted.rollback();
    Stage.expect(other, "x");
    Stage.expectNothing(acknowledged);
  }

  @Demand(section = "4.2.2", text = "Only what the selector matches is added to a subscription.")
  void onlyTheSelectedIsAdded(Stage stage) throws Exception {
    Topic topic = stage.topic();
    Session session = stage.session();
    MessageConsumer consumer = session.createConsumer(topic, "i = 2");
    MessageProducer producer = session.createProducer(topic);
    for (int i = 1; i <= 3; i++) {
      Message message = session.createTextMessage("m" + i);
      message.setIntProperty("i", i);
      producer.send(message);
    }
    Stage.expect(consumer, "m2");
    Stage.expectNothing(consumer);
  }

  @Demand(
      section = "4.2.2",
      text = "A non-durable subscription ends with its consumer: nothing is kept for the next.")
  void nonDurableSubscriptionsEndWithTheirConsumer(Stage stage) throws Exception {
    Topic topic = stage.topic();
    Session session = stage.session();
    session.createConsumer(topic).close();
    stage.send(topic, "missed");
    MessageConsumer next = session.createConsumer(topic);
    stage.send(topic, "seen");
    Stage.expect(next, "seen");
  }

  @Demand(
      section = "4.2.4",
      text = "Names of subscriptions have letters, digits, _ . - and up to 128 characters.")
  void longNamesOfSubscriptionsAreAllowed(Stage stage) throws Exception {
    Topic topic = stage.topic();
    String name = "Sub_1.a-é" + "x".repeat(119);
    assertEquals(128, name.length());
    Session session = stage.identified(Stage.name()).createSession();
    session.createDurableConsumer(topic, name).close();
    stage.send(topic, "x");
    MessageConsumer durable = session.createDurableConsumer(topic, name);
    Stage.expect(durable, "x");
    durable.close();
    session.unsubscribe(name);
    MessageConsumer shared = session.createSharedConsumer(topic, name);
    stage.send(topic, "y");
    Stage.expect(shared, "y");
  }

  @Demand(section = "4.2.6", text = "A topic made of a topic's name is the same topic.")
  void namesIdentifyTopics(Stage stage) throws Exception {
    Topic topic = stage.topic();
    Topic same = stage.session().createTopic(topic.getTopicName());
    assertEquals(topic, same);
    MessageConsumer consumer = stage.session().createConsumer(same);
    stage.send(topic, "x");
    Stage.expect(consumer, "x");
  }

  @Demand(
      section = "4.2.7",
      text = "A temporary topic is unique, and only its own connection may consume from it.")
  void temporaryTopicsBelongToTheirConnection(Stage stage) throws Exception {
    Session session = stage.session();
    TemporaryTopic temporary = session.createTemporaryTopic();
    assertNotEquals(temporary.getTopicName(), session.createTemporaryTopic().getTopicName());
    MessageConsumer consumer = session.createConsumer(temporary);
    Session foreign = stage.session();
    assertThrows(JMSException.class, () -> foreign.createConsumer(temporary));
    stage.send(temporary, "x");
    Stage.expect(consumer, "x");
  }

  @Demand(
      section = "4.2.8",
      text = "Unacknowledged messages of a non-durable subscriber are recovered while it lives.")
  void nonDurableSubscribersRecover(Stage stage) throws Exception {
    Topic topic = stage.topic();
    Session session = stage.session(Session.CLIENT_ACKNOWLEDGE);
    MessageConsumer consumer = session.createConsumer(topic);
    stage.send(topic, "1", "2");
    Stage.expect(consumer, "1", "2");
    session.recover();
    Stage.expect(consumer, "1", "2");
  }

  @Demand(section = "4.2.10", text = "TopicRequestor sends a request and returns the reply.")
  void topicRequestorReturnsTheReply(Stage stage) throws Exception {
    Topic topic = stage.topic();
    Session server = stage.session();
    server
        .createConsumer(topic)
        .setMessageListener(
            request -> {
              try (MessageProducer producer = server.createProducer(request.getJMSReplyTo())) {
                producer.send(server.createTextMessage("reply to " + Stage.text(request)));
              } catch (JMSException e) {
                throw new IllegalStateException(e);
              }
            });
    TopicConnection connection = stage.keep(stage.provider().topics().createTopicConnection());
    connection.start();
    TopicSession session = connection.createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
    TopicRequestor requestor = new TopicRequestor(session, topic);
    assertEquals("reply to it", Stage.text(requestor.request(session.createTextMessage("it"))));
    requestor.close();
  }

  @Demand(
      section = "4.2.11",
      text = "What is published while a durable subscriber is inactive is delivered to it later.")
  void durableSubscribersMissNothing(Stage stage) throws Exception {
    Topic topic = stage.topic();
    String id = Stage.name();
    try (var connection = stage.factory().createConnection()) {
      connection.setClientID(id);
      connection.createSession().createDurableConsumer(topic, "durable").close();
    }
    stage.send(topic, "1", "2");
    MessageConsumer durable =
        stage.identified(id).createSession().createDurableConsumer(topic, "durable");
    Stage.expect(durable, "1", "2");
  }
}
