package io.echomq.jms.ra.app;

import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJB;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.MessageDrivenContext;
import jakarta.inject.Inject;
import jakarta.jms.JMSConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.Queue;

/** Books orders: message, database and confirmation in one transaction of the container. */
@MessageDriven(
    activationConfig = {
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "destination", propertyValue = "orders"),
      @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "5"),
      @ActivationConfigProperty(propertyName = "maxDeliveries", propertyValue = "3"),
      @ActivationConfigProperty(propertyName = "setupInterval", propertyValue = "500")
    })
public class OrderBean implements MessageListener {
  @EJB private Ledger ledger;
  @Resource private MessageDrivenContext context;

  @Inject
  @JMSConnectionFactory("jms/cf")
  private JMSContext messaging;

  @Resource(lookup = "jms/confirmed")
  private Queue confirmed;

  @Override
  public void onMessage(Message message) {
    try {
      String text = message.getBody(String.class);
      ledger.write("orders", text, message.getIntProperty("JMSXDeliveryCount"));
      messaging.createProducer().send(confirmed, text);
      if (text.startsWith("refused")) {
        context.setRollbackOnly();
      }
      if (message.getJMSReplyTo() != null) {
        messaging
            .createProducer()
            .setJMSCorrelationID(message.getJMSMessageID())
            .send(message.getJMSReplyTo(), "booked " + text);
      }
    } catch (JMSException failed) {
      throw new IllegalStateException(failed);
    }
  }
}
