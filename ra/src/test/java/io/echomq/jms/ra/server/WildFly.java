package io.echomq.jms.ra.server;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** WildFly, unpacked by the build. */
final class WildFly extends AppServer {
  private static final int OFFSET = 1137;
  private static final String ADAPTER = "/subsystem=resource-adapters/resource-adapter=echomq";

  private final Path home;

  /**
   * @param home where it is unpacked
   * @param uri of the message broker
   * @param password of its default user, for recovery
   */
  WildFly(Path home, String uri, String password) throws IOException {
    this.home = home;
    Path deployments = home.resolve("standalone/deployments");
    for (String folder : List.of("data", "deployments", "tmp")) {
      empty(home.resolve("standalone").resolve(folder));
    }
    configure(uri, password);
    Files.copy(Archives.adapter(), deployments.resolve("echomq.rar"));
    Archives.writeApplication(deployments.resolve("app.war"));
    Files.deleteIfExists(log());
  }

  private static String object(String name, String type) {
    String path = ADAPTER + "/admin-objects=" + name;
    return path
        + ":add(class-name=io.echomq.jms.destination."
        + type
        + ",jndi-name=java:/jms/"
        + name
        + ",enabled=true,use-java-context=true)\n"
        + path
        + "/config-properties=name:add(value="
        + name
        + ")\n";
  }

  /** On disk, so that it survives what the tests do to the server. */
  private String database() {
    String path = "/subsystem=datasources/xa-data-source=ledger";
    return path
        + ":add(jndi-name=java:/jdbc/ledger,driver-name=h2,user-name=sa,password=sa)\n"
        + path
        + "/xa-datasource-properties=URL:add(value=\"jdbc:h2:file:"
        + home.resolve("standalone/data/ledger")
        + ";WRITE_DELAY=0\")\n";
  }

  private void configure(String uri, String password) throws IOException {
    Path configuration = home.resolve("standalone/configuration");
    Path pristine = configuration.resolve("standalone-pristine.xml");
    Path used = configuration.resolve("standalone.xml");
    if (!Files.exists(pristine)) {
      Files.copy(used, pristine);
    }
    Files.copy(pristine, used, StandardCopyOption.REPLACE_EXISTING);
    String script =
        "embed-server --server-config=standalone.xml\n"
            + "/extension=org.wildfly.extension.messaging-activemq:add\n"
            + "/subsystem=messaging-activemq:add\n"
            + "/subsystem=transactions:write-attribute(name=node-identifier,value=n1)\n"
            + "/subsystem=ejb3:write-attribute(name=default-resource-adapter-name,value=echomq)\n"
            + "/subsystem=ee:write-attribute(name=annotation-property-replacement,value=true)\n"
            + "/system-property=echomq.uri:add(value=\""
            + uri
            + "\")\n"
            + "batch\n"
            + ADAPTER
            + ":add(archive=echomq.rar,transaction-support=XATransaction)\n"
            + ADAPTER
            + "/config-properties=uri:add(value=\""
            + uri
            + "\")\n"
            + ADAPTER
            + "/connection-definitions=cf:add(class-name="
            + "io.echomq.jms.ra.EchoMQManagedConnectionFactory,jndi-name=java:/jms/cf,"
            + "enabled=true,use-java-context=true,max-pool-size=20)\n"
            + ADAPTER
            + "/connection-definitions=cf:write-attribute(name=recovery-username,value=default)\n"
            + ADAPTER
            + "/connection-definitions=cf:write-attribute(name=recovery-password,value="
            + password
            + ")\n"
            + object("orders", "EmqQueue")
            + object("confirmed", "EmqQueue")
            + object("found", "EmqQueue")
            + object("prices", "EmqTopic")
            + database()
            + "run-batch\n"
            + "stop-embedded-server\n";
    cli("--file=" + Files.writeString(home.resolve("echomq.cli"), script));
  }

  private void cli(String... arguments) throws IOException {
    List<String> line = new ArrayList<>(List.of(home.resolve("bin/jboss-cli.sh").toString()));
    line.addAll(List.of(arguments));
    Path log = home.resolve("echomq-cli.log");
    Guard cli =
        Guard.start(
            new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(log.toFile()));
    if (!cli.awaitEnd(300) || cli.exitCode() != 0) {
      cli.letGo();
      throw new IOException("WildFly refuses: " + Files.readString(log));
    }
  }

  @Override
  ProcessBuilder command() {
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                home.resolve("bin/standalone.sh").toString(),
                "-b",
                "127.0.0.1",
                "-bmanagement",
                "127.0.0.1",
                "-Djboss.socket.binding.port-offset=" + OFFSET,
                "-Dcom.arjuna.ats.arjuna.recovery.periodicRecoveryPeriod=5",
                "-Dcom.arjuna.ats.arjuna.recovery.recoveryBackoffPeriod=1"));
    builder.environment().put("JAVA_OPTS", "-Xmx512m -Djava.net.preferIPv4Stack=true");
    builder.environment().put("LAUNCH_JBOSS_IN_BACKGROUND", "true");
    return builder;
  }

  @Override
  int port() {
    return 8080 + OFFSET;
  }

  @Override
  Path log() {
    return home.resolve("echomq-server.log");
  }

  @Override
  void redeploy() throws IOException {
    Path deployments = home.resolve("standalone/deployments");
    await().atMost(Duration.ofMinutes(3)).until(marker("deployed"));
    Files.delete(deployments.resolve("app.war.deployed"));
    await().atMost(Duration.ofMinutes(3)).until(marker("undeployed"));
    Files.writeString(deployments.resolve("app.war.dodeploy"), "app.war");
    await().atMost(Duration.ofMinutes(3)).until(marker("deployed"));
    await().atMost(Duration.ofMinutes(2)).until(this::answers);
  }

  /** The deployment scanner tells by files what it has done. */
  private Callable<Boolean> marker(String state) {
    return () -> Files.exists(home.resolve("standalone/deployments/app.war." + state));
  }

  @Override
  void flushPool() throws IOException {
    cli(
        "--connect",
        "--controller=127.0.0.1:" + (9990 + OFFSET),
        "--command=" + ADAPTER + "/connection-definitions=cf:flush-all-connection-in-pool");
  }
}
