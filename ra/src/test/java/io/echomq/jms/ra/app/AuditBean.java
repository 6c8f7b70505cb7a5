package io.echomq.jms.ra.app;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJB;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** A durable subscription with a selector. */
@MessageDriven(
    activationConfig = {
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Topic"),
      @ActivationConfigProperty(propertyName = "destination", propertyValue = "prices"),
      @ActivationConfigProperty(propertyName = "subscriptionDurability", propertyValue = "Durable"),
      @ActivationConfigProperty(propertyName = "subscriptionName", propertyValue = "audit"),
      @ActivationConfigProperty(propertyName = "clientId", propertyValue = "auditor"),
      @ActivationConfigProperty(propertyName = "messageSelector", propertyValue = "kind = 'gold'"),
      @ActivationConfigProperty(propertyName = "setupInterval", propertyValue = "500")
    })
public class AuditBean implements MessageListener {
  @EJB private Ledger ledger;

  @Override
  public void onMessage(Message message) {
    try {
      ledger.write(
          "audit", message.getBody(String.class), message.getIntProperty("JMSXDeliveryCount"));
    } catch (JMSException failed) {
      throw new IllegalStateException(failed);
    }
  }
}
