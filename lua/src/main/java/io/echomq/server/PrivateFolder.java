package io.echomq.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A temporary folder that only this user can read: it holds the password. */
final class PrivateFolder {
  private static final int LOG_TAIL_LINES = 20;

  private final Path path;

  private PrivateFolder(Path path) {
    this.path = path;
  }

  static PrivateFolder create() {
    try {
      return new PrivateFolder(Files.createTempDirectory("echomq-server-", only("rwx------")));
    } catch (IOException e) {
      throw new EmbeddedServerException(
          "No private folder could be made in "
              + System.getProperty("java.io.tmpdir")
              + " (property java.io.tmpdir): "
              + e.getMessage(),
          e);
    }
  }

  Path path() {
    return path;
  }

  Path config() {
    return path.resolve("server.conf");
  }

  Path log() {
    return path.resolve("server.log");
  }

  /** Writes the configuration anew, readable for this user alone from its first byte on. */
  void writeConfig(List<String> lines) {
    try {
      Files.deleteIfExists(config());
      Files.createFile(config(), only("rw-------"));
      Files.write(config(), lines, StandardCharsets.UTF_8, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new EmbeddedServerException(
          "The server's configuration could not be written: " + e.getMessage(), e);
    }
  }

  /** The end of the server's log, or an empty text when it wrote none. */
  String logTail() {
    try {
      List<String> lines = Files.readAllLines(log(), StandardCharsets.ISO_8859_1);
      int from = Math.max(0, lines.size() - LOG_TAIL_LINES);
      return String.join("\n", lines.subList(from, lines.size()));
    } catch (NoSuchFileException e) {
      return "";
    } catch (IOException e) {
      return "(the log could not be read: " + e.getMessage() + ")";
    }
  }

  void truncateLog() {
    try {
      Files.deleteIfExists(log());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes the folder and all in it; what another has deleted already is fine. */
  void delete() {
    if (!Files.exists(path)) {
      return;
    }
    try (Stream<Path> all = Files.walk(path)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    } catch (NoSuchFileException | UncheckedIOException e) {
      // The shell that guards the server deletes at the same time; whoever is later ends the job.
      if (Files.exists(path)) {
        throw new EmbeddedServerException("The folder " + path + " could not be deleted", e);
      }
    } catch (IOException e) {
      throw new EmbeddedServerException("The folder " + path + " could not be deleted", e);
    }
  }

  private static FileAttribute<?>[] only(String permissions) {
    if (!FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
      return new FileAttribute<?>[0]; // Windows: the user's own temporary folder is private
    }
    Set<PosixFilePermission> set = PosixFilePermissions.fromString(permissions);
    return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(set)};
  }
}
