package io.echomq.jms.selector;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Texts of a program as JSON that every parser reads alike: ASCII only, the rest escaped. */
final class ProgramText {
  private ProgramText() {}

  /** Whether the text has a form in UTF-8: a lone surrogate has none. */
  static boolean isUnicode(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  static boolean isUnicode(int[] points) {
    return Arrays.stream(points)
        .noneMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
  }

  static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < 0x20 || c > 0x7e) {
        json.append("\\u%04x".formatted((int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }

  /** Runs of code points as texts, runs of wildcards as their number. */
  static String segment(int[] points) {
    List<String> pieces = new ArrayList<>();
    int from = 0;
    while (from < points.length) {
      boolean wild = points[from] == LikePattern.ANY_CHARACTER;
      int to = from;
      StringBuilder run = new StringBuilder();
      while (to < points.length && (points[to] == LikePattern.ANY_CHARACTER) == wild) {
        if (!wild) {
          run.appendCodePoint(points[to]);
        }
        to++;
      }
      pieces.add(wild ? String.valueOf(to - from) : quoted(run.toString()));
      from = to;
    }
    return "[" + String.join(",", pieces) + "]";
  }
}
