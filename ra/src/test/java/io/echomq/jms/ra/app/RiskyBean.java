package io.echomq.jms.ra.app;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJB;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Ends the server when its message and the database are prepared, the first time. */
@MessageDriven(
    activationConfig = {
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "destination", propertyValue = "risky"),
      @ActivationConfigProperty(propertyName = "setupInterval", propertyValue = "500")
    })
public class RiskyBean implements MessageListener {
  @EJB private Ledger ledger;

  @Override
  public void onMessage(Message message) {
    try {
      int deliveries = message.getIntProperty("JMSXDeliveryCount");
      ledger.write("RiskyBean", message.getBody(String.class), deliveries);
      Halting.enlist(deliveries == 1 ? "prepare" : "never");
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }
}
