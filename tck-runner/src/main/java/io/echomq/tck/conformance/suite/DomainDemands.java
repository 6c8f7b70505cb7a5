package io.echomq.tck.conformance.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.tck.conformance.Conformance;
import io.echomq.tck.conformance.Demand;
import io.echomq.tck.conformance.MethodMatrix;
import io.echomq.tck.conformance.Stage;
import jakarta.jms.IllegalStateException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueReceiver;
import jakarta.jms.QueueSender;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicPublisher;
import jakarta.jms.TopicSession;
import jakarta.jms.TopicSubscriber;

@Conformance
class DomainDemands {
  @Demand(
      section = "9.2",
      text = "QueueConnection refuses the consumers of topics: IllegalStateException.")
  void queueConnectionsRefuseTopics(Stage stage) throws Exception {
    QueueConnection connection = stage.keep(stage.provider().queues().createQueueConnection());
    new MethodMatrix(stage)
        .theseThrow(
            IllegalStateException.class,
            connection,
            QueueConnection.class,
            "createSharedConnectionConsumer",
            "createDurableConnectionConsumer",
            "createSharedDurableConnectionConsumer");
  }

  @Demand(section = "9.2", text = "QueueSession refuses what is of topics: IllegalStateException.")
  void queueSessionsRefuseTopics(Stage stage) throws Exception {
    QueueConnection connection = stage.keep(stage.provider().queues().createQueueConnection());
    new MethodMatrix(stage)
        .theseThrow(
            IllegalStateException.class,
            connection.createQueueSession(false, Session.AUTO_ACKNOWLEDGE),
            QueueSession.class,
            "createDurableSubscriber",
            "createDurableConsumer",
            "createSharedConsumer",
            "createSharedDurableConsumer",
            "createTemporaryTopic",
            "createTopic",
            "unsubscribe");
  }

  @Demand(section = "9.2", text = "TopicSession refuses what is of queues: IllegalStateException.")
  void topicSessionsRefuseQueues(Stage stage) throws Exception {
    TopicConnection connection = stage.keep(stage.provider().topics().createTopicConnection());
    new MethodMatrix(stage)
        .theseThrow(
            IllegalStateException.class,
            connection.createTopicSession(false, Session.AUTO_ACKNOWLEDGE),
            TopicSession.class,
            "createBrowser",
            "createQueue",
            "createTemporaryQueue");
  }

  @Demand(section = "9.2", text = "The queue domain sends, receives and browses.")
  void queueDomainWorks(Stage stage) throws Exception {
    Queue queue = stage.queue();
    QueueConnection connection = stage.keep(stage.provider().queues().createQueueConnection());
    connection.start();
    QueueSession session = connection.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
    QueueSender sender = session.createSender(queue);
    assertEquals(queue, sender.getQueue());
    sender.send(session.createTextMessage("1"));
    QueueSender free = session.createSender(null);
    free.send(queue, session.createTextMessage("2"));
    free.send(queue, session.createTextMessage("3"), Message.DEFAULT_DELIVERY_MODE, 4, 0);
    QueueReceiver receiver = session.createReceiver(queue);
    assertEquals(queue, receiver.getQueue());
    Stage.expect(receiver, "1", "2", "3");
    receiver.close();
    assertEquals("a = 1", session.createReceiver(queue, "a = 1").getMessageSelector());
  }

  @Demand(section = "9.2", text = "The topic domain publishes and subscribes.")
  void topicDomainWorks(Stage stage) throws Exception {
    Topic topic = stage.topic();
    TopicConnection connection = stage.keep(stage.provider().topics().createTopicConnection());
    connection.start();
    TopicSession session = connection.createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
    TopicSubscriber subscriber = session.createSubscriber(topic);
    TopicSubscriber deaf = session.createSubscriber(topic, null, true);
    assertTrue(deaf.getNoLocal());
    TopicPublisher publisher = session.createPublisher(topic);
    assertEquals(topic, publisher.getTopic());
    publisher.publish(session.createTextMessage("1"));
    publisher.publish(session.createTextMessage("2"), Message.DEFAULT_DELIVERY_MODE, 4, 0);
    TopicPublisher free = session.createPublisher(null);
    free.publish(topic, session.createTextMessage("3"));
    free.publish(topic, session.createTextMessage("4"), Message.DEFAULT_DELIVERY_MODE, 4, 0);
    Stage.expect(subscriber, "1", "2", "3", "4");
    Stage.expectNothing(deaf);
  }

  @Demand(section = "9.2", text = "The classic API does both domains in one transaction.")
  void classicSessionsSpanBothDomains(Stage stage) throws Exception {
    Queue queue = stage.queue();
    Topic topic = stage.topic();
    MessageConsumer subscriber = stage.session().createConsumer(topic);
    Session session = stage.session(Session.SESSION_TRANSACTED);
    session.createProducer(queue).send(session.createTextMessage("q"));
    session.createProducer(topic).send(session.createTextMessage("t"));
    Stage.expectNothing(subscriber);
    session.commit();
    Stage.expect(subscriber, "t");
    stage.holds(queue, "q");
    session.createProducer(topic).send(session.createTextMessage("never"));
    session.rollback();
    Stage.expectNothing(subscriber);
  }

  @Demand(section = "9.1", text = "What is unacknowledged is redelivered, marked and counted.")
  void unacknowledgedMessagesAreRedelivered(Stage stage) throws Exception {
    Queue queue = stage.queue();
    stage.send(queue, "x");
    try (var connection = stage.factory().createConnection()) {
      connection.start();
      Stage.expect(connection.createSession(Session.CLIENT_ACKNOWLEDGE).createConsumer(queue), "x");
    }
    Message again = Stage.take(stage.session().createConsumer(queue));
    assertTrue(again.getJMSRedelivered());
    assertEquals(2, again.getIntProperty("JMSXDeliveryCount"));
  }

  @Demand(section = "9.2", text = "A closed topic connection refuses queues' methods as closed.")
  void topicSessionsHaveNoQueuesAtAll(Stage stage) throws Exception {
    TopicConnection connection = stage.provider().topics().createTopicConnection();
    TopicSession session = connection.createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
    connection.close();
    assertThrows(IllegalStateException.class, () -> session.createQueue("x"));
  }
}
