package io.echomq.testing;

import static org.awaitility.Awaitility.await;

import io.echomq.server.EmbeddedServer;
import io.echomq.server.EmbeddedServerOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import redis.clients.jedis.Jedis;

/**
 * A server for one test that kills, pauses or restarts it. Port, password and data folder stay over
 * {@link #restart()}, so its clients find it again; with {@code "appendonly yes"} the data too.
 *
 * <p>Threads: for the test's own thread.
 */
public final class PrivateServer implements AutoCloseable {
  private final Path data;
  private EmbeddedServerOptions options;
  private EmbeddedServer server;

  private PrivateServer(EmbeddedServerOptions options, Path data) {
    this.data = data;
    this.server = EmbeddedServer.start(options.withDataFolder(data));
    this.options =
        options.withDataFolder(data).withPort(server.port()).withPassword(server.password());
  }

  /** A server of this run's engine with further configuration lines. */
  public static PrivateServer start(String... configLines) {
    return start(TestEngine.options().withConfigLines(configLines));
  }

  /** A server with other options; begin with {@link TestEngine#options()}. */
  public static PrivateServer start(EmbeddedServerOptions options) {
    try {
      return new PrivateServer(options, Files.createTempDirectory("echomq-test-data-"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The loopback address. */
  public String host() {
    return server.host();
  }

  /** The TCP port; the same after a restart. */
  public int port() {
    return server.port();
  }

  /** The password of the default user; the same after a restart. */
  public String password() {
    return server.password();
  }

  /** {@code valkey://:password@127.0.0.1:port/0}. */
  public String uri() {
    return server.uri() + "/0";
  }

  /** Database 0 with URI options, {@code uri("beat=50")}. */
  public String uri(String uriOptions) {
    return uri() + "?" + uriOptions;
  }

  /** Database 0 behind a proxy's port. */
  public String uri(FaultProxy proxy) {
    return uri().replace(":" + port() + "/", ":" + proxy.port() + "/");
  }

  /** Whether the engine is Valkey. */
  public boolean isValkey() {
    return server.engineName().equals("valkey");
  }

  /** A connection to database 0, to be closed by the caller. */
  public Jedis jedis() {
    return Connections.open(host(), port(), password(), 0);
  }

  /** Ends it by SIGKILL and waits until it is gone; {@link #restart()} brings it back. */
  public void kill() {
    signal("KILL");
    await().until(() -> !server.isRunning());
  }

  /** Ends it orderly; {@link #restart()} brings it back. */
  public void stop() {
    server.close();
  }

  /** Freezes it by SIGSTOP: connections stay open and nothing answers. */
  public void pause() {
    signal("STOP");
  }

  /** Lets a paused server go on. */
  public void resume() {
    signal("CONT");
  }

  /** Ends it when it still runs, and starts it on the same port, password and data. */
  public void restart() {
    server.close();
    server = EmbeddedServer.start(options);
  }

  /** {@link #restart()} with other configuration lines. */
  public void restartWith(String... configLines) {
    options = options.withConfigLines(configLines);
    restart();
  }

  @Override
  public void close() {
    server.close();
    try (Stream<Path> all = Files.walk(data)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path each : deepestFirst) {
        Files.delete(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void signal(String name) {
    try {
      Process kill = new ProcessBuilder("sh", "-c", "kill -" + name + " " + server.pid()).start();
      if (kill.waitFor() != 0) {
        throw new IllegalStateException("kill -" + name + " failed: is the server still alive?");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while signalling the server", e);
    }
  }
}
