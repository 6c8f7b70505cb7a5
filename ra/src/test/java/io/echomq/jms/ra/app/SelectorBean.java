package io.echomq.jms.ra.app;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.MessageListener;

/** Takes from a queue only what its selector wants. */
@MessageDriven(
    messageListenerInterface = MessageListener.class,
    activationConfig = {
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "destination", propertyValue = "chosen"),
      @ActivationConfigProperty(propertyName = "messageSelector", propertyValue = "kind = 'gold'"),
      @ActivationConfigProperty(propertyName = "setupInterval", propertyValue = "500")
    })
public class SelectorBean extends LedgerBean {}
