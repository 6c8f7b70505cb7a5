package io.echomq.jms.message;

import jakarta.jms.JMSException;

/** What {@code Message.acknowledge} does: the session's affair (§6.2.10). */
@FunctionalInterface
public interface AckHook {
  void acknowledge() throws JMSException;
}
