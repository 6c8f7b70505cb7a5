package io.echomq.jms.config;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The written form of durations: {@code 250ms 30s 5m 1h 1d}, or plain milliseconds. */
final class Durations {
  private static final Pattern FORM = Pattern.compile("(\\d{1,18})\\s*(ms|s|m|h|d|)");

  private Durations() {}

  static Duration parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException("write it as 250ms, 30s, 5m, 1h, 1d or milliseconds");
    }
    long count = Long.parseLong(form.group(1));
    try {
      return Duration.ofMillis(Math.multiplyExact(count, millisPer(form.group(2))));
    } catch (ArithmeticException overflow) {
      throw new IllegalArgumentException("too long a time", overflow);
    }
  }

  /** The largest unit that divides the value exactly, so that reading it gives it back. */
  static String format(Duration duration) {
    long millis = duration.toMillis();
    for (String unit : new String[] {"d", "h", "m", "s"}) {
      if (millis != 0 && millis % millisPer(unit) == 0) {
        return millis / millisPer(unit) + unit;
      }
    }
    return millis + "ms";
  }

  private static long millisPer(String unit) {
    return switch (unit) {
      case "d" -> 86_400_000L;
      case "h" -> 3_600_000L;
      case "m" -> 60_000L;
      case "s" -> 1_000L;
      default -> 1L;
    };
  }
}
