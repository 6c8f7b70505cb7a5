package io.echomq.jms.codec;

import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Bodies out of the bytes behind a header line. */
final class BodyReader {
  private BodyReader() {}

  /**
   * The body in {@code payload} from {@code from} to its end.
   *
   * @throws WireException MALFORMED when the bytes are not what the header says
   */
  static Body read(HeaderReader header, byte[] payload, int from) throws WireException {
    if (header.inflatedLength() < 0) {
      return read(header, payload, from, payload.length);
    }
    byte[] inflated = Deflation.inflate(payload, from, header.inflatedLength());
    return read(header, inflated, 0, inflated.length);
  }

  /** The body of a payload that another runtime wrote: text when it is UTF-8, else bytes. */
  static Body foreign(byte[] payload) {
    String text = Utf8.decode(payload, 0, payload.length);
    return text != null ? new Body.Text(text) : new Body.Bytes(payload);
  }

  private static Body read(HeaderReader header, byte[] bytes, int from, int to)
      throws WireException {
    return switch (header.kind()) {
      case HeaderKeys.KIND_NONE -> new Body.None();
      case HeaderKeys.KIND_TEXT ->
          new Body.Text(header.nullBody() ? null : text(header.encoding(), bytes, from, to));
      // Not cut out: that would be one more copy of a large body.
      case HeaderKeys.KIND_BYTES -> new Body.Bytes(bytes, from, to - from);
      case HeaderKeys.KIND_OBJECT ->
          new Body.Serialized(header.nullBody() ? null : Arrays.copyOfRange(bytes, from, to));
      case HeaderKeys.KIND_MAP -> map(new JsonReader(bytes, from, to));
      case HeaderKeys.KIND_STREAM -> list(new JsonReader(bytes, from, to));
      default -> throw malformed("unknown message type '" + header.kind() + "'");
    };
  }

  private static String text(String encoding, byte[] bytes, int from, int to) throws WireException {
    if (encoding == null) {
      String text = Utf8.decode(bytes, from, to);
      if (text == null) {
        throw malformed("a text body that is not UTF-8");
      }
      return text;
    }
    if (encoding.equals(HeaderKeys.ENCODING_JSON)) {
      JsonReader json = new JsonReader(bytes, from, to);
      String text = json.string();
      json.expectEnd();
      return text;
    }
    throw malformed("unknown text encoding '" + encoding + "'");
  }

  private static Body map(JsonReader json) throws WireException {
    Body.Fields fields = new Body.Fields(TaggedValues.readObject(json));
    json.expectEnd();
    return fields;
  }

  private static Body list(JsonReader json) throws WireException {
    List<Object> values = new ArrayList<>();
    json.expect('[');
    if (!json.accept(']')) {
      do {
        values.add(TaggedValues.read(json));
      } while (json.more(']'));
    }
    json.expectEnd();
    return new Body.Items(values);
  }

  private static WireException malformed(String what) {
    return new WireException(WireError.MALFORMED, what);
  }
}
