package io.echomq.tck.conformance.suite;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.echomq.tck.conformance.Conformance;
import io.echomq.tck.conformance.Demand;
import io.echomq.tck.conformance.MethodMatrix;
import io.echomq.tck.conformance.Stage;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueReceiver;
import jakarta.jms.QueueSender;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicPublisher;
import jakarta.jms.TopicSession;
import jakarta.jms.TopicSubscriber;

/** Every method of every interface, on objects that are closed in every way. */
@Conformance
class ClosedDemands {
  /** {@code Session.run} is for containers and declares no exception of its own. */
  private static final String[] SESSION_EXEMPT = {"close", "run"};

  /** One of everything, in the two older APIs. */
  private static final class Family {
    final Connection connection;
    final Session session;
    final MessageProducer producer;
    final MessageConsumer consumer;
    final QueueBrowser browser;
    final Message received;

    Family(Stage stage) throws Exception {
      Queue queue = stage.queue();
      connection = stage.connection();
      connection.start();
      session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
      producer = session.createProducer(queue);
      consumer = session.createConsumer(queue);
      browser = session.createBrowser(queue);
      stage.send(queue, "received");
      received = Stage.take(consumer);
    }

    void sessionAndBelowAreClosed(MethodMatrix matrix) throws Exception {
      matrix.allThrow(IllegalStateException.class, session, Session.class, SESSION_EXEMPT);
      producerIsClosed(matrix);
      consumerIsClosed(matrix);
      browserIsClosed(matrix);
      assertThrows(IllegalStateException.class, received::acknowledge);
      assertEquals("received", ((TextMessage) received).getText());
      session.close();
    }

    void producerIsClosed(MethodMatrix matrix) throws Exception {
      matrix.allThrow(IllegalStateException.class, producer, MessageProducer.class, "close");
      producer.close();
    }

    void consumerIsClosed(MethodMatrix matrix) throws Exception {
      matrix.allThrow(IllegalStateException.class, consumer, MessageConsumer.class, "close");
      consumer.close();
    }

    void browserIsClosed(MethodMatrix matrix) throws Exception {
      matrix.allThrow(IllegalStateException.class, browser, QueueBrowser.class, "close");
      browser.close();
    }
  }

  @Demand(
      section = "6.1.8",
      text = "On a closed connection every method of it, its sessions and theirs but close throws.")
  void nothingWorksOnAClosedConnection(Stage stage) throws Exception {
    MethodMatrix matrix = new MethodMatrix(stage);
    Family family = new Family(stage);
    family.connection.close();
    matrix.allThrow(IllegalStateException.class, family.connection, Connection.class, "close");
    family.sessionAndBelowAreClosed(matrix);
    assertDoesNotThrow(family.connection::close);
  }

  @Demand(
      section = "6.2.15",
      text = "On a closed session every method of it and what it made but close throws.")
  void nothingWorksOnAClosedSession(Stage stage) throws Exception {
    MethodMatrix matrix = new MethodMatrix(stage);
    Family family = new Family(stage);
    family.session.close();
    family.sessionAndBelowAreClosed(matrix);
    assertDoesNotThrow(() -> family.connection.createSession());
  }

  @Demand(
      section = "7.1",
      text = "Every method of a closed producer, consumer or browser but close throws.")
  void nothingWorksOnClosedProducersConsumersAndBrowsers(Stage stage) throws Exception {
    MethodMatrix matrix = new MethodMatrix(stage);
    Family family = new Family(stage);
    family.producer.close();
    family.producerIsClosed(matrix);
    family.consumer.close();
    family.consumerIsClosed(matrix);
    family.browser.close();
    family.browserIsClosed(matrix);
    assertDoesNotThrow(family.received::acknowledge);
  }

  @Demand(section = "6.1.8", text = "The same holds for the queue domain's interfaces.")
  void nothingWorksInAClosedQueueDomain(Stage stage) throws Exception {
    MethodMatrix matrix = new MethodMatrix(stage);
    Queue queue = stage.queue();
    QueueConnection connection = stage.provider().queues().createQueueConnection();
    QueueSession session = connection.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
    QueueSender sender = session.createSender(queue);
    QueueReceiver receiver = session.createReceiver(queue);
    connection.close();
    matrix.allThrow(IllegalStateException.class, connection, QueueConnection.class, "close");
    matrix.allThrow(IllegalStateException.class, session, QueueSession.class, SESSION_EXEMPT);
    matrix.allThrow(IllegalStateException.class, sender, QueueSender.class, "close");
    matrix.allThrow(IllegalStateException.class, receiver, QueueReceiver.class, "close");
  }

  @Demand(section = "6.1.8", text = "The same holds for the topic domain's interfaces.")
  void nothingWorksInAClosedTopicDomain(Stage stage) throws Exception {
    MethodMatrix matrix = new MethodMatrix(stage);
    Topic topic = stage.topic();
    TopicConnection connection = stage.provider().topics().createTopicConnection();
    TopicSession session = connection.createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
    TopicPublisher publisher = session.createPublisher(topic);
    TopicSubscriber subscriber = session.createSubscriber(topic);
    connection.close();
    matrix.allThrow(IllegalStateException.class, connection, TopicConnection.class, "close");
    matrix.allThrow(IllegalStateException.class, session, TopicSession.class, SESSION_EXEMPT);
    matrix.allThrow(IllegalStateException.class, publisher, TopicPublisher.class, "close");
    matrix.allThrow(IllegalStateException.class, subscriber, TopicSubscriber.class, "close");
  }

  @Demand(
      section = "6.2.15",
      text =
          "On a closed context every method but close throws, and so do its consumers and sends.")
  void nothingWorksOnAClosedContext(Stage stage) throws Exception {
    MethodMatrix matrix = new MethodMatrix(stage);
    Queue queue = stage.queue();
    JMSContext context = stage.context();
    JMSProducer producer = context.createProducer();
    JMSConsumer consumer = context.createConsumer(queue);
    QueueBrowser browser = context.createBrowser(queue);
    context.close();
    matrix.allThrow(IllegalStateRuntimeException.class, context, JMSContext.class, "close");
    matrix.allThrow(IllegalStateRuntimeException.class, consumer, JMSConsumer.class, "close");
    matrix.theseThrow(IllegalStateRuntimeException.class, producer, JMSProducer.class, "send");
    matrix.allThrow(IllegalStateException.class, browser, QueueBrowser.class, "close");
    assertDoesNotThrow(consumer::close);
    assertDoesNotThrow(context::close);
  }

  @Demand(section = "8.8", text = "Every method of a closed JMSConsumer but close throws.")
  void nothingWorksOnAClosedContextConsumer(Stage stage) throws Exception {
    MethodMatrix matrix = new MethodMatrix(stage);
    JMSConsumer consumer = stage.context().createConsumer(stage.queue());
    consumer.close();
    matrix.allThrow(IllegalStateRuntimeException.class, consumer, JMSConsumer.class, "close");
    assertDoesNotThrow(consumer::close);
  }

  @Demand(
      section = "6.1.8",
      text = "Closing one context leaves the connection to the others; closing the last closes it.")
  void contextsShareTheirConnection(Stage stage) throws Exception {
    Queue queue = stage.queue();
    JMSContext first = stage.context();
    JMSContext second = first.createContext(JMSContext.AUTO_ACKNOWLEDGE);
    first.close();
    second.createProducer().send(queue, "x");
    assertEquals("x", second.createConsumer(queue).receiveBody(String.class, Stage.WAIT));
    second.close();
    assertThrows(
        IllegalStateRuntimeException.class,
        () -> second.createContext(JMSContext.AUTO_ACKNOWLEDGE));
  }
}
