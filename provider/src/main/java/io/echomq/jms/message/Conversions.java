package io.echomq.jms.message;

import jakarta.jms.MessageFormatException;
import java.util.Arrays;
import java.util.Objects;

/**
 * The conversion tables of properties (§3.5.4) and of map and stream bodies (§3.11.3), which are
 * one table since properties have neither chars nor bytes.
 *
 * <p>A null value read as a primitive behaves as the primitive's {@code valueOf(String)} does with
 * null: false, NumberFormatException, or NullPointerException for float, double and char. The label
 * is a property's or entry's name, or a position; it is used in errors only.
 */
final class Conversions {
  private Conversions() {}

  static boolean toBoolean(Object value, Object label) throws MessageFormatException {
    if (value instanceof Boolean bool) {
      return bool;
    }
    return Boolean.parseBoolean(text(value, label, "boolean"));
  }

  static byte toByte(Object value, Object label) throws MessageFormatException {
    if (value instanceof Byte number) {
      return number;
    }
    return Byte.parseByte(text(value, label, "byte"));
  }

  static short toShort(Object value, Object label) throws MessageFormatException {
    if (value instanceof Short || value instanceof Byte) {
      return ((Number) value).shortValue();
    }
    return Short.parseShort(text(value, label, "short"));
  }

  static int toInt(Object value, Object label) throws MessageFormatException {
    if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
      return ((Number) value).intValue();
    }
    return Integer.parseInt(text(value, label, "int"));
  }

  static long toLong(Object value, Object label) throws MessageFormatException {
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    return Long.parseLong(text(value, label, "long"));
  }

  static float toFloat(Object value, Object label) throws MessageFormatException {
    if (value instanceof Float number) {
      return number;
    }
    return Float.parseFloat(text(value, label, "float"));
  }

  static double toDouble(Object value, Object label) throws MessageFormatException {
    if (value instanceof Double || value instanceof Float) {
      return ((Number) value).doubleValue();
    }
    return Double.parseDouble(text(value, label, "double"));
  }

  static char toChar(Object value, Object label) throws MessageFormatException {
    if (value instanceof Character character) {
      return character;
    }
    if (value == null) {
      throw new NullPointerException("'" + label + "' is null and cannot be read as char");
    }
    throw refusal(value, label, "char");
  }

  static String toText(Object value, Object label) throws MessageFormatException {
    if (value instanceof byte[]) {
      throw refusal(value, label, "String");
    }
    return value == null ? null : value.toString();
  }

  /** The array itself, not a copy. */
  static byte[] toBytes(Object value, Object label) throws MessageFormatException {
    if (value == null || value instanceof byte[]) {
      return (byte[]) value;
    }
    throw refusal(value, label, "byte[]");
  }

  /**
   * A part of an array, as a copy.
   *
   * @throws IndexOutOfBoundsException when it is not inside the array
   */
  static byte[] slice(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    return Arrays.copyOfRange(bytes, offset, offset + length);
  }

  /**
   * A value that a map or stream body can hold, as it is kept: arrays are copied.
   *
   * @throws MessageFormatException when it is of another type
   */
  static Object bodyValue(Object value, Object label) throws MessageFormatException {
    if (value instanceof byte[] bytes) {
      return bytes.clone();
    }
    return value instanceof Character ? value : propertyValue(value, label);
  }

  /**
   * A value that a property can hold.
   *
   * @throws MessageFormatException when it is of another type
   */
  static Object propertyValue(Object value, Object label) throws MessageFormatException {
    if (value == null
        || value instanceof String
        || value instanceof Boolean
        || value instanceof Byte
        || value instanceof Short
        || value instanceof Integer
        || value instanceof Long
        || value instanceof Float
        || value instanceof Double) {
      return value;
    }
    throw new MessageFormatException(
        "'" + label + "' cannot hold a " + value.getClass().getName() + " (§3.5.5, §3.11.3)");
  }

  private static String text(Object value, Object label, String type)
      throws MessageFormatException {
    if (value == null || value instanceof String) {
      return (String) value;
    }
    throw refusal(value, label, type);
  }

  private static MessageFormatException refusal(Object value, Object label, String type) {
    return new MessageFormatException(
        "'"
            + label
            + "' is a "
            + value.getClass().getSimpleName()
            + " and cannot be read as "
            + type
            + " (§3.5.4, §3.11.3)");
  }
}
