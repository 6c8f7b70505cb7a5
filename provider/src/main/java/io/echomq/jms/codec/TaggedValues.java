package io.echomq.jms.codec;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Typed values in JSON: string, boolean, null and 32-bit integer are themselves, the rest is an
 * object of one member whose name tells the type and whose value is a string.
 *
 * <table>
 *   <caption>Tags</caption>
 *   <tr><th>tag</th><th>type</th><th>example</th></tr>
 *   <tr><td>{@code l}</td><td>long</td><td><code>{"l":"9007199254740993"}</code></td></tr>
 *   <tr><td>{@code b}</td><td>byte</td><td><code>{"b":"-1"}</code></td></tr>
 *   <tr><td>{@code s}</td><td>short</td><td><code>{"s":"7"}</code></td></tr>
 *   <tr><td>{@code f}</td><td>float</td><td><code>{"f":"1.1"}</code>, shortest form that reads back
 *     as the same float</td></tr>
 *   <tr><td>{@code d}</td><td>double</td><td><code>{"d":"-Infinity"}</code>, also {@code
 *     NaN}</td></tr>
 *   <tr><td>{@code c}</td><td>char, only in bodies</td><td><code>{"c":"x"}</code></td></tr>
 *   <tr><td>{@code y}</td><td>bytes, only in bodies and correlation ids</td><td><code>
 *     {"y":"aGVsbG8="}</code></td></tr>
 * </table>
 *
 * <p>When reading, a number behind a numeric tag is accepted as well as a string, and an untagged
 * number beyond 32 bits is a long, one with a fraction a double: what other writers may do.
 */
final class TaggedValues {
  private TaggedValues() {}

  /** Writes a property value. */
  static void writeProperty(JsonWriter json, String name, Object value) throws WireException {
    if (value instanceof Character || value instanceof byte[]) {
      throw unknown("property '" + name + "'", value);
    }
    write(json, name, value);
  }

  /** Writes a value of a map or stream body. */
  static void write(JsonWriter json, String name, Object value) throws WireException {
    if (value == null) {
      json.raw("null");
    } else if (value instanceof String text) {
      json.string(text);
    } else if (value instanceof Integer || value instanceof Boolean) {
      json.raw(value.toString());
    } else if (value instanceof Long) {
      tagged(json, "{\"l\":\"", value);
    } else if (value instanceof Byte) {
      tagged(json, "{\"b\":\"", value);
    } else if (value instanceof Short) {
      tagged(json, "{\"s\":\"", value);
    } else if (value instanceof Float) {
      tagged(json, "{\"f\":\"", value);
    } else if (value instanceof Double) {
      tagged(json, "{\"d\":\"", value);
    } else if (value instanceof Character) {
      json.raw("{\"c\":").string(value.toString()).raw('}');
    } else if (value instanceof byte[] bytes) {
      tagged(json, "{\"y\":\"", Base64.getEncoder().encodeToString(bytes));
    } else {
      throw unknown("value '" + name + "'", value);
    }
  }

  /** Reads an object of property values; of a name that occurs twice the last value counts. */
  static Map<String, Object> readProperties(JsonReader json) throws WireException {
    Map<String, Object> properties = readObject(json);
    for (Map.Entry<String, Object> property : properties.entrySet()) {
      if (property.getValue() instanceof Character || property.getValue() instanceof byte[]) {
        throw json.malformed("property '" + property.getKey() + "' of a type for bodies, before");
      }
    }
    return properties;
  }

  /** Reads an object of body values; of a name that occurs twice the last value counts. */
  static Map<String, Object> readObject(JsonReader json) throws WireException {
    Map<String, Object> values = new LinkedHashMap<>();
    json.expect('{');
    if (!json.accept('}')) {
      do {
        String name = json.key();
        values.put(name, read(json));
      } while (json.more('}'));
    }
    return values;
  }

  /** Reads one value. */
  static Object read(JsonReader json) throws WireException {
    if (!json.accept('{')) {
      return json.scalar();
    }
    Object value;
    do {
      String tag = json.key();
      value = typed(json, tag, json.scalar());
    } while (json.more('}'));
    return value;
  }

  private static Object typed(JsonReader json, String tag, Object written) throws WireException {
    if (!(written instanceof String) && !(written instanceof Number)) {
      throw json.malformed("tag '" + tag + "' without a value, before");
    }
    String text = written.toString();
    try {
      return switch (tag) {
        case "l" -> Long.valueOf(text);
        case "b" -> Byte.valueOf(text);
        case "s" -> Short.valueOf(text);
        case "f" -> Float.valueOf(text);
        case "d" -> Double.valueOf(text);
        case "y" -> Base64.getDecoder().decode(text);
        case "c" -> {
          if (text.length() != 1) {
            throw json.malformed("tag 'c' with " + text.length() + " characters, before");
          }
          yield text.charAt(0);
        }
        default -> throw json.malformed("unknown tag '" + tag + "', before");
      };
    } catch (IllegalArgumentException unreadable) {
      throw new WireException(
          WireError.MALFORMED, "tag '" + tag + "' with an unreadable value", unreadable);
    }
  }

  private static void tagged(JsonWriter json, String open, Object value) {
    json.raw(open).raw(value.toString()).raw("\"}");
  }

  private static WireException unknown(String what, Object value) {
    return new WireException(
        WireError.MALFORMED,
        what + " has a type that no message can carry: " + value.getClass().getName());
  }
}
