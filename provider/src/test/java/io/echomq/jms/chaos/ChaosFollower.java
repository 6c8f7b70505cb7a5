package io.echomq.jms.chaos;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.HashMap;
import java.util.Map;

/** The only consumer of a queue: what comes for the first time from one producer is in order. */
final class ChaosFollower extends ChaosRole {
  private final String queue;

  ChaosFollower(
      String name, long seed, ConnectionFactory factory, Journal journal, Prey prey, String queue) {
    super(name, seed, factory, journal, prey);
    this.queue = queue;
  }

  @Override
  void live(Connection connection) throws JMSException {
    Session session = connection.createSession(Session.SESSION_TRANSACTED);
    prey.add(session);
    MessageConsumer consumer = session.createConsumer(session.createQueue(queue));
    prey.add(consumer);
    Map<String, Integer> last = new HashMap<>();
    while (!isStopping()) {
      Message message = consumer.receive(100);
      if (message == null) {
        session.commit();
        consumer.getMessageSelector();
        continue;
      }
      received(message);
      String key = key(message);
      String producer = key.substring(0, key.lastIndexOf('-'));
      int number = Integer.parseInt(key.substring(key.lastIndexOf('-') + 1));
      Integer before = last.put(producer, number);
      if (before != null && number <= before && count(message) == 1) {
        journal.say(Journal.BROKEN, name, "order:", key, "after", producer + "-" + before);
      }
      if (random.nextInt(5) == 0) {
        session.rollback();
        last.clear();
      } else if (random.nextInt(3) != 0) {
        session.commit();
        journal.say(Journal.CONSUMED, key, count(message), name);
      }
    }
  }
}
