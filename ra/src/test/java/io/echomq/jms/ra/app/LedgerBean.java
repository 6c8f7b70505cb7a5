package io.echomq.jms.ra.app;

import jakarta.ejb.EJB;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Books what comes. */
abstract class LedgerBean implements MessageListener {
  @EJB private Ledger ledger;

  @Override
  public void onMessage(Message message) {
    try {
      ledger.write(
          getClass().getSimpleName(),
          message.getBody(String.class),
          message.getIntProperty("JMSXDeliveryCount"));
    } catch (JMSException failed) {
      throw new IllegalStateException(failed);
    }
  }
}
