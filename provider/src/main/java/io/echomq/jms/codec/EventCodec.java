package io.echomq.jms.codec;

import io.echomq.jms.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Lifecycle events as they are published: one flat JSON object (wire contract, "The Bus").
 *
 * <p>Threads: no state.
 */
public final class EventCodec {
  /** The field with the kind of event. */
  public static final String EVENT = "event";

  /** The field with the id of the job. */
  public static final String JOB = "job";

  /** The field of an event that cannot be read: its text. */
  public static final String UNREADABLE = "unreadable";

  private EventCodec() {}

  /** The event as bytes. */
  public static byte[] write(Map<String, String> fields) {
    JsonWriter json = new JsonWriter(96);
    char separator = '{';
    for (Map.Entry<String, String> field : fields.entrySet()) {
      json.raw(separator).string(field.getKey()).raw(':').string(field.getValue());
      separator = ',';
    }
    return json.raw('}').toBytes();
  }

  /** The fields of an event, all as text; of one that is no flat object, {@value #UNREADABLE}. */
  public static Map<String, String> read(byte[] bytes) {
    Map<String, String> fields = new LinkedHashMap<>();
    try {
      JsonReader json = new JsonReader(bytes, 0, bytes.length);
      json.expect('{');
      boolean more = !json.accept('}');
      while (more) {
        String key = json.key();
        Object value = json.scalar();
        fields.put(key, value == null ? null : value.toString());
        more = json.more('}');
      }
      json.expectEnd();
      return fields;
    } catch (WireException unreadable) {
      return Map.of(UNREADABLE, new String(bytes, StandardCharsets.UTF_8));
    }
  }
}
