package io.echomq.server;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A private server in a child process, on a loopback port, behind a password (loopback is open to
 * every local user). Nothing of it survives {@link #close()} or the JVM's end, SIGKILL included:
 * neither the process nor its folder. (On Windows a SIGKILL of the JVM leaves the process.)
 *
 * <p>Threads: all methods may be called by any thread.
 */
public final class EmbeddedServer implements AutoCloseable {
  static final String HOST = "127.0.0.1";

  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedServer.class);

  private final GuardedProcess process;
  private final ServerIdentity identity;
  private final int port;
  private final String password;
  private final PrivateFolder folder;
  private final AtomicBoolean closed = new AtomicBoolean();

  EmbeddedServer(
      GuardedProcess process,
      ServerIdentity identity,
      int port,
      String password,
      PrivateFolder folder) {
    this.process = process;
    this.identity = identity;
    this.port = port;
    this.password = password;
    this.folder = folder;
    process.onExit(this::ended);
  }

  /** Starts a server with {@link EmbeddedServerOptions#defaults()}. */
  public static EmbeddedServer start() {
    return start(EmbeddedServerOptions.defaults());
  }

  /**
   * Starts a server and waits until it answers, typically 50 ms, at most the option {@code
   * startTimeout}.
   *
   * @throws EmbeddedServerException when there is no binary, or when it ends or does not answer in
   *     time; nothing is left behind then
   */
  public static EmbeddedServer start(EmbeddedServerOptions options) {
    return new ServerLauncher(options, ServerBinary.ofThisProcess()).launch();
  }

  /** The address it listens on, always loopback. */
  public String host() {
    return HOST;
  }

  /** The TCP port it listens on. */
  public int port() {
    return port;
  }

  /** The password of the default user. */
  public String password() {
    return password;
  }

  /** {@code valkey://:password@127.0.0.1:port}: all a client needs. It holds the password. */
  public String uri() {
    String encoded = URLEncoder.encode(password, StandardCharsets.UTF_8).replace("+", "%20");
    return "valkey://:" + encoded + "@" + HOST + ":" + port;
  }

  /** {@code valkey} or {@code redis}. */
  public String engineName() {
    return identity.engineName();
  }

  /** The engine's version, {@code 8.0.1}. */
  public String engineVersion() {
    return identity.engineVersion();
  }

  /** The process id of the server itself (not of the shell that guards it). */
  public long pid() {
    return identity.pid();
  }

  /** Whether the server's process lives. */
  public boolean isRunning() {
    return process.isAlive();
  }

  /**
   * Ends the server, orderly (what {@code appendonly} had to write is written) and by force after 2
   * s, and deletes its private folder. Harmless when repeated.
   */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      process.end();
    }
  }

  /** The private folder with its configuration and log. */
  Path folder() {
    return folder.path();
  }

  /** The engine and the address, without the password. */
  @Override
  public String toString() {
    return engineName() + " " + engineVersion() + " at " + HOST + ":" + port;
  }

  /** Runs when the process has ended, on a thread of the common pool. */
  private void ended() {
    if (closed.compareAndSet(false, true)) {
      LOG.warn(
          "The embedded server {} ended by itself with code {}. Its log ends:\n{}",
          this,
          process.exitCode(),
          folder.logTail());
      folder.delete();
    }
  }
}
