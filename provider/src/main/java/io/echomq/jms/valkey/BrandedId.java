package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Branded ids (wire contract, "Branded ids"): three letters and eleven base62 digits of a 63-bit
 * snowflake. Within a namespace, byte order is mint order.
 */
final class BrandedId {
  /** The namespace of jobs. */
  static final String JOB = "JOB";

  /** The namespace of stream records. */
  static final String EVENT = "EVT";

  static final int LENGTH = 14;

  /** 2024-01-01T00:00:00Z, ms. */
  static final long EPOCH = 1_704_067_200_000L;

  static final int MAX_NODE = 1023;
  static final int MAX_SEQ = 4095;

  private static final int BRAND = 3;
  private static final long MAX_MILLIS = Long.MAX_VALUE >>> 22;
  private static final long LOW_22 = (1L << 22) - 1;
  private static final byte[] DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
          .getBytes(StandardCharsets.US_ASCII);
  private static final byte[] VALUES = values();

  private BrandedId() {}

  /** The snowflake of a mint time (ms since 1970), a node (0 to 1023) and a sequence (to 4095). */
  static long compose(long unixMillis, int node, int seq) {
    long millis = unixMillis - EPOCH;
    if (millis < 0 || millis > MAX_MILLIS || (node & ~MAX_NODE) != 0 || (seq & ~MAX_SEQ) != 0) {
      throw new IllegalArgumentException(
          "no snowflake has ms " + unixMillis + ", node " + node + ", seq " + seq);
    }
    return millis << 22 | (long) node << 12 | seq;
  }

  /** Mint time of a snowflake, ms since 1970. */
  static long millisOf(long snowflake) {
    return (snowflake >>> 22) + EPOCH;
  }

  static int nodeOf(long snowflake) {
    return (int) (snowflake >>> 12) & MAX_NODE;
  }

  static int seqOf(long snowflake) {
    return (int) snowflake & MAX_SEQ;
  }

  /**
   * Writes an id.
   *
   * @param namespace three letters A-Z
   * @param snowflake 0 to 2^63-1
   */
  static String encode(String namespace, long snowflake) {
    if (!isNamespace(namespace) || snowflake < 0) {
      throw new IllegalArgumentException(
          "no branded id has namespace '" + namespace + "' and value " + snowflake);
    }
    byte[] text = new byte[LENGTH];
    for (int i = 0; i < BRAND; i++) {
      text[i] = (byte) namespace.charAt(i);
    }
    long rest = snowflake;
    for (int i = LENGTH - 1; i >= BRAND; i--) {
      text[i] = DIGITS[(int) (rest % 62)];
      rest /= 62;
    }
    return new String(text, StandardCharsets.ISO_8859_1);
  }

  /**
   * The snowflake of an id.
   *
   * @throws WireException {@link WireError#INVALID_NAME} when it is ill-formed, or above 2^63-1
   */
  static long decode(String id) throws WireException {
    long value = valueOf(id);
    if (value < 0) {
      throw new WireException(
          WireError.INVALID_NAME,
          "'"
              + id
              + "' is no branded id: three letters A-Z and 11 digits 0-9A-Za-z of a value below"
              + " 2^63 (wire contract, branded ids)");
    }
    return value;
  }

  /** Refuses what {@link #decode} refuses. */
  static String check(String id) throws WireException {
    decode(id);
    return id;
  }

  static boolean isWellFormed(String id) {
    return valueOf(id) >= 0;
  }

  /**
   * The stream position of a record's id (wire contract, "The Bus"): mint time and low 22 bits.
   *
   * @throws WireException {@link WireError#INVALID_NAME}
   */
  static String toStreamId(String id) throws WireException {
    long snowflake = decode(id);
    return millisOf(snowflake) + "-" + (snowflake & LOW_22);
  }

  /**
   * The record's id of a stream position.
   *
   * @throws WireException {@link WireError#INVALID_NAME} when no id has this position
   */
  static String fromStreamId(String namespace, String position) throws WireException {
    int dash = position.indexOf('-');
    try {
      long millis = Long.parseLong(position.substring(0, Math.max(dash, 0))) - EPOCH;
      long low = Long.parseLong(position.substring(dash + 1));
      if (millis >= 0 && millis <= MAX_MILLIS && low >= 0 && low <= LOW_22) {
        return encode(namespace, millis << 22 | low);
      }
    } catch (NumberFormatException refused) {
      throw noPosition(position, refused);
    }
    throw noPosition(position, null);
  }

  private static WireException noPosition(String position, Throwable cause) {
    return new WireException(
        WireError.INVALID_NAME,
        "'" + position + "' is no position of a branded id: <ms>-<0 to 4194303>",
        cause);
  }

  /** The value, or -1 when ill-formed. */
  private static long valueOf(String id) {
    if (id == null || id.length() != LENGTH || !isNamespace(id)) {
      return -1;
    }
    long value = 0;
    for (int i = BRAND; i < LENGTH; i++) {
      char c = id.charAt(i);
      int digit = c < VALUES.length ? VALUES[c] : -1;
      // 62^10 fits in 63 bits, 62^11 does not: only the last step can overflow.
      if (digit < 0 || value > (Long.MAX_VALUE - digit) / 62) {
        return -1;
      }
      value = value * 62 + digit;
    }
    return value;
  }

  private static boolean isNamespace(String text) {
    if (text.length() < BRAND) {
      return false;
    }
    for (int i = 0; i < BRAND; i++) {
      if (text.charAt(i) < 'A' || text.charAt(i) > 'Z') {
        return false;
      }
    }
    return true;
  }

  private static byte[] values() {
    byte[] values = new byte[128];
    Arrays.fill(values, (byte) -1);
    for (int i = 0; i < DIGITS.length; i++) {
      values[DIGITS[i]] = (byte) i;
    }
    return values;
  }
}
