package io.echomq.jms.selector;

/**
 * How two numbers stand to each other by their mathematical values: the long 2 equals 2.0, and no
 * long beyond 2^53 equals a neighbour because a double cannot hold it.
 */
enum NumericOrder {
  LESS,
  EQUAL,
  GREATER,
  /** One is NaN: only {@code <>} holds. */
  UNORDERED;

  private static final double TWO_TO_63 = 0x1p63;

  static NumericOrder of(Number a, Number b) {
    if (isFloating(a)) {
      return isFloating(b)
          ? ofDoubles(a.doubleValue(), b.doubleValue())
          : ofMixed(b.longValue(), a.doubleValue()).reversed();
    }
    return isFloating(b)
        ? ofMixed(a.longValue(), b.doubleValue())
        : ofSign(Long.compare(a.longValue(), b.longValue()));
  }

  private static NumericOrder ofMixed(long exact, double approximate) {
    if (Double.isNaN(approximate)) {
      return UNORDERED;
    }
    if (approximate >= TWO_TO_63) {
      return LESS;
    }
    if (approximate < -TWO_TO_63) {
      return GREATER;
    }
    long whole = (long) approximate;
    return exact == whole ? ofDoubles(whole, approximate) : ofSign(Long.compare(exact, whole));
  }

  private static NumericOrder ofDoubles(double a, double b) {
    if (a < b) {
      return LESS;
    }
    if (a > b) {
      return GREATER;
    }
    return a == b ? EQUAL : UNORDERED;
  }

  private static NumericOrder ofSign(int sign) {
    return sign < 0 ? LESS : sign > 0 ? GREATER : EQUAL;
  }

  private NumericOrder reversed() {
    return this == LESS ? GREATER : this == GREATER ? LESS : this;
  }

  private static boolean isFloating(Number number) {
    return number instanceof Double || number instanceof Float;
  }
}
