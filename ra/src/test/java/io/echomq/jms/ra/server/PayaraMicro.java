package io.echomq.jms.ra.server;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Payara Micro, fetched by the build. */
final class PayaraMicro extends AppServer {
  private static final int PORT = 9318;

  private final Path jar;
  private final Path home;
  private final String uri;

  /**
   * @param jar of the server
   * @param uri of the message broker
   */
  PayaraMicro(Path jar, String uri) throws IOException {
    this.jar = jar;
    this.uri = uri;
    this.home = Path.of("target/servers/payara").toAbsolutePath();
    empty(home);
    Files.createDirectory(home.resolve("tmp"));
    Files.copy(Archives.adapter(), home.resolve("echomq.rar"));
    Archives.writeApplication(home.resolve("app.war"));
    Archives.writeOperator(home.resolve("ops.war"));
    Files.writeString(home.resolve("pre.txt"), preBoot());
    Files.writeString(home.resolve("post.txt"), postBoot());
  }

  /** Keeps it on loopback, and makes it recover transactions when it starts. */
  private static String preBoot() {
    String config = "set configs.config.server-config.";
    return config
        + "network-config.network-listeners.network-listener.http-listener.address=127.0.0.1\n"
        + config
        + "hazelcast-config-specific-configuration.enabled=false\n"
        + config
        + "transaction-service.automatic-recovery=true\n";
  }

  private String postBoot() {
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
        + object("found", "Queue")
        + object("prices", "Topic")
        + database();
  }

  /** On disk, so that it survives what the tests do to the server. */
  private String database() {
    return "create-jdbc-connection-pool --restype javax.sql.XADataSource --datasourceclassname"
        + " org.h2.jdbcx.JdbcDataSource --property User=sa:Password=sa:URL='jdbc:h2:file:"
        + home.resolve("ledger")
        + ";WRITE_DELAY=0' ledgerpool\n"
        + "create-jdbc-resource --connectionpoolid ledgerpool jdbc/ledger\n";
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
    List<String> line = new ArrayList<>(run());
    if (!Files.exists(home.resolve("root/config/domain.xml"))) {
      line.addAll(setUp());
    }
    return new ProcessBuilder(line);
  }

  private List<String> run() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx512m",
        "-Djava.io.tmpdir=" + home.resolve("tmp"),
        "-Dechomq.uri=" + uri,
        "-jar",
        jar.toString(),
        "--nocluster",
        "--disablephonehome",
        "--rootdir",
        home.resolve("root").toString(),
        "--port",
        Integer.toString(PORT));
  }

  /** Stays in its root folder: a restart needs no more. */
  private List<String> setUp() {
    return List.of(
        "--prebootcommandfile",
        home.resolve("pre.txt").toString(),
        "--postbootcommandfile",
        home.resolve("post.txt").toString(),
        "--deploy",
        home.resolve("ops.war").toString(),
        "--deploy",
        home.resolve("app.war").toString());
  }

  @Override
  int port() {
    return PORT;
  }

  @Override
  Path log() {
    return home.resolve("server.log");
  }

  @Override
  void redeploy() throws IOException {
    operate("undeploy", "app");
    operate("deploy", "--name", "app", home.resolve("app.war").toString());
    await().atMost(Duration.ofMinutes(3)).until(this::answers);
  }

  @Override
  void flushPool() throws IOException {
    operate("flush-connection-pool", "echomqpool");
  }
}
