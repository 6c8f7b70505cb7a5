package io.echomq.jms.chaos;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;

/** Moves messages from one queue to another, some in each transaction; one in five rolls back. */
final class ChaosMover extends ChaosRole {
  ChaosMover(String name, long seed, ConnectionFactory factory, Journal journal, Prey prey) {
    super(name, seed, factory, journal, prey);
  }

  @Override
  void live(Connection connection) throws JMSException {
    Session session = connection.createSession(Session.SESSION_TRANSACTED);
    prey.add(session);
    MessageConsumer in = session.createConsumer(session.createQueue(ChaosWorker.IN));
    prey.add(in);
    MessageProducer out = session.createProducer(session.createQueue(ChaosWorker.OUT));
    while (!isStopping()) {
      int wanted = 1 + random.nextInt(5);
      for (int i = 0; i < wanted; i++) {
        Message message = in.receive(100);
        if (message == null) {
          break;
        }
        long left = 0;
        if (message.getJMSExpiration() > 0) {
          left = Math.max(1, message.getJMSExpiration() - System.currentTimeMillis());
        }
        out.send(message, message.getJMSDeliveryMode(), message.getJMSPriority(), left);
      }
      if (random.nextInt(5) == 0) {
        session.rollback();
      } else {
        session.commit();
      }
    }
  }
}
