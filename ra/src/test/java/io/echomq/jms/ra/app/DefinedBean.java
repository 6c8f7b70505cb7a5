package io.echomq.jms.ra.app;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.MessageListener;

/** Consumes a queue that the application itself defines. */
@MessageDriven(
    messageListenerInterface = MessageListener.class,
    activationConfig = {
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(
          propertyName = "destinationLookup",
          propertyValue = "java:app/jms/defined"),
      @ActivationConfigProperty(propertyName = "setupInterval", propertyValue = "500")
    })
public class DefinedBean extends LedgerBean {}
