package io.echomq.tck.official;

import io.echomq.server.Engine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * What one run is told, each by a system property {@code tck.…}.
 *
 * @param jar {@code jar}: the compiled tests, a jar or a folder of classes; a path or Maven
 *     coordinates. Required
 * @param classes {@code classes}: a regular expression that is found in the names of the classes to
 *     run; default all
 * @param engine {@code engine}: {@code path} (default), {@code valkey} or {@code bundled}
 * @param shards {@code shards}: how many classes run at the same time, each shard with a server of
 *     its own; default two for each processor, since most tests wait
 * @param jmsTimeout {@code jms_timeout}: milliseconds that a test waits for a message; default
 *     2000, official 10000
 * @param testTimeout {@code timeout}: seconds after which a test that does not end is ended with
 *     its JVM; default 180
 * @param cleanup {@code txtopictests.cleanup}: whether the leftover subscription of those tests is
 *     deleted before each; default false
 * @param exclusions tests that are left out, each with its reason; {@code exclusions} names a file
 *     of one's own
 * @param reports {@code reports}: folder of the report and of one log for each class; default
 *     {@code target/tck}
 */
record TckSettings(
    Path jar,
    Pattern classes,
    Engine engine,
    int shards,
    int jmsTimeout,
    Duration testTimeout,
    boolean cleanup,
    Exclusions exclusions,
    Path reports) {

  private static final String PREFIX = "tck.";

  /**
   * Reads and checks all of them.
   *
   * @throws IllegalArgumentException naming the property and what it may be
   */
  static TckSettings from(Properties properties) throws IOException, InterruptedException {
    String jar = text(properties, "jar", "");
    if (jar.isEmpty()) {
      throw new IllegalArgumentException(
          "-Dtck.jar is missing: the path or the Maven coordinates of the compiled tests of the"
              + " Jakarta Messaging TCK (outside container)");
    }
    int processors = Runtime.getRuntime().availableProcessors();
    String exclusions = text(properties, "exclusions", "");
    return new TckSettings(
        TestJar.locate(jar, properties),
        pattern(text(properties, "classes", "")),
        engine(text(properties, "engine", "path")),
        number(properties, "shards", 2 * processors),
        number(properties, "jms_timeout", 2000),
        Duration.ofSeconds(number(properties, "timeout", 180)),
        flag(text(properties, "txtopictests.cleanup", "false")),
        exclusions.isEmpty() ? Exclusions.bundled() : Exclusions.read(Path.of(exclusions)),
        Path.of(text(properties, "reports", "target/tck")).toAbsolutePath());
  }

  private static String text(Properties properties, String name, String otherwise) {
    String value = properties.getProperty(PREFIX + name, "").strip();
    return value.isEmpty() ? otherwise : value;
  }

  private static int number(Properties properties, String name, int otherwise) {
    String value = text(properties, name, Integer.toString(otherwise));
    if (!value.matches("[1-9]\\d{0,6}")) {
      throw refuse(name, value, "a positive whole number");
    }
    return Integer.parseInt(value);
  }

  private static Pattern pattern(String value) {
    try {
      return Pattern.compile(value);
    } catch (PatternSyntaxException broken) {
      throw refuse("classes", value, "a regular expression: " + broken.getDescription());
    }
  }

  private static Engine engine(String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "path" -> Engine.PATH_FIRST;
      case "valkey" -> Engine.VALKEY;
      case "bundled" -> Engine.BUNDLED;
      default -> throw refuse("engine", value, "path, valkey or bundled");
    };
  }

  private static boolean flag(String value) {
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default -> throw refuse("txtopictests.cleanup", value, "true or false");
    };
  }

  private static IllegalArgumentException refuse(String name, String value, String accepted) {
    return new IllegalArgumentException(
        "-D" + PREFIX + name + "=" + value + " cannot be used: it is " + accepted);
  }
}
