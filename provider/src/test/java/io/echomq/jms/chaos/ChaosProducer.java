package io.echomq.jms.chaos;

import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.Set;

/** Sends numbered messages in every way: waiting or not, at once or delayed, for ever or not. */
final class ChaosProducer extends ChaosRole implements CompletionListener {
  /** After these nothing of the send can have been applied. */
  private static final Set<String> REFUSALS = Set.of("EMQ-UNAVAILABLE", "EMQ-CLOSED", "EMQ-FAILED");

  private final String queue;
  private final boolean plain;
  private int number;

  /**
   * @param plain true: only waiting sends without delay and expiration
   */
  ChaosProducer(
      String name,
      long seed,
      ConnectionFactory factory,
      Journal journal,
      Prey prey,
      String queue,
      boolean plain) {
    super(name, seed, factory, journal, prey);
    this.queue = queue;
    this.plain = plain;
  }

  @Override
  void live(Connection connection) throws JMSException {
    Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
    prey.add(session);
    MessageProducer producer = session.createProducer(session.createQueue(queue));
    while (!isStopping()) {
      sendOne(session, producer);
      pause(random.nextInt(8));
    }
  }

  private void sendOne(Session session, MessageProducer producer) throws JMSException {
    boolean mortal = !plain && random.nextInt(10) == 0;
    String key = (mortal ? "T" : "K") + name + "-" + ++number;
    Message message = session.createTextMessage(key);
    producer.setDeliveryDelay(!plain && random.nextInt(10) == 0 ? random.nextInt(600) : 0);
    long live = mortal ? 1 + random.nextInt(2000) : 0;
    journal.say(Journal.BEGUN, key);
    if (!plain && random.nextInt(3) == 0) {
      producer.send(message, DeliveryMode.PERSISTENT, 4, live, this);
      return;
    }
    try {
      producer.send(message, DeliveryMode.PERSISTENT, 4, live);
      journal.say(Journal.SENT, key);
    } catch (JMSException failed) {
      onException(message, failed);
      throw failed;
    }
  }

  @Override
  public void onCompletion(Message message) {
    try {
      journal.say(Journal.SENT, key(message));
    } catch (JMSException impossible) {
      journal.say(Journal.BROKEN, name, impossible);
    }
  }

  @Override
  public void onException(Message message, Exception failed) {
    try {
      if (failed instanceof JMSException coded && REFUSALS.contains(coded.getErrorCode())) {
        journal.say(Journal.REFUSED, key(message), coded.getErrorCode());
      }
    } catch (JMSException impossible) {
      journal.say(Journal.BROKEN, name, impossible);
    }
  }
}
