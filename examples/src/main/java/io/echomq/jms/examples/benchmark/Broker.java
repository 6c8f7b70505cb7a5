package io.echomq.jms.examples.benchmark;

import io.echomq.server.EmbeddedServer;
import io.echomq.server.EmbeddedServerOptions;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A broker that this run has started.
 *
 * @param pid of its process
 * @param version of the engine, for the report; empty when the class path tells it
 * @param end ends it
 */
record Broker(String factoryClass, String url, long pid, String version, End end)
    implements AutoCloseable {

  /** Ends a broker. */
  interface End {
    void run() throws IOException;
  }

  /**
   * Starts the broker of a system on a free loopback port.
   *
   * @param system {@code echomq}, {@code artemis} or {@code classic}
   * @param folder for its files
   * @param fsync before the answer
   */
  static Broker start(String system, Path folder, boolean fsync, File log) throws IOException {
    Files.createDirectories(folder);
    return switch (system) {
      case "echomq" -> valkey(folder, fsync);
      case "artemis" ->
          peer(
              system,
              "org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory",
              // Without a confirmation window its asynchronous sends are not asynchronous.
              "tcp://127.0.0.1:%d?confirmationWindowSize=1048576",
              folder,
              fsync,
              log);
      case "classic" ->
          peer(
              system,
              "org.apache.activemq.ActiveMQConnectionFactory",
              "tcp://127.0.0.1:%d",
              folder,
              fsync,
              log);
      default ->
          throw new IllegalArgumentException(
              "there is no peer '" + system + "'; there are artemis and classic");
    };
  }

  private static Broker valkey(Path folder, boolean fsync) {
    EmbeddedServer server =
        EmbeddedServer.start(
            EmbeddedServerOptions.defaults()
                .withDataFolder(folder)
                .withConfigLines(
                    "appendonly yes",
                    "appendfsync " + (fsync ? "always" : "everysec"),
                    // What rows before have left would be written anew while a row is measured.
                    "auto-aof-rewrite-min-size 1gb",
                    // A row in one piece of memory; the name that old and new servers know.
                    "hash-max-ziplist-value 1024",
                    "save ''"));
    return new Broker(
        "io.echomq.jms.EchoMQConnectionFactory",
        server.uri() + (fsync ? "?sync=aof" : ""),
        server.pid(),
        server.engineName() + " " + server.engineVersion(),
        server::close);
  }

  private static Broker peer(
      String system, String factoryClass, String url, Path folder, boolean fsync, File log)
      throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Jvm jvm =
        Jvm.start(
            log,
            PeerHost.class,
            system,
            Integer.toString(port),
            folder.toString(),
            fsync ? "fsync" : "nosync");
    for (String line = jvm.hear(); !line.equals("ready"); line = jvm.hear()) {
      continue;
    }
    return new Broker(factoryClass, url.formatted(port), jvm.pid(), "", jvm::close);
  }

  @Override
  public void close() throws IOException {
    end.run();
  }
}
