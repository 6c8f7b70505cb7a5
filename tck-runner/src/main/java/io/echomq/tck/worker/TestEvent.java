package io.echomq.tck.worker;

import java.util.Optional;

/**
 * One line that a worker tells its parent.
 *
 * @param kind what happened
 * @param test the test method's name; empty when it concerns the class
 * @param millis how long the test took; 0 where that makes no sense
 * @param text the failure or the reason; lines are separated by {@code \n}
 */
public record TestEvent(Kind kind, String test, long millis, String text) {
  /** Each line of the worker's begins so; a JVM prints other things to its output as well. */
  private static final String MARK = "@tck";

  /** What can happen. */
  public enum Kind {
    /** The class was found; {@code millis} is the number of its tests. */
    PLAN,
    START,
    PASS,
    FAIL,
    SKIP,
    /** The class itself failed, in {@code @BeforeAll} for example; its tests may not have run. */
    CLASS_FAIL,
    /** Everything was run; nothing follows. */
    DONE
  }

  /** As a line, without its end. */
  public String toLine() {
    return String.join("\t", MARK, kind.name(), escape(test), Long.toString(millis), escape(text));
  }

  /** Reads a line back; empty when it is not one of ours. */
  public static Optional<TestEvent> parse(String line) {
    String[] parts = line.split("\t", -1);
    if (parts.length != 5 || !parts[0].equals(MARK)) {
      return Optional.empty();
    }
    return Optional.of(
        new TestEvent(
            Kind.valueOf(parts[1]),
            unescape(parts[2]),
            Long.parseLong(parts[3]),
            unescape(parts[4])));
  }

  private static String escape(String text) {
    return text.replace("\\", "\\\\")
        .replace("\n", "\\n")
        .replace("\r", "\\r")
        .replace("\t", "\\t");
  }

  private static String unescape(String text) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\' || i + 1 == text.length()) {
        plain.append(c);
        continue;
      }
      i++;
      plain.append(
          switch (text.charAt(i)) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> text.charAt(i);
          });
    }
    return plain.toString();
  }
}
