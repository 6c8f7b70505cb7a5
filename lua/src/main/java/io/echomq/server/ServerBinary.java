package io.echomq.server;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds the server's executable: in the PATH, or among the resources of embedded-redis. */
final class ServerBinary {
  private static final String LIBRARY = "com.github.codemonstur:embedded-redis";

  private final List<Path> searchPath;
  private final Platform platform;

  ServerBinary(List<Path> searchPath, Platform platform) {
    this.searchPath = searchPath;
    this.platform = platform;
  }

  /** Searches the PATH of this process, for the operating system it runs on. */
  static ServerBinary ofThisProcess() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    List<Path> folders =
        List.of(path.split(File.pathSeparator)).stream()
            .filter(folder -> !folder.isBlank())
            .map(Path::of)
            .toList();
    return new ServerBinary(folders, Platform.current());
  }

  /**
   * The file to run.
   *
   * @param folder where a bundled binary is unpacked
   * @throws EmbeddedServerException when there is none, saying what to install
   */
  Path find(EmbeddedServerOptions options, Path folder) {
    if (options.binary().isPresent()) {
      Path binary = options.binary().get();
      if (!Files.isExecutable(binary) || Files.isDirectory(binary)) {
        throw new EmbeddedServerException(
            "The server binary " + binary + " does not exist or may not be executed");
      }
      return binary.toAbsolutePath();
    }
    return switch (options.engine()) {
      case BUNDLED -> unpack(folder);
      case VALKEY ->
          inPath("valkey-server")
              .orElseThrow(
                  () ->
                      new EmbeddedServerException(
                          "There is no valkey-server in the PATH: install Valkey 8 or newer, or"
                              + " take engine "
                              + Engine.PATH_FIRST
                              + " or "
                              + Engine.BUNDLED));
      case PATH_FIRST ->
          inPath("valkey-server").or(() -> inPath("redis-server")).orElseGet(() -> unpack(folder));
    };
  }

  /** A program of the PATH. */
  Optional<Path> inPath(String program) {
    String file = platform.windows() ? program + ".exe" : program;
    return searchPath.stream()
        .map(folder -> folder.resolve(file))
        .filter(candidate -> Files.isExecutable(candidate) && !Files.isDirectory(candidate))
        .map(Path::toAbsolutePath)
        .findFirst();
  }

  private Path unpack(Path folder) {
    String resource =
        platform
            .bundledResource()
            .orElseThrow(
                () ->
                    new EmbeddedServerException(
                        "No server of version 6.2 or newer is bundled for "
                            + platform
                            + ": put valkey-server into the PATH, or name a server's URI"));
    try (InputStream in = ServerBinary.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new EmbeddedServerException(
            "The bundled server "
                + resource
                + " is not on the class path: add "
                + LIBRARY
                + ", or put valkey-server into the PATH");
      }
      Path binary = folder.resolve("redis-server");
      Files.copy(in, binary);
      if (!platform.windows()) {
        Files.setPosixFilePermissions(binary, PosixFilePermissions.fromString("rwx------"));
      }
      return binary;
    } catch (IOException e) {
      throw new EmbeddedServerException(
          "The bundled server could not be unpacked to " + folder + ": " + e.getMessage(), e);
    }
  }

  /** The operating system and processor, in the words of the bundled resources. */
  record Platform(String os, String arch) {
    static Platform current() {
      return of(System.getProperty("os.name"), System.getProperty("os.arch"));
    }

    static Platform of(String osName, String osArch) {
      String name = osName.toLowerCase(Locale.ROOT);
      String os = name;
      if (name.startsWith("windows")) {
        os = "windows";
      } else if (name.startsWith("mac") || name.startsWith("darwin")) {
        os = "darwin";
      }
      String arch =
          switch (osArch.toLowerCase(Locale.ROOT)) {
            case "x86_64", "amd64" -> "amd64";
            case "aarch64", "arm64" -> "arm64";
            case "x86", "i386", "i486", "i586", "i686" -> "386";
            default -> osArch;
          };
      return new Platform(os, arch);
    }

    boolean windows() {
      return os.equals("windows");
    }

    /** Windows has none: the library's Windows build is Redis 5, which lacks what we need. */
    Optional<String> bundledResource() {
      return switch (os + "-" + arch) {
        case "linux-amd64" -> Optional.of("/redis-server-6.2.6-v5-linux-amd64");
        case "linux-arm64" -> Optional.of("/redis-server-6.2.7-linux-arm64");
        case "linux-386" -> Optional.of("/redis-server-6.2.7-linux-386");
        case "darwin-amd64" -> Optional.of("/redis-server-6.2.6-v5-darwin-amd64");
        case "darwin-arm64" -> Optional.of("/redis-server-6.2.6-v5-darwin-arm64");
        default -> Optional.empty();
      };
    }

    @Override
    public String toString() {
      return os + " " + arch;
    }
  }
}
