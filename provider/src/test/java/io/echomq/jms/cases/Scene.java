package io.echomq.jms.cases;

import io.echomq.jms.EchoMQConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * The connections of one test, opened as they are asked for and closed together at the end.
 *
 * <p>Threads: for the test's own thread.
 */
final class Scene implements AutoCloseable {
  private final ConnectionFactory factory;
  private final Deque<Connection> connections = new ArrayDeque<>();
  private final Deque<JMSContext> contexts = new ArrayDeque<>();
  private Session post;

  Scene(String uri) {
    this.factory = new EchoMQConnectionFactory(uri);
  }

  ConnectionFactory factory() {
    return factory;
  }

  /** A started connection of its own. */
  Connection connection() throws JMSException {
    Connection connection = factory.createConnection();
    connections.push(connection);
    connection.start();
    return connection;
  }

  /** A session on a started connection of its own. */
  Session session(int mode) throws JMSException {
    return connection().createSession(mode);
  }

  /** A context with a connection of its own. */
  JMSContext context(int mode) {
    JMSContext context = factory.createContext(mode);
    contexts.push(context);
    return context;
  }

  /** The session that sends and looks for the test; its connection is not one under test. */
  Session post() throws JMSException {
    if (post == null) {
      post = session(Session.AUTO_ACKNOWLEDGE);
    }
    return post;
  }

  Queue queue(String name) throws JMSException {
    return post().createQueue(name);
  }

  /** Sends text messages in order. */
  void send(Queue queue, String... texts) throws JMSException {
    try (var producer = post().createProducer(queue)) {
      for (String text : texts) {
        producer.send(post().createTextMessage(text));
      }
    }
  }

  /** Sends {@code 1} to {@code count}. */
  void sendNumbers(Queue queue, int count) throws JMSException {
    String[] texts = new String[count];
    for (int i = 0; i < count; i++) {
      texts[i] = Integer.toString(i + 1);
    }
    send(queue, texts);
  }

  /** What a browser shows now. */
  List<Message> browse(Queue queue) throws JMSException {
    try (QueueBrowser browser = post().createBrowser(queue)) {
      List<Message> shown = new ArrayList<>();
      for (Object each : Collections.list(browser.getEnumeration())) {
        shown.add((Message) each);
      }
      return shown;
    }
  }

  /** Takes messages until none comes for {@code quietMillis}. */
  static List<Message> drain(MessageConsumer consumer, long quietMillis) throws JMSException {
    List<Message> taken = new ArrayList<>();
    for (Message m = consumer.receive(quietMillis); m != null; m = consumer.receive(quietMillis)) {
      taken.add(m);
    }
    return taken;
  }

  @Override
  public void close() throws JMSException {
    while (!contexts.isEmpty()) {
      contexts.pop().close();
    }
    while (!connections.isEmpty()) {
      connections.pop().close();
    }
  }
}
