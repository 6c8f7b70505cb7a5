package io.echomq.jms.message;

import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.MessageData;
import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.ObjectMessage;
import java.io.Serializable;

/**
 * A serialized object: a copy of it is taken when it is set, and a new copy is made at each {@link
 * #getObject}. Threads: for one thread.
 */
public final class EmqObjectMessage extends EmqMessage implements ObjectMessage {
  private final TrustPolicy trust;
  private byte[] serialized;

  EmqObjectMessage(TrustPolicy trust) {
    this.trust = trust;
  }

  EmqObjectMessage(MessageData sent, int deliveryCount, Body.Serialized body, TrustPolicy trust) {
    super(sent, deliveryCount);
    this.trust = trust;
    this.serialized = body.serialized();
  }

  @Override
  public void setObject(Serializable object) throws JMSException {
    checkBodyWriteable();
    serialized = ObjectBodies.serialize(object);
  }

  @Override
  public Serializable getObject() throws JMSException {
    return ObjectBodies.deserialize(serialized, trust);
  }

  @Override
  public boolean hasBody() {
    return serialized != null;
  }

  /** False also when the object cannot be read here. */
  @Override
  @SuppressWarnings("rawtypes") // the signature of the API
  public boolean isBodyAssignableTo(Class type) throws JMSException {
    try {
      return super.isBodyAssignableTo(type);
    } catch (MessageFormatException unreadable) {
      return false;
    }
  }

  @Override
  public <T> T getBody(Class<T> type) throws JMSException {
    Serializable object = getObject();
    if (object != null && !type.isInstance(object)) {
      throw new MessageFormatException(
          "the body is a "
              + object.getClass().getName()
              + " and cannot be returned as "
              + type.getName());
    }
    return type.cast(object);
  }

  @Override
  Body bodySnapshot() {
    return new Body.Serialized(serialized);
  }

  @Override
  void emptyBody() {
    serialized = null;
  }

  @Override
  Class<?> bodyClass() throws JMSException {
    return getObject().getClass();
  }
}
