package io.echomq.jms.config;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The written form of byte counts: {@code 512 64KB 10MB 1GB}; a KB is 1024 bytes. */
final class Sizes {
  private static final Pattern FORM = Pattern.compile("(\\d{1,18})\\s*(B|KB|MB|GB|)");

  private Sizes() {}

  static long parse(String text) {
    Matcher form = FORM.matcher(text.toUpperCase(Locale.ROOT));
    if (!form.matches()) {
      throw new IllegalArgumentException("write it as 512, 64KB, 10MB or 1GB");
    }
    try {
      return Math.multiplyExact(Long.parseLong(form.group(1)), bytesPer(form.group(2)));
    } catch (ArithmeticException overflow) {
      throw new IllegalArgumentException("too large a size", overflow);
    }
  }

  static String format(long bytes) {
    for (String unit : new String[] {"GB", "MB", "KB"}) {
      if (bytes != 0 && bytes % bytesPer(unit) == 0) {
        return bytes / bytesPer(unit) + unit;
      }
    }
    return Long.toString(bytes);
  }

  private static long bytesPer(String unit) {
    return switch (unit) {
      case "GB" -> 1L << 30;
      case "MB" -> 1L << 20;
      case "KB" -> 1L << 10;
      default -> 1L;
    };
  }
}
