package io.echomq.jms.message;

import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.Delivery;
import io.echomq.jms.wire.MessageData;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.io.Serializable;
import java.util.Objects;

/**
 * Makes messages: new ones, received ones, and copies of other providers' messages.
 *
 * <p>Threads: immutable; safe for use by any thread.
 */
public final class MessageFactory {
  private final TrustPolicy trust;
  private final ForeignMessages foreign = new ForeignMessages(this);

  /**
   * @param trust decides which object bodies are read; for new and received messages alike
   */
  public MessageFactory(TrustPolicy trust) {
    this.trust = Objects.requireNonNull(trust, "trust");
  }

  /** A message of headers and properties only. */
  public EmqMessage createMessage() {
    return new EmqMessage();
  }

  /** A text message whose text is null. */
  public EmqTextMessage createTextMessage() {
    return new EmqTextMessage(null);
  }

  public EmqTextMessage createTextMessage(String text) {
    return new EmqTextMessage(text);
  }

  public EmqBytesMessage createBytesMessage() {
    return new EmqBytesMessage();
  }

  public EmqMapMessage createMapMessage() {
    return new EmqMapMessage();
  }

  public EmqStreamMessage createStreamMessage() {
    return new EmqStreamMessage();
  }

  /** An object message whose object is null. */
  public EmqObjectMessage createObjectMessage() {
    return new EmqObjectMessage(trust);
  }

  /**
   * An object message with a copy of the object as it is now.
   *
   * @throws JMSException MessageFormatException when it cannot be serialized
   */
  public EmqObjectMessage createObjectMessage(Serializable object) throws JMSException {
    EmqObjectMessage message = createObjectMessage();
    message.setObject(object);
    return message;
  }

  /**
   * Ours as it is; a copy of another provider's message.
   *
   * @throws JMSException what reading the other message throws; InvalidDestinationException when
   *     its reply-to cannot be named here, MessageFormatException when a value of it cannot be
   *     carried
   */
  public EmqMessage adapt(Message message) throws JMSException {
    return message instanceof EmqMessage own ? own : foreign.copy(message);
  }

  /**
   * The message that was delivered, read-only, with its delivery count. The delivery's data is
   * never changed through it.
   *
   * @param acknowledge what {@code acknowledge()} of the message does
   */
  public EmqMessage fromDelivery(Delivery delivery, AckHook acknowledge) {
    EmqMessage message = received(delivery.message(), delivery.count());
    message.onAcknowledge(Objects.requireNonNull(acknowledge, "acknowledge"));
    return message;
  }

  private EmqMessage received(MessageData sent, int count) {
    Body body = sent.body();
    if (body instanceof Body.Text text) {
      return new EmqTextMessage(sent, count, text);
    }
    if (body instanceof Body.Bytes bytes) {
      return new EmqBytesMessage(sent, count, bytes);
    }
    if (body instanceof Body.Fields fields) {
      return new EmqMapMessage(sent, count, fields);
    }
    if (body instanceof Body.Items items) {
      return new EmqStreamMessage(sent, count, items);
    }
    if (body instanceof Body.Serialized object) {
      return new EmqObjectMessage(sent, count, object, trust);
    }
    return new EmqMessage(sent, count);
  }
}
