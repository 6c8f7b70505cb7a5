package io.echomq.jms.ra.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Payara Micro, fetched by the build. */
final class PayaraMicro extends AppServer {
  private static final int PORT = 9318;

  private final Path jar;
  private final Path home;

  /**
   * @param jar of the server
   * @param uri of the message broker
   */
  PayaraMicro(Path jar, String uri) throws IOException {
    this.jar = jar;
    this.home = Files.createTempDirectory("echomq-payara-");
    Files.copy(Archives.adapter(), home.resolve("echomq.rar"));
    Archives.writeApplication(home.resolve("app.war"));
    Files.writeString(home.resolve("pre.txt"), preBoot());
    Files.writeString(home.resolve("post.txt"), postBoot(uri));
  }

  /** Keeps it on loopback. */
  private static String preBoot() {
    String config = "set configs.config.server-config.";
    return config
        + "network-config.network-listeners.network-listener.http-listener.address=127.0.0.1\n"
        + config
        + "hazelcast-config-specific-configuration.enabled=false\n";
  }

  private String postBoot(String uri) {
    return "create-resource-adapter-config --property uri='"
        + uri
        + "' echomq\n"
        + "deploy --name echomq "
        + home.resolve("echomq.rar")
        + "\n"
        + "create-connector-connection-pool --raname echomq --connectiondefinition"
        + " jakarta.jms.ConnectionFactory --transactionsupport XATransaction --steadypoolsize 0"
        + " --maxpoolsize 20 echomqpool\n"
        + "create-connector-resource --poolname echomqpool jms/cf\n"
        + object("orders", "Queue")
        + object("confirmed", "Queue")
        + object("prices", "Topic");
  }

  private static String object(String name, String type) {
    return "create-admin-object --raname echomq --restype jakarta.jms."
        + type
        + " --classname io.echomq.jms.destination.Emq"
        + type
        + " --property name="
        + name
        + " jms/"
        + name
        + "\n";
  }

  @Override
  ProcessBuilder command() {
    return new ProcessBuilder(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-jar",
            jar.toString(),
            "--nocluster",
            "--disablephonehome",
            "--rootdir",
            home.resolve("root").toString(),
            "--port",
            Integer.toString(PORT),
            "--prebootcommandfile",
            home.resolve("pre.txt").toString(),
            "--postbootcommandfile",
            home.resolve("post.txt").toString(),
            "--deploy",
            home.resolve("app.war").toString()));
  }

  @Override
  int port() {
    return PORT;
  }

  @Override
  Path log() {
    return home.resolve("server.log");
  }
}
