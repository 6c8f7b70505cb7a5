package io.echomq.jms.message;

import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.MessageData;
import jakarta.jms.JMSException;
import jakarta.jms.TextMessage;

/** A text; null and the empty text are two things. Threads: for one thread. */
public final class EmqTextMessage extends EmqMessage implements TextMessage {
  private String text;

  EmqTextMessage(String text) {
    this.text = text;
  }

  EmqTextMessage(MessageData sent, int deliveryCount, Body.Text body) {
    super(sent, deliveryCount);
    this.text = body.text();
  }

  @Override
  public String getText() {
    return text;
  }

  @Override
  public void setText(String text) throws JMSException {
    checkBodyWriteable();
    this.text = text;
  }

  @Override
  public boolean hasBody() {
    return text != null;
  }

  @Override
  Body bodySnapshot() {
    return new Body.Text(text);
  }

  @Override
  void emptyBody() {
    text = null;
  }

  @Override
  Class<?> bodyClass() {
    return String.class;
  }

  @Override
  Object wholeBody() {
    return text;
  }
}
