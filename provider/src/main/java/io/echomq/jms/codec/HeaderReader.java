package io.echomq.jms.codec;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.MessageHeader;
import io.echomq.jms.wire.WireException;
import java.util.Map;

/** Reads the header line, see {@link HeaderKeys}. Threads: for one thread. */
final class HeaderReader {
  private final JsonReader json;

  private String kind;
  private String messageId;
  private long timestamp;
  private boolean hasDeliveryTime;
  private long deliveryTime;
  private Address destination;
  private Address replyTo;
  private String correlationId;
  private byte[] correlationBytes;
  private String type;
  private boolean persistent = true;
  private int priority = MessageHeader.EMPTY.priority();
  private long expiration;
  private Map<String, Object> properties = Map.of();
  private boolean nullBody;
  private String encoding;
  private long inflatedLength = -1;

  private HeaderReader(StoredAs stored, JsonReader json) {
    this.json = json;
    this.messageId = stored.messageId();
    this.timestamp = stored.idMillis();
    this.destination = stored.destination();
  }

  /**
   * Reads the line in this range.
   *
   * @throws WireException MALFORMED when it is not what {@link HeaderKeys} says
   */
  static HeaderReader read(StoredAs stored, byte[] payload, int from, int to) throws WireException {
    HeaderReader header = new HeaderReader(stored, new JsonReader(payload, from, to));
    header.line();
    return header;
  }

  MessageHeader header() {
    return new MessageHeader(
        messageId,
        timestamp,
        destination,
        replyTo,
        correlationId,
        correlationBytes,
        type,
        persistent,
        priority,
        expiration,
        hasDeliveryTime ? deliveryTime : timestamp);
  }

  Map<String, Object> properties() {
    return properties;
  }

  String kind() {
    return kind;
  }

  boolean nullBody() {
    return nullBody;
  }

  /** The encoding of the text; null: UTF-8. */
  String encoding() {
    return encoding;
  }

  /** Length of the body before compression, in bytes; -1: not compressed. */
  long inflatedLength() {
    return inflatedLength;
  }

  private void line() throws WireException {
    json.expect('{');
    do {
      member(json.key());
    } while (json.more('}'));
    json.expectEnd();
    if (kind == null) {
      throw json.malformed("no message type \"m\" in the header line that ends");
    }
  }

  private void member(String key) throws WireException {
    switch (key) {
      case HeaderKeys.KIND -> kind = text(key);
      case HeaderKeys.MESSAGE_ID -> messageId = textOrNull(key);
      case HeaderKeys.TIMESTAMP -> timestamp = whole(key);
      case HeaderKeys.DESTINATION -> destination = address(key);
      case HeaderKeys.REPLY_TO -> replyTo = address(key);
      case HeaderKeys.CORRELATION -> correlation();
      case HeaderKeys.TYPE -> type = textOrNull(key);
      case HeaderKeys.DELIVERY_MODE -> persistent = whole(key) != HeaderKeys.NON_PERSISTENT;
      case HeaderKeys.PRIORITY -> priority = priority();
      case HeaderKeys.EXPIRATION -> expiration = whole(key);
      case HeaderKeys.DELIVERY_TIME -> {
        deliveryTime = whole(key);
        hasDeliveryTime = true;
      }
      case HeaderKeys.PROPERTIES -> properties = TaggedValues.readProperties(json);
      case HeaderKeys.NULL_BODY -> nullBody = Boolean.TRUE.equals(json.scalar());
      case HeaderKeys.ENCODING -> encoding = text(key);
      case HeaderKeys.INFLATED -> inflatedLength = whole(key);
      default -> json.skip();
    }
  }

  private void correlation() throws WireException {
    Object value = TaggedValues.read(json);
    correlationId = value instanceof String text ? text : null;
    correlationBytes = value instanceof byte[] bytes ? bytes : null;
    if (value != null && correlationId == null && correlationBytes == null) {
      throw json.malformed("a correlation id that is neither text nor bytes, before");
    }
  }

  private int priority() throws WireException {
    long value = whole(HeaderKeys.PRIORITY);
    if (value < 0 || value > 9) {
      throw json.malformed("priority " + value + ", before");
    }
    return (int) value;
  }

  private Address address(String key) throws WireException {
    String name = text(key);
    if (name.startsWith("q:")) {
      return Address.queue(name.substring(2));
    }
    if (name.startsWith("t:")) {
      return Address.topic(name.substring(2));
    }
    throw json.malformed("'" + key + "' must begin with q: or t:, before");
  }

  private String text(String key) throws WireException {
    String value = textOrNull(key);
    if (value == null) {
      throw json.malformed("'" + key + "' is null, before");
    }
    return value;
  }

  private String textOrNull(String key) throws WireException {
    Object value = json.scalar();
    if (value == null || value instanceof String) {
      return (String) value;
    }
    throw json.malformed("'" + key + "' is no text, before");
  }

  private long whole(String key) throws WireException {
    Object value = TaggedValues.read(json);
    if (value instanceof Integer || value instanceof Long) {
      return ((Number) value).longValue();
    }
    throw json.malformed("'" + key + "' is no whole number, before");
  }
}
