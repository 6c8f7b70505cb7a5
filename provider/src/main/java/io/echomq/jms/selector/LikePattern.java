package io.echomq.jms.selector;

import java.util.ArrayList;
import java.util.List;

/**
 * A LIKE pattern cut at its {@code %} into segments, each of code points and {@code _} wildcards.
 * All segments have a fixed length, so taking each at its leftmost place is always right: matching
 * never goes back, and costs at most text length times the longest segment.
 */
final class LikePattern {
  /** Stands for {@code _} in a segment; no code point. */
  static final int ANY_CHARACTER = -1;

  private final List<int[]> segments;

  private LikePattern(List<int[]> segments) {
    this.segments = segments;
  }

  /**
   * Reads a pattern.
   *
   * @param pattern the text between the quotes
   * @param escape the code point that takes the next one's meaning away, or -1 for none
   * @throws IllegalArgumentException when the pattern ends with the escape character
   */
  static LikePattern of(String pattern, int escape) {
    List<int[]> segments = new ArrayList<>();
    List<Integer> segment = new ArrayList<>();
    boolean escaped = false;
    for (int point : pattern.codePoints().toArray()) {
      if (!escaped && point == escape) {
        escaped = true;
        continue;
      }
      if (!escaped && point == '%') {
        segments.add(toArray(segment));
        segment.clear();
      } else {
        segment.add(!escaped && point == '_' ? ANY_CHARACTER : point);
      }
      escaped = false;
    }
    if (escaped) {
      throw new IllegalArgumentException("a character behind the escape character");
    }
    segments.add(toArray(segment));
    return new LikePattern(segments);
  }

  /** The segments; more than one mean a {@code %} between each two. */
  List<int[]> segments() {
    return segments.stream().map(int[]::clone).toList();
  }

  boolean matches(String text) {
    int[] points = text.codePoints().toArray();
    int[] first = segments.get(0);
    if (segments.size() == 1) {
      return points.length == first.length && fits(points, 0, first);
    }
    int[] last = segments.get(segments.size() - 1);
    int end = points.length - last.length;
    if (first.length > end || !fits(points, 0, first) || !fits(points, end, last)) {
      return false;
    }
    int from = first.length;
    for (int[] segment : segments.subList(1, segments.size() - 1)) {
      from = find(points, from, end, segment);
      if (from < 0) {
        return false;
      }
    }
    return true;
  }

  /** The place behind the leftmost fit between from and end, or -1. */
  private static int find(int[] points, int from, int end, int[] segment) {
    for (int at = from; at + segment.length <= end; at++) {
      if (fits(points, at, segment)) {
        return at + segment.length;
      }
    }
    return -1;
  }

  private static boolean fits(int[] points, int at, int[] segment) {
    for (int i = 0; i < segment.length; i++) {
      if (segment[i] != ANY_CHARACTER && segment[i] != points[at + i]) {
        return false;
      }
    }
    return true;
  }

  private static int[] toArray(List<Integer> segment) {
    return segment.stream().mapToInt(Integer::intValue).toArray();
  }
}
