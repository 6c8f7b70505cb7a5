package io.echomq.jms.ra.app;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.MessageListener;

/** Finds its topic through JNDI, by the property that other adapters have. */
@MessageDriven(
    messageListenerInterface = MessageListener.class,
    activationConfig = {
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Topic"),
      @ActivationConfigProperty(propertyName = "destination", propertyValue = "jms/prices"),
      @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "true"),
      @ActivationConfigProperty(propertyName = "setupInterval", propertyValue = "500")
    })
public class JndiBean extends LedgerBean {}
