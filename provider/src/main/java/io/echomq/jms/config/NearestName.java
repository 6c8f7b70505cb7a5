package io.echomq.jms.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** Finds the known name that a mistyped or shortened one probably meant, by edit distance. */
final class NearestName {
  /** Beginnings shorter than this fit too many names. */
  private static final int LEAST_BEGINNING = 4;

  private NearestName() {}

  /** The phrase with the nearest name put in, or an empty text when nothing is near. */
  static String of(String name, Collection<String> known, String phrase) {
    int near = Math.max(2, name.length() / 3);
    return known.stream()
        .filter(candidate -> distance(name, candidate) <= near || isShort(name, candidate))
        .min(Comparator.comparingInt(candidate -> distance(name, candidate)))
        .map(phrase::formatted)
        .orElse("");
  }

  private static boolean isShort(String name, String candidate) {
    return name.length() >= LEAST_BEGINNING
        && candidate.regionMatches(true, 0, name, 0, name.length());
  }

  private static int distance(String left, String right) {
    String a = left.toLowerCase(Locale.ROOT);
    String b = right.toLowerCase(Locale.ROOT);
    int[] above = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, Math.min(above[j], row[j - 1]) + 1);
      }
      above = row;
    }
    return above[b.length()];
  }
}
