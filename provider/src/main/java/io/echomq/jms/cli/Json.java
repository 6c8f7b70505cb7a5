package io.echomq.jms.cli;

import java.util.Base64;
import java.util.Map;

/** Writes plain values as JSON: maps, lists, text, numbers, truth values, bytes as base64. */
final class Json {
  private Json() {}

  static String of(Object value) {
    StringBuilder text = new StringBuilder();
    write(text, value);
    return text.toString();
  }

  private static void write(StringBuilder text, Object value) {
    if (value == null || value instanceof Boolean || value instanceof Integer) {
      text.append(value);
    } else if (value instanceof Number number) {
      boolean finite = Double.isFinite(number.doubleValue());
      text.append(finite ? number.toString() : quote(number.toString()));
    } else if (value instanceof Map<?, ?> map) {
      writeMap(text, map);
    } else if (value instanceof Iterable<?> list) {
      text.append('[');
      String between = "";
      for (Object each : list) {
        text.append(between);
        write(text, each);
        between = ",";
      }
      text.append(']');
    } else if (value instanceof byte[] bytes) {
      text.append(quote(Base64.getEncoder().encodeToString(bytes)));
    } else {
      text.append(quote(value.toString()));
    }
  }

  private static void writeMap(StringBuilder text, Map<?, ?> map) {
    text.append('{');
    String between = "";
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      text.append(between).append(quote(String.valueOf(entry.getKey()))).append(':');
      write(text, entry.getValue());
      between = ",";
    }
    text.append('}');
  }

  private static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      switch (c) {
        case '"', '\\' -> quoted.append('\\').append(c);
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        case '\t' -> quoted.append("\\t");
        default -> {
          if (c < 0x20 || c == 0x7f || Character.isSurrogate(c)) {
            quoted.append(String.format("\\u%04x", (int) c));
          } else {
            quoted.append(c);
          }
        }
      }
    }
    return quoted.append('"').toString();
  }
}
