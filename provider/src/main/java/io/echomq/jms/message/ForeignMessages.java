package io.echomq.jms.message;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.util.Enumeration;

/**
 * Copies of messages that another provider made (§3.12): body, properties, type, correlation id and
 * reply-to. What belongs to a delivery, and what send sets, is left out. A bytes or stream message
 * is reset before and after, since it cannot be read otherwise.
 */
final class ForeignMessages {
  private static final int CHUNK = 8192;

  private final MessageFactory factory;

  ForeignMessages(MessageFactory factory) {
    this.factory = factory;
  }

  EmqMessage copy(Message foreign) throws JMSException {
    EmqMessage copy = body(foreign);
    copy.setJMSType(foreign.getJMSType());
    copy.setJMSReplyTo(foreign.getJMSReplyTo());
    copyCorrelationId(foreign, copy);
    Enumeration<?> names = foreign.getPropertyNames();
    while (names != null && names.hasMoreElements()) {
      String name = (String) names.nextElement();
      copy.copyProperty(name, foreign.getObjectProperty(name));
    }
    return copy;
  }

  private EmqMessage body(Message foreign) throws JMSException {
    if (foreign instanceof TextMessage text) {
      return factory.createTextMessage(text.getText());
    }
    if (foreign instanceof BytesMessage bytes) {
      return bytes(bytes);
    }
    if (foreign instanceof MapMessage map) {
      return map(map);
    }
    if (foreign instanceof StreamMessage stream) {
      return stream(stream);
    }
    if (foreign instanceof ObjectMessage object) {
      return factory.createObjectMessage(object.getObject());
    }
    return factory.createMessage();
  }

  private EmqBytesMessage bytes(BytesMessage foreign) throws JMSException {
    EmqBytesMessage copy = factory.createBytesMessage();
    foreign.reset();
    byte[] chunk = new byte[CHUNK];
    for (int n = foreign.readBytes(chunk); n > 0; n = foreign.readBytes(chunk)) {
      copy.writeBytes(chunk, 0, n);
    }
    foreign.reset();
    return copy;
  }

  private EmqMapMessage map(MapMessage foreign) throws JMSException {
    EmqMapMessage copy = factory.createMapMessage();
    Enumeration<?> names = foreign.getMapNames();
    while (names != null && names.hasMoreElements()) {
      String name = (String) names.nextElement();
      copy.setObject(name, foreign.getObject(name));
    }
    return copy;
  }

  private EmqStreamMessage stream(StreamMessage foreign) throws JMSException {
    EmqStreamMessage copy = factory.createStreamMessage();
    foreign.reset();
    try {
      for (; ; ) {
        copy.writeObject(foreign.readObject());
      }
    } catch (MessageEOFException end) {
      // The interface has no other way to say that all values are read.
      foreign.reset();
    }
    return copy;
  }

  private static void copyCorrelationId(Message foreign, EmqMessage copy) throws JMSException {
    String text = foreign.getJMSCorrelationID();
    if (text != null) {
      copy.setJMSCorrelationID(text);
      return;
    }
    try {
      copy.setJMSCorrelationIDAsBytes(foreign.getJMSCorrelationIDAsBytes());
    } catch (UnsupportedOperationException textOnly) {
      // Providers may have no byte form (§3.4.5); then there is no correlation id at all.
      copy.setJMSCorrelationID(null);
    }
  }
}
