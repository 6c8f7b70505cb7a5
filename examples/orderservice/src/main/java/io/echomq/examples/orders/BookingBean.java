package io.echomq.examples.orders;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJB;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/**
 * Books orders: message and database in one transaction. An order for nothing is refused, comes
 * again, and is with the dead letters after three times.
 */
@MessageDriven(
    activationConfig = {
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/orders"),
      @ActivationConfigProperty(propertyName = "maxDeliveries", propertyValue = "3")
    })
public class BookingBean implements MessageListener {
  @EJB private Book book;

  @Override
  public void onMessage(Message order) {
    try {
      int count = order.getIntProperty("count");
      book.write(order.getJMSMessageID(), order.getBody(String.class), count);
      if (count < 1) {
        throw new IllegalArgumentException("nobody orders " + count);
      }
    } catch (JMSException failed) {
      throw new IllegalStateException(failed);
    }
  }
}
