package io.echomq.jms.codec;

import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.List;
import java.util.Map;

/** Bodies as bytes. */
final class BodyWriter {
  private BodyWriter() {}

  /** The body behind a header line, not compressed. */
  static EncodedBody encode(Body body) throws WireException {
    if (body instanceof Body.Text text) {
      return text(text.text());
    }
    if (body instanceof Body.Bytes bytes) {
      return EncodedBody.of(bytes);
    }
    if (body instanceof Body.Fields fields) {
      return EncodedBody.of(HeaderKeys.KIND_MAP, map(fields.entries()));
    }
    if (body instanceof Body.Items items) {
      return EncodedBody.of(HeaderKeys.KIND_STREAM, list(items.values()));
    }
    if (body instanceof Body.Serialized object) {
      return object.serialized() == null
          ? EncodedBody.ofNull(HeaderKeys.KIND_OBJECT)
          : EncodedBody.of(HeaderKeys.KIND_OBJECT, object.serialized());
    }
    return EncodedBody.empty(HeaderKeys.KIND_NONE);
  }

  /**
   * The body alone, for consumers that know no JMS; a null text and no body are empty.
   *
   * @throws WireException MALFORMED for an object body, or a text that UTF-8 cannot hold
   */
  static EncodedBody encodeRaw(Body body) throws WireException {
    if (body instanceof Body.Serialized) {
      throw new WireException(
          WireError.MALFORMED,
          "an object message cannot be sent with payload=raw: its readers know no Java; send text,"
              + " bytes, a map or a stream, or leave the option out");
    }
    EncodedBody encoded = encode(body);
    if (encoded.encoding() != null) {
      throw new WireException(
          WireError.MALFORMED,
          "the text has lone surrogates, which UTF-8 cannot hold, and payload=raw has no place to"
              + " say so; mend the text or leave the option out");
    }
    return encoded;
  }

  private static EncodedBody text(String text) {
    if (text == null) {
      return EncodedBody.ofNull(HeaderKeys.KIND_TEXT);
    }
    byte[] utf8 = Utf8.encode(text);
    if (utf8 != null) {
      return EncodedBody.of(HeaderKeys.KIND_TEXT, utf8);
    }
    byte[] json = new JsonWriter(text.length() + 16).string(text).toBytes();
    return new EncodedBody(
        HeaderKeys.KIND_TEXT, json, 0, json.length, false, HeaderKeys.ENCODING_JSON, -1);
  }

  private static byte[] map(Map<String, Object> entries) throws WireException {
    JsonWriter json = new JsonWriter(32 * entries.size() + 16);
    json.raw('{');
    boolean first = true;
    for (Map.Entry<String, Object> entry : entries.entrySet()) {
      if (!first) {
        json.raw(',');
      }
      json.string(entry.getKey()).raw(':');
      TaggedValues.write(json, entry.getKey(), entry.getValue());
      first = false;
    }
    return json.raw('}').toBytes();
  }

  private static byte[] list(List<Object> values) throws WireException {
    JsonWriter json = new JsonWriter(16 * values.size() + 16);
    json.raw('[');
    for (int i = 0; i < values.size(); i++) {
      if (i > 0) {
        json.raw(',');
      }
      TaggedValues.write(json, Integer.toString(i), values.get(i));
    }
    return json.raw(']').toBytes();
  }
}
