package io.echomq.tck.worker;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * Deletes a durable subscription that a test of the same class has left behind. Two tests of {@code
 * core.appclient.txtopictests} close the subscriber but never unsubscribe, and the next one that
 * takes the name gets their messages, as §8.3.3 of the specification demands.
 */
@SuppressWarnings("BanJNDI") // The one name that is looked up is this runner's own.
final class LeftoverSubscription implements Runnable {
  private final String factoryName;
  private final String subscription;

  LeftoverSubscription(String factoryName, String subscription) {
    this.factoryName = factoryName;
    this.subscription = subscription;
  }

  @Override
  public void run() {
    try {
      InitialContext context = new InitialContext();
      ConnectionFactory factory = (ConnectionFactory) context.lookup(factoryName);
      try (Connection connection = factory.createConnection();
          Session session = connection.createSession()) {
        session.unsubscribe(subscription);
        System.err.println("deleted the leftover subscription " + subscription);
      } catch (InvalidDestinationException absent) {
        System.err.println("no leftover subscription " + subscription);
      }
    } catch (NamingException | JMSException failed) {
      // The test that follows tells what comes of it; this says why.
      System.err.println("subscription " + subscription + " could not be deleted: " + failed);
    }
  }
}
