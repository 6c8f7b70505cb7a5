package io.echomq.jms.queues;

import io.echomq.jms.EchoMQConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;

/**
 * A JVM of its own that moves messages to and fro between ten queues and ten others, a thousand or
 * so in each transaction, until it is killed. Its arguments are a URI and how many a transaction
 * moves from each queue.
 */
final class TransferWorker {
  static final int QUEUES = 10;

  /** Printed after each transaction that moved something. */
  static final String MOVED = "MOVED";

  private TransferWorker() {}

  public static void main(String[] args) throws JMSException {
    int each = Integer.parseInt(args[1]);
    Connection connection = new EchoMQConnectionFactory(args[0]).createConnection();
    connection.start();
    Session session = connection.createSession(Session.SESSION_TRANSACTED);
    List<MessageConsumer> there = new ArrayList<>();
    List<MessageConsumer> back = new ArrayList<>();
    for (int i = 0; i < QUEUES; i++) {
      there.add(session.createConsumer(session.createQueue("in" + i)));
      back.add(session.createConsumer(session.createQueue("out" + i)));
    }
    MessageProducer producer = session.createProducer(null);
    System.out.println("READY");
    System.out.flush();
    while (true) {
      move(session, there, producer, "out", each);
      move(session, back, producer, "in", each);
    }
  }

  private static void move(
      Session session, List<MessageConsumer> from, MessageProducer producer, String to, int each)
      throws JMSException {
    int moved = 0;
    for (int i = 0; i < QUEUES; i++) {
      for (int n = 0; n < each; n++) {
        Message message = from.get(i).receiveNoWait();
        if (message == null) {
          break;
        }
        producer.send(session.createQueue(to + i), message);
        moved++;
      }
    }
    session.commit();
    if (moved > 0) {
      System.out.println(MOVED);
      System.out.flush();
    }
  }
}
