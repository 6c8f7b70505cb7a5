package io.echomq.jms.ra.app;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConnectionFactoryDefinition;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSDestinationDefinition;
import jakarta.jms.Queue;

/** What it needs it defines itself, at the adapter that the administrator has deployed. */
@JMSConnectionFactoryDefinition(
    name = "java:app/jms/definedFactory",
    interfaceName = "jakarta.jms.ConnectionFactory",
    resourceAdapter = "echomq",
    maxPoolSize = 4,
    properties = "uri=${echomq.uri}")
@JMSDestinationDefinition(
    name = "java:app/jms/defined",
    interfaceName = "jakarta.jms.Queue",
    className = "io.echomq.jms.destination.EmqQueue",
    resourceAdapter = "echomq",
    destinationName = "defined",
    properties = "name=defined")
@Stateless
public class Defined {
  @Resource(lookup = "java:app/jms/definedFactory")
  private ConnectionFactory factory;

  @Resource(lookup = "java:app/jms/defined")
  private Queue queue;

  public void send(String text) {
    try (JMSContext context = factory.createContext()) {
      context.createProducer().send(queue, text);
    }
  }
}
