package io.echomq.jms.selector;

import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numeric literals in the syntax of Java (§3.8.1.1): exact ones in the range of long whatever their
 * suffix, approximate ones as double, or as float with {@code f}.
 *
 * @param value a Long, Double or Float; the BigInteger 2^63 when it only makes sense negated
 * @param end offset behind the literal
 */
record NumberLiteral(Object value, int end) {
  static final BigInteger MIN_MAGNITUDE = BigInteger.ONE.shiftLeft(63);

  private static final String DIGITS = "[0-9](?:[0-9_]*[0-9])?";
  private static final String HEX = "[0-9a-fA-F](?:[0-9a-fA-F_]*[0-9a-fA-F])?";
  private static final String EXPONENT = "[eE][+-]?" + DIGITS;
  private static final Pattern APPROXIMATE =
      Pattern.compile(
          "(?:0[xX](?:%2$s\\.?|(?:%2$s)?\\.%2$s)[pP][+-]?%1$s[fFdD]?)|".formatted(DIGITS, HEX)
              + "(?:%1$s\\.(?:%1$s)?(?:%2$s)?[fFdD]?)|".formatted(DIGITS, EXPONENT)
              + "(?:\\.%1$s(?:%2$s)?[fFdD]?)|".formatted(DIGITS, EXPONENT)
              + "(?:%1$s(?:%2$s[fFdD]?|[fFdD]))".formatted(DIGITS, EXPONENT));
  private static final Pattern EXACT =
      Pattern.compile("(?:0[xX](%2$s)|0[bB]([01_]*[01])|(%1$s))[lL]?".formatted(DIGITS, HEX));

  static boolean startsAt(String text, int at) {
    char c = text.charAt(at);
    return isDigit(c) || c == '.' && at + 1 < text.length() && isDigit(text.charAt(at + 1));
  }

  static NumberLiteral read(String text, int at) {
    Matcher approximate = APPROXIMATE.matcher(text).region(at, text.length());
    Matcher exact = EXACT.matcher(text).region(at, text.length());
    boolean isApproximate = approximate.lookingAt();
    boolean isExact = exact.lookingAt();
    // 0x1d is exact although "0" alone could begin an approximate literal: the longer one is it.
    boolean takeExact = isExact && (!isApproximate || exact.end() >= approximate.end());
    if (!isExact && !isApproximate) {
      throw refuse(text, at, at + 1, "a number");
    }
    int end = takeExact ? exact.end() : approximate.end();
    if (end < text.length()
        && (text.charAt(end) == '.' || Character.isJavaIdentifierPart(text.codePointAt(end)))) {
      throw refuse(text, at, end + 1, "a number as Java writes it, then a space or an operator");
    }
    String literal = text.substring(at, end).replace("_", "");
    Object value = takeExact ? exact(literal, exact) : approximate(literal);
    if (value == null) {
      throw refuse(
          text,
          at,
          end,
          takeExact
              ? "a number in the range of long, octal when it begins with 0"
              : "a number in range");
    }
    return new NumberLiteral(value, end);
  }

  private static Object exact(String literal, Matcher form) {
    try {
      if (form.group(1) != null) {
        return Long.parseUnsignedLong(form.group(1).replace("_", ""), 16);
      }
      if (form.group(2) != null) {
        return Long.parseUnsignedLong(form.group(2).replace("_", ""), 2);
      }
      String digits = form.group(3).replace("_", "");
      if (digits.length() > 1 && digits.startsWith("0")) {
        return Long.parseUnsignedLong(digits, 8);
      }
      return digits.equals(MIN_MAGNITUDE.toString()) ? MIN_MAGNITUDE : Long.valueOf(digits);
    } catch (NumberFormatException outOfRange) {
      return null;
    }
  }

  /** Null when the literal overflows, or becomes zero without being it. */
  private static Object approximate(String literal) {
    char suffix = Character.toLowerCase(literal.charAt(literal.length() - 1));
    boolean hex = literal.startsWith("0x") || literal.startsWith("0X");
    Number value = suffix == 'f' ? (Number) Float.valueOf(literal) : Double.valueOf(literal);
    boolean lost = value.doubleValue() == 0 && hasSignificantDigit(literal, hex);
    return lost || Double.isInfinite(value.doubleValue()) ? null : value;
  }

  private static boolean hasSignificantDigit(String literal, boolean hex) {
    String mantissa = literal.split(hex ? "[pP]" : "[eEfFdD]", 2)[0];
    return mantissa.chars().skip(hex ? 2 : 0).anyMatch(c -> c != '0' && c != '.');
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static SelectorSyntaxException refuse(String text, int at, int end, String expected) {
    String found = text.substring(at, Math.min(end, text.length()));
    return new SelectorSyntaxException(text, at, "'" + found + "'", expected);
  }
}
