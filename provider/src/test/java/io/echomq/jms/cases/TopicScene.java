package io.echomq.jms.cases;

import io.echomq.jms.EchoMQConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Publishers and subscribers of one test, closed together at the end. Threads: for the test's own
 * thread.
 */
final class TopicScene implements AutoCloseable {
  /** The four kinds of subscription, as the API opens them. */
  enum Kind {
    PLAIN,
    SHARED,
    DURABLE,
    SHARED_DURABLE;

    MessageConsumer open(Session session, Topic topic) throws JMSException {
      return open(session, topic, null);
    }

    MessageConsumer open(Session session, Topic topic, String selector) throws JMSException {
      return switch (this) {
        case PLAIN -> session.createConsumer(topic, selector);
        case SHARED -> session.createSharedConsumer(topic, NAME, selector);
        case DURABLE -> session.createDurableConsumer(topic, NAME, selector, false);
        case SHARED_DURABLE -> session.createSharedDurableConsumer(topic, NAME, selector);
      };
    }
  }

  static final String NAME = "audit";

  private final EchoMQConnectionFactory factory;
  private final Deque<Connection> connections = new ArrayDeque<>();
  private Session post;

  TopicScene(String uri) {
    factory = new EchoMQConnectionFactory(uri);
  }

  /** A started connection with a client id. */
  Connection connection(String clientId) throws JMSException {
    Connection connection = factory.createConnection();
    connections.push(connection);
    if (clientId != null) {
      connection.setClientID(clientId);
    }
    connection.start();
    return connection;
  }

  /** A session on a started connection of its own. */
  Session session(String clientId, int mode) throws JMSException {
    return connection(clientId).createSession(mode);
  }

  /** The session that publishes. */
  Session post() throws JMSException {
    if (post == null) {
      post = session(null, Session.AUTO_ACKNOWLEDGE);
    }
    return post;
  }

  Topic topic(String name) throws JMSException {
    return post().createTopic(name);
  }

  /** Publishes text messages in order. */
  void publish(Topic topic, String... texts) throws JMSException {
    try (MessageProducer producer = post().createProducer(topic)) {
      for (String text : texts) {
        producer.send(post().createTextMessage(text));
      }
    }
  }

  /** Publishes {@code 1} to {@code count}. */
  void publishNumbers(Topic topic, int count) throws JMSException {
    String[] texts = new String[count];
    for (int i = 0; i < count; i++) {
      texts[i] = Integer.toString(i + 1);
    }
    publish(topic, texts);
  }

  @Override
  public void close() throws JMSException {
    while (!connections.isEmpty()) {
      connections.pop().close();
    }
  }
}
