package io.echomq.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Starts one server: binary, password, port, process, and the wait until it answers as ours. A port
 * that somebody takes between our look and the server's bind costs another try with another port.
 *
 * <p>Threads: one launcher serves one start, on the caller's thread.
 */
final class ServerLauncher {
  private static final int TRIES = 8;
  private static final Duration POLL = Duration.ofMillis(5);
  private static final int PROBE_TIMEOUT_MS = 1_000;

  /** Below the ports that the system gives to outgoing connections, so those cannot take ours. */
  private static final int LOWEST_PORT = 15_000;

  private static final int PORT_RANGE = 17_000;

  private final SecureRandom random = new SecureRandom();
  private final EmbeddedServerOptions options;
  private final ServerBinary binaries;

  ServerLauncher(EmbeddedServerOptions options, ServerBinary binaries) {
    this.options = options;
    this.binaries = binaries;
  }

  EmbeddedServer launch() {
    options.dataFolder().ifPresent(ServerLauncher::checkDataFolder);
    String password = options.password().orElseGet(this::randomPassword);
    PrivateFolder folder = PrivateFolder.create();
    try {
      Path binary = binaries.find(options, folder.path());
      for (int attempt = 1; attempt < TRIES && options.port().isEmpty(); attempt++) {
        try {
          return launch(binary, folder, freePort(), password);
        } catch (PortTakenException e) {
          folder.truncateLog();
        }
      }
      return launch(binary, folder, options.port().orElseGet(this::freePort), password);
    } catch (PortTakenException e) {
      folder.delete();
      throw new EmbeddedServerException(e.getMessage(), e);
    } catch (RuntimeException e) {
      folder.delete();
      throw e;
    }
  }

  private EmbeddedServer launch(Path binary, PrivateFolder folder, int port, String password)
      throws PortTakenException {
    folder.writeConfig(ServerConfig.lines(options, folder.path(), port, password));
    List<String> command = new ArrayList<>();
    command.add(binary.toString());
    command.add(folder.config().toString());
    command.addAll(options.arguments());
    GuardedProcess process = GuardedProcess.start(command, folder, binaries);
    boolean ready = false;
    try {
      ServerIdentity identity = awaitReady(process, binary, folder, port, password);
      ready = true;
      return new EmbeddedServer(process, identity, port, password, folder);
    } finally {
      if (!ready) {
        process.kill();
      }
    }
  }

  private ServerIdentity awaitReady(
      GuardedProcess process, Path binary, PrivateFolder folder, int port, String password)
      throws PortTakenException {
    long deadline = System.nanoTime() + options.startTimeout().toNanos();
    String last = "nothing listened on port " + port;
    while (System.nanoTime() < deadline) {
      if (process.awaitExit(POLL)) {
        throw exited(process, binary, folder, port);
      }
      try (RespClient client = new RespClient(EmbeddedServer.HOST, port, PROBE_TIMEOUT_MS)) {
        client.call("AUTH", password);
        client.call("PING"); // refused while it still loads its data
        ServerIdentity identity = ServerIdentity.parse(client.call("INFO", "server"));
        if (identity.configFile().equals(folder.config().toString())) {
          return identity;
        }
        last = "another server listened on port " + port;
      } catch (IOException e) {
        last = e.getMessage();
      }
    }
    throw new EmbeddedServerException(
        "The server "
            + binary
            + " was not ready within "
            + options.startTimeout().toMillis()
            + " ms ("
            + last
            + "): is the machine overloaded? Option startTimeout gives it longer. Its log ends:\n"
            + folder.logTail());
  }

  private static EmbeddedServerException exited(
      GuardedProcess process, Path binary, PrivateFolder folder, int port)
      throws PortTakenException {
    String log = folder.logTail();
    if (log.contains("Address already in use")) {
      throw new PortTakenException(
          "Port " + port + " is taken: leave the option port away for a free one");
    }
    String remedy =
        process.exitCode() == 126 || process.exitCode() == 127
            ? " The system cannot execute it: is it built for this machine, and does the folder "
                + "(java.io.tmpdir, when it is the bundled one) allow executing?"
            : "";
    return new EmbeddedServerException(
        "The server "
            + binary
            + " ended with code "
            + process.exitCode()
            + " before it was ready."
            + remedy
            + " Its log ends:\n"
            + log);
  }

  /** A port that is free now. The cluster bus port, 10,000 above, fits into the range as well. */
  private int freePort() {
    for (int look = 0; look < 100; look++) {
      int port = LOWEST_PORT + random.nextInt(PORT_RANGE);
      if (isFree(port)) {
        return port;
      }
    }
    throw new EmbeddedServerException("No free loopback port was found in 100 looks");
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private String randomPassword() {
    byte[] bytes = new byte[24];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private static void checkDataFolder(Path folder) {
    if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw new EmbeddedServerException(
          "The data folder " + folder + " does not exist or cannot be written: create it first");
    }
  }

  /** Another process listens where our server was to. */
  private static final class PortTakenException extends Exception {
    private static final long serialVersionUID = 1L;

    PortTakenException(String message) {
      super(message);
    }
  }
}
