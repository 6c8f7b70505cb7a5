package io.echomq.jms.ra.app;

import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.jms.JMSConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;

/** Coins go from one queue to another, and the ledger tells of each: all in one transaction. */
@Stateless
public class Vault {
  @EJB private Ledger ledger;

  @Inject
  @JMSConnectionFactory("jms/cf")
  private JMSContext messaging;

  /**
   * Moves one coin.
   *
   * @param halt the call at which the server ends: {@code prepare}, {@code commit} or {@code never}
   */
  public String transfer(String halt) throws Exception {
    Halting.enlist(halt);
    Queue vault = messaging.createQueue("vault");
    String coin;
    try (JMSConsumer consumer = messaging.createConsumer(vault)) {
      coin = consumer.receiveBody(String.class, 20_000);
    }
    if (coin == null) {
      throw new IllegalStateException("the vault is empty");
    }
    ledger.write("till", coin, 1);
    messaging.createProducer().send(messaging.createQueue("till"), coin);
    return coin;
  }
}
