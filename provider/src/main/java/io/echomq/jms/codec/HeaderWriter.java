package io.echomq.jms.codec;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.MessageHeader;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.Base64;
import java.util.Map;

/** Writes the header line, see {@link HeaderKeys}. */
final class HeaderWriter {
  /** Whole numbers up to here are exact as a double, which is all that some readers have. */
  private static final long MAX_EXACT = 1L << 53;

  private final JsonWriter json = new JsonWriter(256);

  /**
   * The line, without the newline.
   *
   * @param stored id, mint time and address, from which much is derivable
   * @throws WireException TOO_LARGE when the line is above its limit, MALFORMED when a property has
   *     a type that no message can carry
   */
  static JsonWriter write(
      StoredAs stored, MessageHeader header, Map<String, Object> properties, EncodedBody body)
      throws WireException {
    HeaderWriter writer = new HeaderWriter();
    writer.line(stored, header, properties, body);
    return writer.json;
  }

  private void line(
      StoredAs stored, MessageHeader header, Map<String, Object> properties, EncodedBody body)
      throws WireException {
    json.raw(HeaderKeys.PREFIX).raw("\"m\":\"").raw(body.kind()).raw('"');
    if (!stored.messageId().equals(header.messageId())) {
      text(HeaderKeys.MESSAGE_ID, header.messageId());
    }
    if (header.timestamp() != stored.idMillis()) {
      whole(HeaderKeys.TIMESTAMP, header.timestamp());
    }
    if (header.destination() != null && !header.destination().equals(stored.destination())) {
      address(HeaderKeys.DESTINATION, header.destination());
    }
    if (header.replyTo() != null) {
      address(HeaderKeys.REPLY_TO, header.replyTo());
    }
    if (header.correlationId() != null) {
      text(HeaderKeys.CORRELATION, header.correlationId());
    } else if (header.correlationBytes() != null) {
      json.nextKey(HeaderKeys.CORRELATION).raw("{\"y\":\"");
      json.raw(Base64.getEncoder().encodeToString(header.correlationBytes())).raw("\"}");
    }
    if (header.type() != null) {
      text(HeaderKeys.TYPE, header.type());
    }
    if (!header.persistent()) {
      whole(HeaderKeys.DELIVERY_MODE, HeaderKeys.NON_PERSISTENT);
    }
    if (header.priority() != MessageHeader.EMPTY.priority()) {
      whole(HeaderKeys.PRIORITY, header.priority());
    }
    if (header.expiration() != 0) {
      whole(HeaderKeys.EXPIRATION, header.expiration());
    }
    if (header.deliveryTime() != header.timestamp()) {
      whole(HeaderKeys.DELIVERY_TIME, header.deliveryTime());
    }
    properties(properties);
    body(body);
    json.raw('}');
    if (json.length() > PayloadCodec.MAX_HEADER_LINE) {
      throw new WireException(
          WireError.TOO_LARGE,
          "headers and properties take "
              + json.length()
              + " bytes as JSON, at most "
              + PayloadCodec.MAX_HEADER_LINE
              + " fit; move large property values into the body");
    }
  }

  private void properties(Map<String, Object> properties) throws WireException {
    if (properties.isEmpty()) {
      return;
    }
    json.nextKey(HeaderKeys.PROPERTIES);
    char separator = '{';
    for (Map.Entry<String, Object> property : properties.entrySet()) {
      json.raw(separator).string(property.getKey()).raw(':');
      TaggedValues.writeProperty(json, property.getKey(), property.getValue());
      separator = ',';
    }
    json.raw('}');
  }

  private void body(EncodedBody body) {
    if (body.isNull()) {
      json.nextKey(HeaderKeys.NULL_BODY).raw("true");
    }
    if (body.encoding() != null) {
      text(HeaderKeys.ENCODING, body.encoding());
    }
    if (body.inflatedLength() >= 0) {
      whole(HeaderKeys.INFLATED, body.inflatedLength());
    }
  }

  private void text(String key, String value) {
    json.nextKey(key);
    if (value == null) {
      json.raw("null");
    } else {
      json.string(value);
    }
  }

  private void address(String key, Address address) {
    json.nextKey(key).string((address.isQueue() ? "q:" : "t:") + address.name());
  }

  private void whole(String key, long value) {
    json.nextKey(key);
    if (value >= -MAX_EXACT && value <= MAX_EXACT) {
      json.raw(Long.toString(value));
    } else {
      json.raw("{\"l\":\"").raw(Long.toString(value)).raw("\"}");
    }
  }
}
