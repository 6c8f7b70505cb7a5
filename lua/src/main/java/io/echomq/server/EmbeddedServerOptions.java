package io.echomq.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * How a private server is to be started. Immutable; begin with {@link #defaults()} and derive.
 *
 * @param engine which binary; default {@link Engine#PATH_FIRST}
 * @param binary this very file instead of what {@code engine} would find; default none
 * @param password the password of the default user; default a fresh random one
 * @param port the loopback port; default a free one, chosen anew when somebody else took it
 * @param dataFolder where the server keeps its files; it must exist and outlives the server.
 *     Default a private folder that is deleted when the server ends
 * @param configLines further lines of the server's configuration file, after our own, so that they
 *     win ({@code appendonly yes}); what this record has a component for is refused here
 * @param arguments further command-line arguments ({@code --sentinel}); everybody on the machine
 *     can read them
 * @param startTimeout how long the server may take until it answers; default 10 s
 */
public record EmbeddedServerOptions(
    Engine engine,
    Optional<Path> binary,
    Optional<String> password,
    OptionalInt port,
    Optional<Path> dataFolder,
    List<String> configLines,
    List<String> arguments,
    Duration startTimeout) {

  private static final Set<String> OWNED =
      Set.of("bind", "daemonize", "dir", "logfile", "port", "requirepass", "supervised");

  /**
   * Checks everything that can be known before a process is started.
   *
   * @throws EmbeddedServerException when a component is out of its range
   */
  public EmbeddedServerOptions {
    Objects.requireNonNull(engine, "engine");
    Objects.requireNonNull(binary, "binary");
    Objects.requireNonNull(dataFolder, "dataFolder");
    configLines = List.copyOf(configLines);
    arguments = List.copyOf(arguments);
    configLines.forEach(EmbeddedServerOptions::checkLine);
    if (password.filter(String::isEmpty).isPresent()) {
      throw new EmbeddedServerException(
          "An embedded server needs a password: loopback is open to every local user. Leave the"
              + " password away for a random one.");
    }
    if (port.isPresent() && (port.getAsInt() < 1 || port.getAsInt() > 65_535)) {
      throw new EmbeddedServerException("port " + port.getAsInt() + " is not within 1..65535");
    }
    if (startTimeout.isNegative() || startTimeout.isZero()) {
      throw new EmbeddedServerException("startTimeout must be positive, not " + startTimeout);
    }
  }

  /** A server of the PATH, else the bundled one, on a free port with a random password. */
  public static EmbeddedServerOptions defaults() {
    return new EmbeddedServerOptions(
        Engine.PATH_FIRST,
        Optional.empty(),
        Optional.empty(),
        OptionalInt.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        Duration.ofSeconds(10));
  }

  /** These options with another {@link #engine()}. */
  public EmbeddedServerOptions withEngine(Engine value) {
    return new EmbeddedServerOptions(
        value, binary, password, port, dataFolder, configLines, arguments, startTimeout);
  }

  /** These options with this very {@link #binary()}. */
  public EmbeddedServerOptions withBinary(Path value) {
    return new EmbeddedServerOptions(
        engine,
        Optional.of(value),
        password,
        port,
        dataFolder,
        configLines,
        arguments,
        startTimeout);
  }

  /** These options with a fixed {@link #password()}. */
  public EmbeddedServerOptions withPassword(String value) {
    return new EmbeddedServerOptions(
        engine, binary, Optional.of(value), port, dataFolder, configLines, arguments, startTimeout);
  }

  /** These options with a fixed {@link #port()}. */
  public EmbeddedServerOptions withPort(int value) {
    return new EmbeddedServerOptions(
        engine,
        binary,
        password,
        OptionalInt.of(value),
        dataFolder,
        configLines,
        arguments,
        startTimeout);
  }

  /** These options with a {@link #dataFolder()} that stays. */
  public EmbeddedServerOptions withDataFolder(Path value) {
    return new EmbeddedServerOptions(
        engine, binary, password, port, Optional.of(value), configLines, arguments, startTimeout);
  }

  /** These options with these {@link #configLines()} instead of the present ones. */
  public EmbeddedServerOptions withConfigLines(String... value) {
    return new EmbeddedServerOptions(
        engine, binary, password, port, dataFolder, List.of(value), arguments, startTimeout);
  }

  /** These options with these {@link #arguments()} instead of the present ones. */
  public EmbeddedServerOptions withArguments(String... value) {
    return new EmbeddedServerOptions(
        engine, binary, password, port, dataFolder, configLines, List.of(value), startTimeout);
  }

  /** These options with another {@link #startTimeout()}. */
  public EmbeddedServerOptions withStartTimeout(Duration value) {
    return new EmbeddedServerOptions(
        engine, binary, password, port, dataFolder, configLines, arguments, value);
  }

  /** Everything but the password. */
  @Override
  public String toString() {
    return "EmbeddedServerOptions[engine="
        + engine
        + ", binary="
        + binary
        + ", port="
        + port
        + ", dataFolder="
        + dataFolder
        + ", configLines="
        + configLines.size()
        + ", startTimeout="
        + startTimeout
        + "]";
  }

  private static void checkLine(String line) {
    if (line.indexOf('\n') >= 0 || line.indexOf('\r') >= 0) {
      throw new EmbeddedServerException("A configuration line holds a line break: give two lines");
    }
    String directive = line.strip().split("\\s+", 2)[0].toLowerCase(Locale.ROOT);
    if (OWNED.contains(directive)) {
      throw new EmbeddedServerException(
          "The directive '"
              + directive
              + "' belongs to the embedded server itself: use the option of that purpose"
              + " (port, password, dataFolder) instead of a configuration line");
    }
  }
}
