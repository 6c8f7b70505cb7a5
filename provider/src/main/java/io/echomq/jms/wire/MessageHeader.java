package io.echomq.jms.wire;

/**
 * The header fields of a message (Jakarta Messaging 3.1, §3.4), without those that belong to one
 * delivery of it.
 *
 * @param messageId {@code ID:} and a branded id; null before the send, or when disabled
 * @param timestamp time of the send, server ms; 0 when disabled
 * @param destination where it was sent to; null before the send
 * @param replyTo where to answer; null when none
 * @param correlationId text form; null when none or when set as bytes
 * @param correlationBytes byte form; null when none or when set as text
 * @param type {@code JMSType}; null when none
 * @param persistent delivery mode
 * @param priority 0 to 9, 4 by default
 * @param expiration server ms at which it expires; 0 never
 * @param deliveryTime server ms before which it is not delivered; 0 in messages of other runtimes
 */
public record MessageHeader(
    String messageId,
    long timestamp,
    Address destination,
    Address replyTo,
    String correlationId,
    byte[] correlationBytes,
    String type,
    boolean persistent,
    int priority,
    long expiration,
    long deliveryTime) {

  /** The header of a message that nobody has touched yet. */
  public static final MessageHeader EMPTY =
      new MessageHeader(null, 0, null, null, null, null, null, true, 4, 0, 0);
}
