package io.echomq.jms.ra.app;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.MessageListener;

/** Finds queue and connection factory through JNDI, by the standard's own properties. */
@MessageDriven(
    messageListenerInterface = MessageListener.class,
    activationConfig = {
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/found"),
      @ActivationConfigProperty(propertyName = "connectionFactoryLookup", propertyValue = "jms/cf"),
      @ActivationConfigProperty(propertyName = "setupInterval", propertyValue = "500")
    })
public class LookupBean extends LedgerBean {}
