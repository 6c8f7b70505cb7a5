package io.echomq.tck.gate;

import java.math.BigInteger;

/** Branded ids once more, from the contract's words alone, so that nobody judges himself. */
final class BrandedIds {
  static final long EPOCH = 1_704_067_200_000L;

  private static final String DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final BigInteger BASE = BigInteger.valueOf(62);
  private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);
  private static final int LENGTH = 14;

  private BrandedIds() {}

  static String encode(String namespace, long snowflake) {
    StringBuilder digits = new StringBuilder();
    long rest = snowflake;
    for (int i = 0; i < LENGTH - 3; i++) {
      digits.append(DIGITS.charAt((int) (rest % 62)));
      rest /= 62;
    }
    return namespace + digits.reverse();
  }

  /**
   * The snowflake.
   *
   * @throws IllegalArgumentException when it is not well-formed, or over 2^63-1
   */
  static long decode(String id) {
    if (id.length() != LENGTH || !id.matches("[A-Z]{3}[0-9A-Za-z]{11}")) {
      throw new IllegalArgumentException("'" + id + "' is no branded id");
    }
    BigInteger value = BigInteger.ZERO;
    for (char digit : id.substring(3).toCharArray()) {
      value = value.multiply(BASE).add(BigInteger.valueOf(DIGITS.indexOf(digit)));
    }
    if (value.compareTo(MAX) > 0) {
      throw new IllegalArgumentException("'" + id + "' is over 2^63-1");
    }
    return value.longValueExact();
  }

  static long snowflake(long millis, int node, int sequence) {
    return (millis - EPOCH) << 22 | (long) node << 12 | sequence;
  }

  static long millis(String id) {
    return (decode(id) >>> 22) + EPOCH;
  }

  /** {@code <unix ms>-<low 22 bits>}, the position of a record with this id. */
  static String position(String id) {
    return millis(id) + "-" + (decode(id) & 0x3fffff);
  }
}
