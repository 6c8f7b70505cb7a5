package io.echomq.tck.official;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Finds the compiled tests: a path, or Maven coordinates that are looked up in the local repository
 * and, when they are not there, fetched by Maven.
 */
final class TestJar {
  private static final Pattern COORDINATES =
      Pattern.compile("[\\w.-]+:[\\w.-]+:[\\w.-]+(:[\\w.-]+)?");

  /** System property: the folder of Maven's local repository. */
  private static final String REPOSITORY = "tck.maven.repository";

  /** System property: the folder of Maven itself. */
  private static final String HOME = "tck.maven.home";

  private TestJar() {}

  /**
   * The jar or the folder.
   *
   * @param text a path, or {@code group:artifact:version[:classifier]}
   * @throws IllegalArgumentException when there is none, saying where it was looked for
   */
  static Path locate(String text, Properties properties) throws IOException, InterruptedException {
    Path path = Path.of(text).toAbsolutePath();
    if (Files.exists(path)) {
      return path;
    }
    if (!COORDINATES.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "-Dtck.jar="
              + text
              + ": there is no such file or folder, and it is no Maven coordinate"
              + " (group:artifact:version)");
    }
    Path repository =
        Path.of(
            properties.getProperty(
                REPOSITORY, properties.getProperty("user.home") + "/.m2/repository"));
    Path artifact = repository.resolve(file(text.split(":")));
    if (!Files.exists(artifact)) {
      fetch(text, properties.getProperty(HOME, ""), repository);
    }
    if (!Files.exists(artifact)) {
      throw new IllegalArgumentException(
          "-Dtck.jar=" + text + ": Maven found no such artifact; it would be " + artifact);
    }
    return artifact;
  }

  private static String file(String[] parts) {
    String classifier = parts.length > 3 ? "-" + parts[3] : "";
    return String.join("/", parts[0].replace('.', '/'), parts[1], parts[2])
        + "/"
        + parts[1]
        + "-"
        + parts[2]
        + classifier
        + ".jar";
  }

  private static void fetch(String coordinates, String home, Path repository)
      throws IOException, InterruptedException {
    String[] parts = coordinates.split(":");
    // Maven's own order has the packaging third.
    String artifact =
        String.join(":", parts[0], parts[1], parts[2], "jar")
            + (parts.length > 3 ? ":" + parts[3] : "");
    String mvn = home.isEmpty() ? "mvn" : home + File.separator + "bin" + File.separator + "mvn";
    Process maven =
        new ProcessBuilder(
                List.of(
                    mvn,
                    "-q",
                    "-B",
                    "-Dmaven.repo.local=" + repository,
                    "-Dtransitive=false",
                    "-Dartifact=" + artifact,
                    "dependency:get"))
            .inheritIO()
            .start();
    if (!maven.waitFor(5, TimeUnit.MINUTES)) {
      maven.destroyForcibly();
    }
  }
}
