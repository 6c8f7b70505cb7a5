package io.echomq.jms.message;

import io.echomq.jms.destination.EmqDestination;
import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.MessageHeader;
import jakarta.jms.DeliveryMode;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.Message;

/** The header fields of one message while it can change (§3.4). */
final class HeaderFields {
  String messageId;
  long timestamp;
  String correlationId;
  byte[] correlationBytes;
  EmqDestination replyTo;
  EmqDestination destination;
  int deliveryMode = Message.DEFAULT_DELIVERY_MODE;
  boolean redelivered;
  String type;
  long expiration;
  long deliveryTime;
  int priority = Message.DEFAULT_PRIORITY;

  /** The fields of a received message. */
  static HeaderFields of(MessageHeader header, boolean redelivered) {
    HeaderFields fields = new HeaderFields();
    fields.messageId = header.messageId();
    fields.timestamp = header.timestamp();
    fields.correlationId = header.correlationId();
    fields.correlationBytes = header.correlationBytes();
    fields.replyTo = at(header.replyTo());
    fields.destination = at(header.destination());
    fields.deliveryMode =
        header.persistent() ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT;
    fields.redelivered = redelivered;
    fields.type = header.type();
    fields.expiration = header.expiration();
    fields.deliveryTime = header.deliveryTime();
    fields.priority = header.priority();
    return fields;
  }

  MessageHeader snapshot() throws InvalidDestinationException {
    return new MessageHeader(
        messageId,
        timestamp,
        destination == null ? null : destination.address(),
        replyTo == null ? null : replyTo.address(),
        correlationId,
        correlationBytes,
        type,
        deliveryMode != DeliveryMode.NON_PERSISTENT,
        priority,
        expiration,
        deliveryTime);
  }

  private static EmqDestination at(Address address) {
    return address == null ? null : EmqDestination.at(address);
  }
}
