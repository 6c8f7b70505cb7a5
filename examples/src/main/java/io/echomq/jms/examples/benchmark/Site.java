package io.echomq.jms.examples.benchmark;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.TimeUnit;

/**
 * A system under test, as the workloads see it: a connection factory, and how long to measure.
 *
 * @param factoryClass has a constructor that takes the URL
 * @param url what the factory is given; raw rows open their own connection to it
 * @param millis how long rows measure that are bounded by time
 * @param backlog how many messages rows drain that are bounded by number
 * @param name unlike that of every other round, for names of destinations
 */
record Site(String factoryClass, String url, long millis, int backlog, String name) {
  /** Of the messages of all rows but those about bodies. */
  static final int BODY_BYTES = 300;

  private static final long SILENCE_MILLIS = 15_000;

  ConnectionFactory factory() throws JMSException {
    try {
      Constructor<?> constructor = Class.forName(factoryClass).getConstructor(String.class);
      return (ConnectionFactory) constructor.newInstance(url);
    } catch (InvocationTargetException e) {
      throw failed(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw failed(e);
    }
  }

  private JMSException failed(Throwable cause) {
    JMSException failure = new JMSException("no factory " + factoryClass + ": " + cause);
    failure.initCause(cause);
    return failure;
  }

  /** A started connection. */
  Connection connect() throws JMSException {
    Connection connection = factory().createConnection();
    connection.start();
    return connection;
  }

  long deadline() {
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
  }

  static Message message(Session session, int bytes) throws JMSException {
    BytesMessage message = session.createBytesMessage();
    message.writeBytes(new byte[bytes]);
    return message;
  }

  /** Receives one message, or fails: silence would be taken for speed. */
  static Message receive(MessageConsumer consumer) throws JMSException {
    Message message = consumer.receive(SILENCE_MILLIS);
    if (message == null) {
      throw new JMSException("no message came within " + SILENCE_MILLIS + " ms");
    }
    return message;
  }

  /** Fills a queue, unmeasured, in transactions. */
  void fill(Connection connection, String queue, int count, int bytes, String property)
      throws JMSException {
    try (Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
        MessageProducer producer = session.createProducer(session.createQueue(queue))) {
      Message message = message(session, bytes);
      if (property != null) {
        message.setStringProperty("kind", property);
      }
      for (int i = 1; i <= count; i++) {
        producer.send(message);
        if (i % 500 == 0 || i == count) {
          session.commit();
        }
      }
    }
  }

  /** Empties a queue, unmeasured, so that the next round meets the same server. */
  void empty(Connection connection, String queue) throws JMSException {
    try (Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
        MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
      int received = 0;
      while (consumer.receive(500) != null) {
        if (++received % 500 == 0) {
          session.commit();
        }
      }
      session.commit();
    }
  }
}
