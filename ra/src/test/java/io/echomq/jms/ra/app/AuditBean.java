package io.echomq.jms.ra.app;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.MessageListener;

/** A durable subscription with a selector. */
@MessageDriven(
    messageListenerInterface = MessageListener.class,
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
public class AuditBean extends LedgerBean {}
