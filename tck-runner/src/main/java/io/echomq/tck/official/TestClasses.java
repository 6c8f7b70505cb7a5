package io.echomq.tck.official;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the test classes that need no container: {@code com.sun.ts.tests.jms.core*}, {@code *IT}.
 */
final class TestClasses {
  private static final Pattern CLASS_FILE =
      Pattern.compile("/?((?:.+/)?com/sun/ts/tests/jms/core[^/]*/.+IT)\\.class");

  /** Those that wait the longest, so that none of them begins last. */
  private static final Comparator<String> LONGEST_FIRST =
      Comparator.comparing((String name) -> !name.contains(".core20."))
          .thenComparing(name -> !name.contains("producer"))
          .thenComparing(Comparator.naturalOrder());

  private TestClasses() {}

  /**
   * The names of the classes, in the order in which they should begin.
   *
   * @param wanted is looked for in each name
   * @throws IllegalArgumentException when nothing is there, or nothing is wanted
   */
  static List<String> in(Path jarOrFolder, Pattern wanted) throws IOException {
    List<String> all;
    if (Files.isDirectory(jarOrFolder)) {
      all = below(jarOrFolder);
    } else {
      try (FileSystem jar = FileSystems.newFileSystem(jarOrFolder)) {
        all = below(jar.getPath("/"));
      }
    }
    if (all.isEmpty()) {
      throw new IllegalArgumentException(
          jarOrFolder
              + " holds no class com.sun.ts.tests.jms.core*…IT: it is not the TCK of"
              + " Jakarta Messaging for outside of a container");
    }
    List<String> chosen = all.stream().filter(wanted.asPredicate()).sorted(LONGEST_FIRST).toList();
    if (chosen.isEmpty()) {
      throw new IllegalArgumentException(
          "-Dtck.classes=" + wanted + " is found in none of the " + all.size() + " class names");
    }
    return chosen;
  }

  private static List<String> below(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> CLASS_FILE.matcher(root.relativize(file).toString().replace('\\', '/')))
          .filter(matcher -> matcher.matches() && !matcher.group(1).contains("$"))
          .map(matcher -> matcher.group(1).replace('/', '.'))
          .toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
