package io.echomq.jms.codec;

import io.echomq.jms.wire.Body;
import io.echomq.jms.wire.MessageData;
import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Messages as the fields of a stream record, and back. Ours have the field {@value #PAYLOAD} with
 * the same bytes that a job has as its payload; a record without it came from another runtime and
 * is a map of its fields (text where it is UTF-8, else bytes). The field {@value #ID} belongs to
 * the bus (wire contract, "The Bus") and is written by whoever mints it.
 *
 * <p>Threads: immutable; safe for use by any thread.
 */
public final class RecordCodec {
  /** The field with our payload. */
  public static final String PAYLOAD = "jms";

  /** The field with the record's id. */
  public static final String ID = "id";

  /** The field of a raw body that is no map. */
  public static final String RAW = "data";

  private final PayloadCodec payloads;

  public RecordCodec(PayloadCodec payloads) {
    this.payloads = payloads;
  }

  /**
   * The fields to append, without {@value #ID}. Raw, a map body becomes its entries as flat text
   * (bytes as they are, null as empty) and every other body the one field {@value #RAW}.
   *
   * @throws WireException as {@link PayloadCodec#encode}; {@link WireError#MALFORMED} also when a
   *     raw map has an entry named {@value #ID} or {@value #PAYLOAD}
   */
  public Map<String, byte[]> encode(StoredAs stored, MessageData message, boolean raw)
      throws WireException {
    if (!raw) {
      return Map.of(PAYLOAD, payloads.encode(stored, message, false));
    }
    if (!(message.body() instanceof Body.Fields map)) {
      return Map.of(RAW, payloads.encode(stored, message, true));
    }
    Map<String, byte[]> fields = new LinkedHashMap<>();
    for (Map.Entry<String, Object> entry : map.entries().entrySet()) {
      String name = entry.getKey();
      if (name.equals(ID) || name.equals(PAYLOAD)) {
        throw new WireException(
            WireError.MALFORMED,
            "a map entry named '"
                + name
                + "' cannot be sent with payload=raw: the record needs that field itself");
      }
      fields.put(name, flat(entry.getValue()));
    }
    return fields;
  }

  /** The message in a record. Never fails, see {@link PayloadCodec}. */
  public MessageData decode(StoredAs stored, Map<String, byte[]> fields) {
    byte[] payload = fields.get(PAYLOAD);
    if (payload != null) {
      return payloads.decode(stored, payload);
    }
    Map<String, Object> entries = new LinkedHashMap<>();
    for (Map.Entry<String, byte[]> field : fields.entrySet()) {
      byte[] bytes = field.getValue();
      String text = Utf8.decode(bytes, 0, bytes.length);
      entries.put(field.getKey(), text != null ? text : bytes);
    }
    return new MessageData(stored.foreignHeader(), Map.of(), new Body.Fields(entries));
  }

  private static byte[] flat(Object value) {
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    return value == null ? new byte[0] : value.toString().getBytes(StandardCharsets.UTF_8);
  }
}
