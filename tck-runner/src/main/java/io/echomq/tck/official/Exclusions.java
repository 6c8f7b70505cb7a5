package io.echomq.tck.official;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Tests that are left out, each with the reason. A line is {@code class#method reason…}; {@code #}
 * begins a comment. Only a test that is itself wrong by the text of the specification belongs here.
 *
 * <p>Threads: immutable.
 */
final class Exclusions {
  private static final String RESOURCE = "tck-exclusions.txt";

  private final Map<String, String> reasons;

  private Exclusions(Map<String, String> reasons) {
    this.reasons = reasons;
  }

  /** Those that come with the runner. */
  static Exclusions bundled() throws IOException {
    try (InputStream in = Exclusions.class.getResourceAsStream("/" + RESOURCE)) {
      if (in == null) {
        throw new IOException(RESOURCE + " is not on the class path");
      }
      return parse(RESOURCE, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  /**
   * Those of a file.
   *
   * @throws IllegalArgumentException when there is no such file, or a line is not as it must be
   */
  static Exclusions read(Path file) throws IOException {
    try {
      return parse(file.toString(), Files.readString(file));
    } catch (NoSuchFileException absent) {
      throw new IllegalArgumentException("-Dtck.exclusions=" + file + ": there is no such file");
    }
  }

  static Exclusions parse(String where, String text) {
    Map<String, String> reasons = new LinkedHashMap<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      if (line.isBlank() || line.stripLeading().startsWith("#")) {
        continue;
      }
      String[] parts = line.strip().split("\\s+", 2);
      if (parts.length < 2 || !parts[0].matches("[\\w.$]+#\\w+")) {
        throw new IllegalArgumentException(
            where + ", line " + number + ": write class#method, a space and the reason");
      }
      if (reasons.put(parts[0], parts[1]) != null) {
        throw new IllegalArgumentException(
            where + ", line " + number + ": " + parts[0] + " stands there twice");
      }
    }
    return new Exclusions(reasons);
  }

  /** The methods of a class that are left out. */
  Set<String> of(String className) {
    Set<String> methods = new TreeSet<>();
    for (String test : reasons.keySet()) {
      if (test.startsWith(className + "#")) {
        methods.add(test.substring(className.length() + 1));
      }
    }
    return methods;
  }

  /** Why a test is left out. */
  String reason(String className, String method) {
    return reasons.get(className + "#" + method);
  }
}
