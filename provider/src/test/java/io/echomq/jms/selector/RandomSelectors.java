package io.echomq.jms.selector;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Selectors and messages at random, with a liking for the values where evaluators differ. */
final class RandomSelectors {
  private static final String[] NAMES = {"a", "b", "c", "s", "t", "JMSPriority"};
  private static final String[] TEXTS = {"", "a", "ab", "aab", "a_b", "%", "ü", "😀b", "ab😀"};
  private static final long[] EDGES = {
    0,
    1,
    -1,
    2,
    3,
    7,
    10,
    255,
    1L << 24,
    (1L << 24) + 1,
    (1L << 31) - 1,
    1L << 31,
    1L << 32,
    999_999_999_999_999L,
    1_000_000_000_000_000L,
    (1L << 53) - 1,
    1L << 53,
    (1L << 53) + 1,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    Long.MAX_VALUE - 1
  };
  private static final double[] REALS = {
    0.0,
    -0.0,
    0.1,
    0.5,
    1.5,
    2.0,
    1e10,
    9007199254740992.0,
    9.223372036854775807E18,
    1e300,
    -2.5,
    4.9e-324,
    3.4028235E38
  };

  private final Random random;

  RandomSelectors(long seed) {
    random = new Random(seed);
  }

  List<Map<String, Object>> messages(int count) {
    List<Map<String, Object>> messages = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Map<String, Object> message = new LinkedHashMap<>();
      for (String name : NAMES) {
        if (name.equals("JMSPriority")) {
          message.put(name, random.nextInt(10));
        } else if (random.nextInt(4) > 0) {
          message.put(name, value());
        }
      }
      messages.add(message);
    }
    return messages;
  }

  String condition(int depth) {
    int choice = random.nextInt(depth <= 0 ? 7 : 11);
    return switch (choice) {
      case 0 -> name() + (random.nextBoolean() ? " IS NULL" : " IS NOT NULL");
      case 1 -> name() + not() + " IN (" + text() + ", " + text() + ")";
      case 2 -> name() + not() + " LIKE " + pattern();
      case 3 -> sum(depth - 1) + not() + " BETWEEN " + sum(depth - 1) + " AND " + sum(depth - 1);
      case 4 ->
          name() + pick(" = ", " <> ") + (random.nextBoolean() ? text() : pick("TRUE", "FALSE"));
      case 5, 6 ->
          sum(depth - 1) + pick(" = ", " <> ", " < ", " <= ", " > ", " >= ") + sum(depth - 1);
      case 7, 8 -> "(" + condition(depth - 1) + pick(" AND ", " OR ") + condition(depth - 1) + ")";
      case 9 -> "NOT (" + condition(depth - 1) + ")";
      default -> random.nextBoolean() ? name() : "TRUE";
    };
  }

  private String sum(int depth) {
    if (depth <= 0 || random.nextInt(3) > 0) {
      return random.nextBoolean() ? name() : number();
    }
    String left = sum(depth - 1);
    return switch (random.nextInt(6)) {
      case 0 -> "-(" + left + ")";
      case 1 -> "+(" + left + ")";
      default -> "(" + left + pick(" + ", " - ", " * ", " / ") + sum(depth - 1) + ")";
    };
  }

  private String number() {
    return switch (random.nextInt(4)) {
      case 0 -> String.valueOf(REALS[random.nextInt(REALS.length)]);
      case 1 -> (float) random.nextInt(100) / 10 + "f";
      case 2 -> String.valueOf(random.nextInt(20) - 10);
      default -> String.valueOf(EDGES[random.nextInt(EDGES.length)]);
    };
  }

  private Object value() {
    return switch (random.nextInt(9)) {
      case 0 -> random.nextBoolean();
      case 1 -> (byte) random.nextInt(256);
      case 2 -> (short) random.nextInt(20);
      case 3, 4 -> random.nextInt(20) - 5;
      case 5 -> EDGES[random.nextInt(EDGES.length)];
      case 6 -> random.nextInt(10) == 0 ? Float.NaN : random.nextInt(100) / 10f;
      case 7 ->
          random.nextInt(10) == 0 ? Double.NEGATIVE_INFINITY : REALS[random.nextInt(REALS.length)];
      default -> TEXTS[random.nextInt(TEXTS.length)];
    };
  }

  private String pattern() {
    StringBuilder pattern = new StringBuilder("'");
    for (int i = random.nextInt(6); i > 0; i--) {
      pattern.append(pick("%", "_", "a", "b", "!%", "!_", "ü", "😀", "%a"));
    }
    return pattern.append("' ESCAPE '!'").toString();
  }

  private String name() {
    return NAMES[random.nextInt(NAMES.length)];
  }

  private String text() {
    return "'" + TEXTS[random.nextInt(TEXTS.length)] + "'";
  }

  private String not() {
    return random.nextInt(3) == 0 ? " NOT" : "";
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
