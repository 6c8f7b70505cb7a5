package io.echomq.jms.examples.quickstart;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;

/** Looks at the dead letters of one run without taking them. */
final class DeadOrders {
  private final JMSContext context;
  private final Queue dead;
  private final String run;

  DeadOrders(JMSContext context, Queue dead, String run) {
    this.context = context;
    this.dead = dead;
    this.run = run;
  }

  /** One line of text for each of them. */
  List<String> find() throws JMSException {
    List<String> found = new ArrayList<>();
    try (QueueBrowser browser = context.createBrowser(dead)) {
      for (Enumeration<?> all = browser.getEnumeration(); all.hasMoreElements(); ) {
        Message message = (Message) all.nextElement();
        if (run.equals(message.getStringProperty(OrderProperties.RUN))) {
          found.add(
              "line "
                  + message.getIntProperty(OrderProperties.LINE)
                  + ": "
                  + message.getBody(String.class));
        }
      }
    }
    return found;
  }
}
