package io.echomq.jms.selector;

import java.util.Map;
import java.util.StringJoiner;

/** A message in its two forms: as a property source, and as the header line on the wire. */
final class SampleMessage {
  /** The id of the job and what follows from it. */
  static final String ID = "JOB0STF4r0SSpz";

  static final long MINTED_AT = 1795959296123L;

  private static final Map<String, Object> DEFAULTS =
      Map.of(
          "JMSMessageID",
          "ID:" + ID,
          "JMSTimestamp",
          MINTED_AT,
          "JMSPriority",
          4,
          "JMSDeliveryMode",
          "PERSISTENT");

  private SampleMessage() {}

  static PropertySource source(Map<String, Object> message) {
    return name -> message.containsKey(name) ? message.get(name) : DEFAULTS.get(name);
  }

  static String headerLine(Map<String, Object> message) {
    StringJoiner properties = new StringJoiner(",", "{", "}");
    StringBuilder fields = new StringBuilder();
    message.forEach(
        (name, value) -> {
          HeaderField field = HeaderField.named(name).orElse(null);
          if (field == null) {
            properties.add(ProgramText.quoted(name) + ":" + json(value));
          } else if (field == HeaderField.DELIVERY_MODE) {
            fields.append(",\"dm\":").append("PERSISTENT".equals(value) ? 2 : 1);
          } else if (value instanceof Long) {
            fields.append(",\"").append(field.key()).append("\":").append(value);
          } else {
            fields.append(",\"").append(field.key()).append("\":").append(json(value));
          }
        });
    return "{\"jms\":1,\"m\":\"t\"" + fields + ",\"p\":" + properties + "}";
  }

  private static String json(Object value) {
    if (value instanceof String text) {
      return ProgramText.quoted(text);
    }
    if (value instanceof Long || value instanceof Short || value instanceof Byte) {
      String tag = value.getClass().getSimpleName().substring(0, 1).toLowerCase();
      return "{\"" + tag + "\":\"" + value + "\"}";
    }
    if (value instanceof Float || value instanceof Double) {
      return "{\"" + (value instanceof Float ? "f" : "d") + "\":\"" + value + "\"}";
    }
    return String.valueOf(value);
  }
}
