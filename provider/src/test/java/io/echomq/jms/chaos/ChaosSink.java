package io.echomq.jms.chaos;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;

/** Consumes by receive or by listener, in one acknowledge mode, and fails now and then. */
final class ChaosSink extends ChaosRole {
  private final int mode;
  private final boolean listens;

  ChaosSink(
      String name,
      long seed,
      ConnectionFactory factory,
      Journal journal,
      Prey prey,
      int mode,
      boolean listens) {
    super(name, seed, factory, journal, prey);
    this.mode = mode;
    this.listens = listens;
  }

  @Override
  void live(Connection connection) throws JMSException {
    Session session = connection.createSession(mode);
    prey.add(session);
    MessageConsumer consumer = session.createConsumer(session.createQueue(ChaosWorker.OUT));
    prey.add(consumer);
    List<String> open = new ArrayList<>();
    if (listens) {
      consumer.setMessageListener(message -> listen(session, message, open));
      for (int i = 0; i < 100 && !isStopping(); i++) {
        consumer.getMessageSelector(); // throws once somebody has closed it
        pause(20);
      }
      return;
    }
    Message last = null;
    while (!isStopping()) {
      Message message = consumer.receive(100);
      if (message != null) {
        last = message;
        received(message);
        open.add(key(message) + " " + count(message));
      } else {
        consumer.getMessageSelector();
      }
      if (!open.isEmpty() && (message == null || open.size() > random.nextInt(4))) {
        settle(session, last, open);
      }
    }
  }

  private void listen(Session session, Message message, List<String> open) {
    try {
      received(message);
      open.add(key(message) + " " + count(message));
      pause(random.nextInt(3));
      settle(session, message, open);
    } catch (JMSException failed) {
      open.clear();
      journal.say(Journal.ENDED, name, "in listener", failed);
    }
    if (mode != Session.SESSION_TRANSACTED && random.nextInt(20) == 0) {
      throw new ThrownOnPurpose();
    }
  }

  private void settle(Session session, Message message, List<String> open) throws JMSException {
    boolean fails = random.nextInt(5) == 0;
    List<String> done = List.copyOf(open);
    open.clear();
    if (mode == Session.SESSION_TRANSACTED) {
      if (fails) {
        session.rollback();
        return;
      }
      session.commit();
    } else if (mode == Session.CLIENT_ACKNOWLEDGE) {
      if (fails) {
        session.recover();
        return;
      }
      message.acknowledge();
    } else {
      return; // the session acknowledges by itself, and does not say when it is done
    }
    done.forEach(each -> journal.say(Journal.CONSUMED, each, name));
  }

  /** A listener's failure. */
  static final class ThrownOnPurpose extends RuntimeException {
    private static final long serialVersionUID = 1;

    ThrownOnPurpose() {
      super("on purpose", null, false, false);
    }
  }
}
