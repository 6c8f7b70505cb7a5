package io.echomq.examples.orders;

import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.jms.JMSConnectionFactory;
import jakarta.jms.JMSContext;

/** Sends orders; each call is a transaction of the container. */
@Stateless
public class Orders {
  static final String QUEUE = "orders";

  @Inject
  @JMSConnectionFactory("jms/cf")
  private JMSContext messaging;

  public void place(String item, int count) {
    messaging.createProducer().setProperty("count", count).send(messaging.createQueue(QUEUE), item);
  }
}
