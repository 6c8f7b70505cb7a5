package io.echomq.jms.queues;

import io.echomq.jms.EchoMQAdmin;
import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.testing.TestServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import redis.clients.jedis.Jedis;

/**
 * The connections of one test and a look at the server, closed together.
 *
 * <p>Threads: the test's own.
 */
final class Stage implements AutoCloseable {
  /** Longer than anything takes that is going to happen, ms. */
  static final long SOON = 60_000;

  /** Long enough to see that nothing comes, ms. */
  static final long NEVER = 400;

  private final TestServer server;
  private final Deque<Connection> connections = new ArrayDeque<>();
  private final Session sender;
  final Jedis jedis;

  Stage(TestServer server) throws JMSException {
    this.server = server;
    this.jedis = server.jedis();
    this.sender = session("");
  }

  /** A session that acknowledges by itself, on a started connection of its own. */
  Session session(String options) throws JMSException {
    return session(options, Session.AUTO_ACKNOWLEDGE);
  }

  Session session(String options, int mode) throws JMSException {
    return connection(options).createSession(mode);
  }

  /** A started connection of a factory of its own. */
  Connection connection(String options) throws JMSException {
    Connection made = new EchoMQConnectionFactory(server.uri(options)).createConnection();
    connections.push(made);
    made.start();
    return made;
  }

  EchoMQAdmin admin() throws JMSException {
    return EchoMQAdmin.connect(server.uri());
  }

  Session sender() {
    return sender;
  }

  Queue queue(String name) throws JMSException {
    return sender.createQueue(name);
  }

  /** Sends texts in order, to a group unless it is null. */
  void send(String queue, String group, String... texts) throws JMSException {
    try (MessageProducer producer = sender.createProducer(queue(queue))) {
      for (int i = 0; i < texts.length; i++) {
        TextMessage message = sender.createTextMessage(texts[i]);
        if (group != null) {
          message.setStringProperty("JMSXGroupID", group);
          message.setIntProperty("JMSXGroupSeq", i + 1);
        }
        producer.send(message);
      }
    }
  }

  /** What a browser shows now. */
  List<Message> browse(String queue) throws JMSException {
    try (QueueBrowser browser = sender.createBrowser(queue(queue))) {
      List<Message> shown = new ArrayList<>();
      for (Object each : Collections.list(browser.getEnumeration())) {
        shown.add((Message) each);
      }
      return shown;
    }
  }

  List<String> browseTexts(String queue) throws JMSException {
    List<String> texts = new ArrayList<>();
    for (Message message : browse(queue)) {
      texts.add(text(message));
    }
    return texts;
  }

  /** The texts of so many messages; fewer when no more come. */
  static List<String> receive(MessageConsumer consumer, int count) throws JMSException {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Message message = consumer.receive(SOON);
      if (message == null) {
        return texts;
      }
      texts.add(text(message));
    }
    return texts;
  }

  static String text(Message message) throws JMSException {
    return message == null ? null : message.getBody(String.class);
  }

  /** The keys of a queue, without their prefix; not what goes by itself or with a connection. */
  List<String> keys(String queue) {
    String prefix = "emq:{" + queue + "}:";
    return jedis.keys(prefix.replace("{", "\\{") + "*").stream()
        .map(key -> key.substring(prefix.length()))
        .filter(key -> !key.matches("jms:(sent|acked|fetched):.*|wake|jms:consumers|jms:leases:.*"))
        .sorted()
        .toList();
  }

  @Override
  public void close() throws JMSException {
    while (!connections.isEmpty()) {
      connections.pop().close();
    }
    jedis.close();
  }
}
