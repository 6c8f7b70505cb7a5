package io.echomq.jms.chaos;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread that lives again and again, each time on a connection of its own, which others close
 * at any moment.
 *
 * <p>Threads: its own; {@link #stop} by any.
 */
abstract class ChaosRole implements Runnable {
  final String name;
  final Random random;
  final Journal journal;
  final Prey prey;
  private final ConnectionFactory factory;
  private volatile boolean stopping;

  ChaosRole(String name, long seed, ConnectionFactory factory, Journal journal, Prey prey) {
    this.name = name;
    this.random = new Random(seed);
    this.factory = factory;
    this.journal = journal;
    this.prey = prey;
  }

  /** Works until the session is closed under it, or it has had enough. */
  abstract void live(Connection connection) throws JMSException;

  boolean isStopping() {
    return stopping;
  }

  void stop() {
    stopping = true;
  }

  @Override
  public void run() {
    while (!stopping) {
      try (Connection connection = factory.createConnection()) {
        prey.add(connection);
        connection.start();
        live(connection);
      } catch (JMSException ended) {
        journal.say(Journal.ENDED, name, ended);
        pause(10);
      } catch (RuntimeException bug) {
        journal.say(Journal.BROKEN, name, "threw", bug);
        bug.printStackTrace();
        pause(10);
      }
    }
  }

  static String key(Message message) throws JMSException {
    return message.getBody(String.class);
  }

  static int count(Message message) throws JMSException {
    return message.getIntProperty("JMSXDeliveryCount");
  }

  /** Notes a delivery, and by how much it broke delivery time or expiration. */
  void received(Message message) throws JMSException {
    long now = System.currentTimeMillis();
    long off = Math.min(0, now - message.getJMSDeliveryTime());
    if (message.getJMSExpiration() > 0) {
      off = Math.max(off, now - message.getJMSExpiration());
    }
    journal.say(
        Journal.RECEIVED, key(message), count(message), off, name, message.getJMSMessageID());
  }

  /** The pace of the scene. */
  static void pause(long millis) {
    LockSupport.parkNanos(millis * 1_000_000);
  }
}
