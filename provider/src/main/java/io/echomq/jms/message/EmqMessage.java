package io.echomq.jms.message;

import io.echomq.jms.destination.EmqDestination;
import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.MessageData;
import io.echomq.jms.wire.MessageHeader;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;

/**
 * A message without a body, and what all message types have in common: header fields (§3.4),
 * properties (§3.5), acknowledgement, and the rules of when the body may be written (§3.11.2).
 *
 * <p>Header fields that {@code send} sets may be set before and are overwritten by it. A received
 * message is made over its delivery's data and never changes it, so that a message which was
 * cleared and comes back is the one that was sent.
 *
 * <p>Threads: for one thread, as all messages (§2.14).
 */
public class EmqMessage implements Message {
  private final HeaderFields header;
  private final MessageProperties properties;
  private boolean bodyReadOnly;
  private AckHook ackHook = () -> {};

  EmqMessage() {
    this.header = new HeaderFields();
    this.properties = MessageProperties.empty();
  }

  /** A received message: header as sent, properties and body read-only. */
  EmqMessage(MessageData sent, int deliveryCount) {
    this.header = HeaderFields.of(sent.header(), deliveryCount > 1);
    this.properties = MessageProperties.received(sent.properties(), deliveryCount);
    this.bodyReadOnly = true;
  }

  // What the provider needs beyond the interface.

  /**
   * The message as it is now; later changes of this object do not reach it.
   *
   * @throws JMSException when a destination in the header has no valid name
   */
  public final MessageData toData() throws JMSException {
    return snapshot(header.snapshot());
  }

  /** The message as it is now, under another header. */
  public final MessageData snapshot(MessageHeader otherHeader) {
    return new MessageData(otherHeader, properties.snapshot(), bodySnapshot());
  }

  /**
   * False when there is nothing that {@link #getBody} could return: a plain message, or a null or
   * empty body (the empty text is a body).
   */
  public boolean hasBody() throws JMSException {
    return false;
  }

  final void onAcknowledge(AckHook hook) {
    this.ackHook = hook;
  }

  /** Takes over a property of another provider's message. */
  final void copyProperty(String name, Object value) throws JMSException {
    properties.copy(name, value);
  }

  // What a message type says of its body.

  /** The body as it is now; never changed afterwards. */
  Body bodySnapshot() {
    return new Body.None();
  }

  /** Makes the body what it is in a new message. */
  void emptyBody() {}

  /** The type that the body is assigned from; asked only of messages that have a body. */
  Class<?> bodyClass() throws JMSException {
    return Void.class;
  }

  /** The body as {@link #getBody} returns it; asked only of messages that have a body. */
  Object wholeBody() throws JMSException {
    return null;
  }

  final boolean isBodyReadOnly() {
    return bodyReadOnly;
  }

  final void makeBodyReadOnly() {
    bodyReadOnly = true;
  }

  final void checkBodyWriteable() throws MessageNotWriteableException {
    if (bodyReadOnly) {
      throw new MessageNotWriteableException(
          "the body is read-only; call clearBody() to write a new one (§3.11.2)");
    }
  }

  // Body.

  @Override
  public final void clearBody() throws JMSException {
    bodyReadOnly = false;
    emptyBody();
  }

  @Override
  public <T> T getBody(Class<T> type) throws JMSException {
    if (!hasBody()) {
      return null;
    }
    if (!type.isAssignableFrom(bodyClass())) {
      throw new MessageFormatException(
          "the body is a "
              + bodyClass().getName()
              + " and cannot be returned as "
              + type.getName());
    }
    return type.cast(wholeBody());
  }

  @Override
  @SuppressWarnings({"rawtypes", "unchecked"}) // the signature of the API
  public boolean isBodyAssignableTo(Class type) throws JMSException {
    return !hasBody() || type.isAssignableFrom(bodyClass());
  }

  @Override
  public final void acknowledge() throws JMSException {
    ackHook.acknowledge();
  }

  // Header fields.

  @Override
  public final String getJMSMessageID() {
    return header.messageId;
  }

  @Override
  public final void setJMSMessageID(String id) {
    header.messageId = id;
  }

  @Override
  public final long getJMSTimestamp() {
    return header.timestamp;
  }

  @Override
  public final void setJMSTimestamp(long timestamp) {
    header.timestamp = timestamp;
  }

  /** The bytes that were set, or the UTF-8 of the text that was set. */
  @Override
  public final byte[] getJMSCorrelationIDAsBytes() {
    if (header.correlationBytes != null) {
      return header.correlationBytes.clone();
    }
    return header.correlationId == null
        ? null
        : header.correlationId.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public final void setJMSCorrelationIDAsBytes(byte[] id) {
    header.correlationBytes = id == null ? null : id.clone();
    header.correlationId = null;
  }

  @Override
  public final void setJMSCorrelationID(String id) {
    header.correlationId = id;
    header.correlationBytes = null;
  }

  /** The text that was set, or the bytes that were set read as UTF-8. */
  @Override
  public final String getJMSCorrelationID() {
    return header.correlationBytes == null
        ? header.correlationId
        : new String(header.correlationBytes, StandardCharsets.UTF_8);
  }

  @Override
  public final Destination getJMSReplyTo() {
    return header.replyTo;
  }

  /** Another provider's destination is kept by its name. */
  @Override
  public final void setJMSReplyTo(Destination replyTo) throws JMSException {
    header.replyTo = replyTo == null ? null : EmqDestination.of(replyTo);
  }

  @Override
  public final Destination getJMSDestination() {
    return header.destination;
  }

  @Override
  public final void setJMSDestination(Destination destination) throws JMSException {
    header.destination = destination == null ? null : EmqDestination.of(destination);
  }

  @Override
  public final int getJMSDeliveryMode() {
    return header.deliveryMode;
  }

  @Override
  public final void setJMSDeliveryMode(int deliveryMode) throws JMSException {
    if (deliveryMode != DeliveryMode.PERSISTENT && deliveryMode != DeliveryMode.NON_PERSISTENT) {
      throw new JMSException(
          "delivery mode " + deliveryMode + " is neither 1 (NON_PERSISTENT) nor 2 (PERSISTENT)");
    }
    header.deliveryMode = deliveryMode;
  }

  @Override
  public final boolean getJMSRedelivered() {
    return header.redelivered;
  }

  @Override
  public final void setJMSRedelivered(boolean redelivered) {
    header.redelivered = redelivered;
  }

  @Override
  public final String getJMSType() {
    return header.type;
  }

  @Override
  public final void setJMSType(String type) {
    header.type = type;
  }

  @Override
  public final long getJMSExpiration() {
    return header.expiration;
  }

  @Override
  public final void setJMSExpiration(long expiration) {
    header.expiration = expiration;
  }

  @Override
  public final long getJMSDeliveryTime() {
    return header.deliveryTime;
  }

  @Override
  public final void setJMSDeliveryTime(long deliveryTime) {
    header.deliveryTime = deliveryTime;
  }

  @Override
  public final int getJMSPriority() {
    return header.priority;
  }

  @Override
  public final void setJMSPriority(int priority) throws JMSException {
    if (priority < 0 || priority > 9) {
      throw new JMSException("priority " + priority + " is not between 0 and 9 (§3.4.10)");
    }
    header.priority = priority;
  }

  // Properties.

  @Override
  public final void clearProperties() {
    properties.clear();
  }

  @Override
  public final boolean propertyExists(String name) {
    return properties.exists(name);
  }

  @Override
  public final Enumeration<String> getPropertyNames() {
    return Collections.enumeration(properties.names());
  }

  @Override
  public final Object getObjectProperty(String name) {
    return properties.get(name);
  }

  @Override
  public final void setObjectProperty(String name, Object value) throws JMSException {
    properties.set(name, value);
  }

  @Override
  public final boolean getBooleanProperty(String name) throws JMSException {
    return Conversions.toBoolean(properties.get(name), name);
  }

  @Override
  public final byte getByteProperty(String name) throws JMSException {
    return Conversions.toByte(properties.get(name), name);
  }

  @Override
  public final short getShortProperty(String name) throws JMSException {
    return Conversions.toShort(properties.get(name), name);
  }

  @Override
  public final int getIntProperty(String name) throws JMSException {
    return Conversions.toInt(properties.get(name), name);
  }

  @Override
  public final long getLongProperty(String name) throws JMSException {
    return Conversions.toLong(properties.get(name), name);
  }

  @Override
  public final float getFloatProperty(String name) throws JMSException {
    return Conversions.toFloat(properties.get(name), name);
  }

  @Override
  public final double getDoubleProperty(String name) throws JMSException {
    return Conversions.toDouble(properties.get(name), name);
  }

  @Override
  public final String getStringProperty(String name) throws JMSException {
    return Conversions.toText(properties.get(name), name);
  }

  @Override
  public final void setBooleanProperty(String name, boolean value) throws JMSException {
    properties.set(name, value);
  }

  @Override
  public final void setByteProperty(String name, byte value) throws JMSException {
    properties.set(name, value);
  }

  @Override
  public final void setShortProperty(String name, short value) throws JMSException {
    properties.set(name, value);
  }

  @Override
  public final void setIntProperty(String name, int value) throws JMSException {
    properties.set(name, value);
  }

  @Override
  public final void setLongProperty(String name, long value) throws JMSException {
    properties.set(name, value);
  }

  @Override
  public final void setFloatProperty(String name, float value) throws JMSException {
    properties.set(name, value);
  }

  @Override
  public final void setDoubleProperty(String name, double value) throws JMSException {
    properties.set(name, value);
  }

  @Override
  public final void setStringProperty(String name, String value) throws JMSException {
    properties.set(name, value);
  }

  /** Type, id and destination; no properties and no body, which may be confidential. */
  @Override
  public String toString() {
    return getClass().getSimpleName() + "[" + header.messageId + ", " + header.destination + "]";
  }
}
