package io.echomq.jms.queues;

import io.echomq.jms.EchoMQConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.IOException;

/**
 * A JVM of its own that moves messages from ten queues to ten others in one transaction, which it
 * commits when it is told to. Its arguments are a URI, how many it moves from each queue, and what
 * the names of the queues begin with, here and there.
 */
final class TransferWorker {
  static final int QUEUES = 10;

  /** Printed when everything is received and sent and the commit is to come. */
  static final String READY = "READY";

  /** Printed after the commit. */
  static final String MOVED = "MOVED";

  private TransferWorker() {}

  public static void main(String[] args) throws JMSException, IOException {
    int each = Integer.parseInt(args[1]);
    Connection connection = new EchoMQConnectionFactory(args[0]).createConnection();
    connection.start();
    Session session = connection.createSession(Session.SESSION_TRANSACTED);
    MessageProducer producer = session.createProducer(null);
    for (int i = 0; i < QUEUES; i++) {
      MessageConsumer consumer = session.createConsumer(session.createQueue(args[2] + i));
      for (int n = 0; n < each; n++) {
        Message message = consumer.receive(30_000);
        if (message == null) {
          throw new IllegalStateException("only " + n + " messages in " + args[2] + i);
        }
        producer.send(session.createQueue(args[3] + i), message);
      }
    }
    say(READY);
    if (System.in.read() >= 0) {
      session.commit();
      say(MOVED);
    }
  }

  private static void say(String what) {
    System.out.println(what);
    System.out.flush();
  }
}
