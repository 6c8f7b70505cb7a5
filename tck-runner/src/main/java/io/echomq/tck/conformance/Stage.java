package io.echomq.tck.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Destination;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What one test needs: connections that are closed behind it, destinations that nobody shares, and
 * short ways to send and to look.
 *
 * <p>Threads: the test's own thread, but for {@link #name}.
 */
public final class Stage implements AutoCloseable {
  /** How long a message that must come may take, in milliseconds. */
  public static final long WAIT = 30_000;

  /** How long is waited for a message that must not come, in milliseconds. */
  public static final long QUIET = 300;

  private static final AtomicLong NAMES = new AtomicLong();
  private static final String RUN = Long.toString(System.currentTimeMillis(), 36);

  private final Provider provider;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private Session post;

  Stage(Provider provider) {
    this.provider = provider;
  }

  public Provider provider() {
    return provider;
  }

  public ConnectionFactory factory() {
    return provider.plain();
  }

  /** Closes it behind the test, before what was kept earlier. */
  public <T extends AutoCloseable> T keep(T closeable) {
    open.push(closeable);
    return closeable;
  }

  /** A name that no other test has, of letters and digits. */
  public static String name() {
    return "conf" + RUN + "x" + NAMES.incrementAndGet();
  }

  /** A connection that is not started. */
  public Connection connection() throws JMSException {
    return keep(factory().createConnection());
  }

  /** A started connection of the client id {@code id}. */
  public Connection identified(String id) throws JMSException {
    Connection connection = connection();
    connection.setClientID(id);
    connection.start();
    return connection;
  }

  /** A session on a started connection of its own. */
  public Session session(int mode) throws JMSException {
    Connection connection = connection();
    connection.start();
    return connection.createSession(mode);
  }

  /** A session of {@code AUTO_ACKNOWLEDGE} on a started connection of its own. */
  public Session session() throws JMSException {
    return session(Session.AUTO_ACKNOWLEDGE);
  }

  public JMSContext context(int mode) {
    return keep(factory().createContext(mode));
  }

  public JMSContext context() {
    return context(JMSContext.AUTO_ACKNOWLEDGE);
  }

  /** The session that prepares and looks; it is never the one under test. */
  public Session post() throws JMSException {
    if (post == null) {
      post = session();
    }
    return post;
  }

  public Queue queue() throws JMSException {
    return post().createQueue(name());
  }

  public Topic topic() throws JMSException {
    return post().createTopic(name());
  }

  /** Sends text messages in order. */
  public void send(Destination destination, String... texts) throws JMSException {
    try (MessageProducer producer = post().createProducer(destination)) {
      for (String text : texts) {
        producer.send(post().createTextMessage(text));
      }
    }
  }

  /** Sends it by another connection than the receiver's, and takes it. */
  public Message pass(Message message) throws JMSException {
    Queue queue = queue();
    try (MessageProducer producer = post().createProducer(queue)) {
      producer.send(message);
    }
    try (Connection connection = factory().createConnection()) {
      connection.start();
      return take(connection.createSession().createConsumer(queue));
    }
  }

  /** The next message, which must come. */
  public static Message take(MessageConsumer consumer) throws JMSException {
    Message message = consumer.receive(WAIT);
    assertNotNull(message, "no message came");
    return message;
  }

  /** What a callback put there, which must come. */
  public static <T> T take(BlockingQueue<T> heard) throws InterruptedException {
    T next = heard.poll(WAIT, TimeUnit.MILLISECONDS);
    assertNotNull(next, "nothing was called back");
    return next;
  }

  /** The text of the next message, which must come. */
  public static String text(MessageConsumer consumer) throws JMSException {
    return text(take(consumer));
  }

  public static String text(Message message) throws JMSException {
    return assertInstanceOf(TextMessage.class, message).getText();
  }

  /** The next messages must be these, in order. */
  public static void expect(MessageConsumer consumer, String... texts) throws JMSException {
    List<String> taken = new ArrayList<>();
    for (int i = 0; i < texts.length; i++) {
      taken.add(text(consumer));
    }
    assertEquals(List.of(texts), taken);
  }

  /** No message may come. */
  public static void expectNothing(MessageConsumer consumer) throws JMSException {
    Message message = consumer.receive(QUIET);
    assertNull(message, () -> "a message came that must not: " + message);
  }

  /** Everything in it. The API's enumerations have no type. */
  public static List<Object> all(Enumeration<?> enumeration) {
    return new ArrayList<>(Collections.list(enumeration));
  }

  /** The destination must hold these, in order, and nothing more; they are taken. */
  public void holds(Queue queue, String... texts) throws JMSException {
    try (MessageConsumer consumer = post().createConsumer(queue)) {
      expect(consumer, texts);
      expectNothing(consumer);
    }
  }

  @Override
  public void close() throws Exception {
    Exception first = null;
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception e) {
        if (first == null) {
          first = e;
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
