package io.echomq.jms.ra.app;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;

/** Takes connections out of the pool and gives them back. */
@Stateless
public class Churn {
  @Resource(lookup = "jms/cf")
  private ConnectionFactory factory;

  /** By turns in the classic and in the simplified API; all in the transaction of the caller. */
  public void run(int times) throws JMSException {
    for (int i = 0; i < times; i++) {
      if (i % 2 == 0) {
        try (Connection connection = factory.createConnection()) {
          connection.createSession().createProducer(null).close();
        }
      } else {
        try (JMSContext context = factory.createContext()) {
          context.createProducer();
          context.createQueue("orders");
        }
      }
    }
  }

  /** The same without a transaction. */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public void runOutside(int times) throws JMSException {
    run(times);
  }
}
