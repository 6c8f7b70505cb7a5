package io.echomq.jms.config;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How values of one kind are read and written. {@code parse(format(v))} equals {@code v}.
 *
 * @param <T> the type of the values
 * @param label what is accepted, as it stands in error messages and in the documentation
 * @param parser text to value; throws IllegalArgumentException for anything else
 * @param formatter value to the one canonical text
 */
public record OptionType<T>(
    String label, Function<String, T> parser, Function<T, String> formatter) {
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9._-]{1,128}");

  /** Any text; empty means none. */
  static final OptionType<String> TEXT = new OptionType<>("text", s -> s, s -> s);

  static final OptionType<Boolean> BOOLEAN =
      new OptionType<>("true or false", OptionType::parseBoolean, String::valueOf);

  /** The name of a queue that stays, by the wire's grammar; empty means none. */
  static final OptionType<String> QUEUE_NAME =
      text(
          "queue name",
          s ->
              WORD.matcher(s).matches()
                  && !s.equals("emq")
                  && !s.equals("_jms")
                  && !s.startsWith("_tmp."),
          "1 to 128 of A-Z a-z 0-9 . _ -, neither 'emq' nor '_jms', and no temporary queue (_tmp.)");

  /** Text of a restricted form; empty means none. */
  static OptionType<String> text(String label, Predicate<String> accepted, String rule) {
    return new OptionType<>(
        label,
        s -> {
          check(s.isEmpty() || accepted.test(s), rule);
          return s;
        },
        s -> s);
  }

  static OptionType<Integer> integer(int min, int max) {
    return new OptionType<>(
        "whole number, " + min + " to " + max,
        s -> (int) within(Long.parseLong(s), min, max),
        String::valueOf);
  }

  static OptionType<Long> count(long min, long max) {
    String range = max == Long.MAX_VALUE ? ", at least " + min : ", " + min + " to " + max;
    return new OptionType<>(
        "whole number" + range, s -> within(Long.parseLong(s), min, max), String::valueOf);
  }

  static OptionType<Double> decimal(double min, double max) {
    return new OptionType<>(
        "number, " + min + " to " + max,
        s -> {
          double value = Double.parseDouble(s);
          check(value >= min && value <= max, "out of range");
          return value;
        },
        String::valueOf);
  }

  /** A duration such as {@code 250ms}, {@code 30s}, {@code 5m}, {@code 1h}, {@code 1d}. */
  static OptionType<Duration> duration(String min, String max) {
    Duration low = Durations.parse(min);
    Duration high = Durations.parse(max);
    return new OptionType<>(
        "duration, " + min + " to " + max,
        s -> {
          Duration value = Durations.parse(s);
          check(value.compareTo(low) >= 0 && value.compareTo(high) <= 0, "out of range");
          return value;
        },
        Durations::format);
  }

  /** A number of bytes such as {@code 512}, {@code 64KB}, {@code 10MB}. */
  static OptionType<Long> size(String min, String max) {
    long low = Sizes.parse(min);
    long high = Sizes.parse(max);
    return new OptionType<>(
        "size, " + min + " to " + max, s -> within(Sizes.parse(s), low, high), Sizes::format);
  }

  /** One of an enum's constants, written in lower case with hyphens. */
  static <E extends Enum<E>> OptionType<E> oneOf(Class<E> type) {
    List<E> constants = Arrays.asList(type.getEnumConstants());
    String label = constants.stream().map(OptionType::word).collect(Collectors.joining(", "));
    return new OptionType<>(
        "one of " + label,
        s ->
            constants.stream()
                .filter(c -> word(c).equals(s.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new),
        OptionType::word);
  }

  /** Comma separated entries, each of a form; an empty text is the empty list. */
  static OptionType<List<String>> listOf(String label, Predicate<String> accepted) {
    return new OptionType<>(
        "comma separated list of " + label,
        s -> {
          if (s.isEmpty()) {
            return List.of();
          }
          List<String> entries = Arrays.stream(s.split(",", -1)).map(String::strip).toList();
          entries.forEach(e -> check(accepted.test(e), "'" + e + "' is not one"));
          return entries;
        },
        entries -> String.join(",", entries));
  }

  T parse(String text) {
    return parser.apply(text);
  }

  String format(T value) {
    return formatter.apply(value);
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static boolean parseBoolean(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    check(lower.equals("true") || lower.equals("false"), "");
    return lower.equals("true");
  }

  private static long within(long value, long min, long max) {
    check(value >= min && value <= max, "out of range");
    return value;
  }

  private static void check(boolean accepted, String detail) {
    if (!accepted) {
      throw detail.isEmpty()
          ? new IllegalArgumentException()
          : new IllegalArgumentException(detail);
    }
  }
}
