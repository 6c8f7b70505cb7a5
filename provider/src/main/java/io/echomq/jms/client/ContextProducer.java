package io.echomq.jms.client;

import io.echomq.jms.destination.EmqDestination;
import io.echomq.jms.message.EmqMessage;
import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import java.io.Serializable;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * A producer of the simplified API (§7.1): terms, headers and properties that are put on every
 * message. Threads: the context's thread of control.
 */
final class ContextProducer implements JMSProducer {
  private final SessionCore session;
  private final SendPath path;

  /** Holds the properties and the headers to set, with their rules. */
  private final EmqMessage template;

  private SendTerms terms = SendTerms.DEFAULT;
  private CompletionListener async;
  private Target last;
  private boolean disableMessageId;
  private boolean disableTimestamp;
  private byte[] correlationBytes;

  ContextProducer(SessionCore session) {
    this.session = session;
    this.path = new SendPath(session);
    this.template = Unchecked.get(session.connection.messages::createMessage);
  }

  @Override
  public JMSProducer send(Destination destination, Message message) {
    Unchecked.run(() -> submit(destination, message));
    return this;
  }

  private void submit(Destination destination, Message message) throws JMSException {
    session.checkOpen();
    if (message == null) {
      throw new MessageFormatException("the message is null; there is nothing to send");
    }
    if (last == null || last.destination() != destination) {
      last = Target.of(session.connection.options, EmqDestination.of(destination));
    }
    putOn(message);
    if (async == null) {
      path.send(last, message, terms);
    } else {
      path.send(last, message, terms, async);
    }
  }

  /** What this producer sets wins over what the message has (§7.7). */
  private void putOn(Message message) throws JMSException {
    if (correlationBytes != null) {
      message.setJMSCorrelationIDAsBytes(correlationBytes);
    } else if (template.getJMSCorrelationID() != null) {
      message.setJMSCorrelationID(template.getJMSCorrelationID());
    }
    if (template.getJMSType() != null) {
      message.setJMSType(template.getJMSType());
    }
    if (template.getJMSReplyTo() != null) {
      message.setJMSReplyTo(template.getJMSReplyTo());
    }
    for (String name : getPropertyNames()) {
      message.setObjectProperty(name, template.getObjectProperty(name));
    }
  }

  @Override
  public JMSProducer send(Destination destination, String body) {
    Unchecked.run(() -> submit(destination, session.connection.messages.createTextMessage(body)));
    return this;
  }

  @Override
  public JMSProducer send(Destination destination, Map<String, Object> body) {
    Unchecked.run(
        () -> {
          MapMessage message = session.connection.messages.createMapMessage();
          if (body != null) {
            for (Map.Entry<String, Object> entry : body.entrySet()) {
              message.setObject(entry.getKey(), entry.getValue());
            }
          }
          submit(destination, message);
        });
    return this;
  }

  @Override
  public JMSProducer send(Destination destination, byte[] body) {
    Unchecked.run(
        () -> {
          BytesMessage message = session.connection.messages.createBytesMessage();
          if (body != null) {
            message.writeBytes(body);
          }
          submit(destination, message);
        });
    return this;
  }

  @Override
  public JMSProducer send(Destination destination, Serializable body) {
    Unchecked.run(() -> submit(destination, session.connection.messages.createObjectMessage(body)));
    return this;
  }

  /** A change of the terms. */
  private interface Change {
    SendTerms apply() throws JMSException;
  }

  private JMSProducer change(Change change) {
    terms = Unchecked.get(change::apply);
    return this;
  }

  @Override
  public JMSProducer setDeliveryMode(int deliveryMode) {
    return change(() -> terms.withDeliveryMode(deliveryMode));
  }

  @Override
  public int getDeliveryMode() {
    return terms.deliveryMode();
  }

  @Override
  public JMSProducer setPriority(int priority) {
    return change(() -> terms.withPriority(priority));
  }

  @Override
  public int getPriority() {
    return terms.priority();
  }

  @Override
  public JMSProducer setTimeToLive(long millis) {
    return change(() -> terms.withTimeToLive(millis));
  }

  @Override
  public long getTimeToLive() {
    return terms.timeToLive();
  }

  @Override
  public JMSProducer setDeliveryDelay(long millis) {
    return change(() -> terms.withDeliveryDelay(millis));
  }

  @Override
  public long getDeliveryDelay() {
    return terms.deliveryDelay();
  }

  @Override
  public JMSProducer setDisableMessageID(boolean value) {
    disableMessageId = value;
    return this;
  }

  @Override
  public boolean getDisableMessageID() {
    return disableMessageId;
  }

  @Override
  public JMSProducer setDisableMessageTimestamp(boolean value) {
    disableTimestamp = value;
    return this;
  }

  @Override
  public boolean getDisableMessageTimestamp() {
    return disableTimestamp;
  }

  @Override
  public JMSProducer setAsync(CompletionListener listener) {
    async = listener;
    return this;
  }

  @Override
  public CompletionListener getAsync() {
    return async;
  }

  /** A change of the template; answers this producer. */
  private JMSProducer template(Unchecked.Action action) {
    Unchecked.run(action);
    return this;
  }

  @Override
  public JMSProducer setProperty(String name, boolean value) {
    return template(() -> template.setBooleanProperty(name, value));
  }

  @Override
  public JMSProducer setProperty(String name, byte value) {
    return template(() -> template.setByteProperty(name, value));
  }

  @Override
  public JMSProducer setProperty(String name, short value) {
    return template(() -> template.setShortProperty(name, value));
  }

  @Override
  public JMSProducer setProperty(String name, int value) {
    return template(() -> template.setIntProperty(name, value));
  }

  @Override
  public JMSProducer setProperty(String name, long value) {
    return template(() -> template.setLongProperty(name, value));
  }

  @Override
  public JMSProducer setProperty(String name, float value) {
    return template(() -> template.setFloatProperty(name, value));
  }

  @Override
  public JMSProducer setProperty(String name, double value) {
    return template(() -> template.setDoubleProperty(name, value));
  }

  @Override
  public JMSProducer setProperty(String name, String value) {
    return template(() -> template.setStringProperty(name, value));
  }

  @Override
  public JMSProducer setProperty(String name, Object value) {
    return template(() -> template.setObjectProperty(name, value));
  }

  @Override
  public JMSProducer clearProperties() {
    return template(template::clearProperties);
  }

  @Override
  public boolean propertyExists(String name) {
    return Unchecked.get(() -> template.propertyExists(name));
  }

  @Override
  public boolean getBooleanProperty(String name) {
    return Unchecked.get(() -> template.getBooleanProperty(name));
  }

  @Override
  public byte getByteProperty(String name) {
    return Unchecked.get(() -> template.getByteProperty(name));
  }

  @Override
  public short getShortProperty(String name) {
    return Unchecked.get(() -> template.getShortProperty(name));
  }

  @Override
  public int getIntProperty(String name) {
    return Unchecked.get(() -> template.getIntProperty(name));
  }

  @Override
  public long getLongProperty(String name) {
    return Unchecked.get(() -> template.getLongProperty(name));
  }

  @Override
  public float getFloatProperty(String name) {
    return Unchecked.get(() -> template.getFloatProperty(name));
  }

  @Override
  public double getDoubleProperty(String name) {
    return Unchecked.get(() -> template.getDoubleProperty(name));
  }

  @Override
  public String getStringProperty(String name) {
    return Unchecked.get(() -> template.getStringProperty(name));
  }

  @Override
  public Object getObjectProperty(String name) {
    return Unchecked.get(() -> template.getObjectProperty(name));
  }

  @Override
  public Set<String> getPropertyNames() {
    Set<String> names = new LinkedHashSet<>();
    Enumeration<?> all = Unchecked.get(template::getPropertyNames);
    while (all.hasMoreElements()) {
      names.add((String) all.nextElement());
    }
    return Collections.unmodifiableSet(names);
  }

  @Override
  public JMSProducer setJMSCorrelationIDAsBytes(byte[] correlationId) {
    correlationBytes = correlationId == null ? null : correlationId.clone();
    return this;
  }

  @Override
  public byte[] getJMSCorrelationIDAsBytes() {
    return correlationBytes == null ? null : correlationBytes.clone();
  }

  @Override
  public JMSProducer setJMSCorrelationID(String correlationId) {
    return template(() -> template.setJMSCorrelationID(correlationId));
  }

  @Override
  public String getJMSCorrelationID() {
    return Unchecked.get(template::getJMSCorrelationID);
  }

  @Override
  public JMSProducer setJMSType(String type) {
    return template(() -> template.setJMSType(type));
  }

  @Override
  public String getJMSType() {
    return Unchecked.get(template::getJMSType);
  }

  @Override
  public JMSProducer setJMSReplyTo(Destination replyTo) {
    return template(() -> template.setJMSReplyTo(replyTo));
  }

  @Override
  public Destination getJMSReplyTo() {
    return Unchecked.get(template::getJMSReplyTo);
  }
}
