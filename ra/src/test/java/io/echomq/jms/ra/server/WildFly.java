package io.echomq.jms.ra.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;

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
  WildFly(Path home, String uri, String password) throws IOException, InterruptedException {
    this.home = home;
    Path deployments = home.resolve("standalone/deployments");
    configure(uri, password);
    Files.copy(
        Archives.adapter(), deployments.resolve("echomq.rar"), StandardCopyOption.REPLACE_EXISTING);
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

  private void configure(String uri, String password) throws IOException, InterruptedException {
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
            + object("prices", "EmqTopic")
            + "run-batch\n"
            + "stop-embedded-server\n";
    Path file = Files.writeString(home.resolve("echomq.cli"), script);
    Process cli =
        new ProcessBuilder(home.resolve("bin/jboss-cli.sh").toString(), "--file=" + file)
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("echomq-cli.log").toFile())
            .start();
    if (!cli.waitFor(2, TimeUnit.MINUTES) || cli.exitValue() != 0) {
      cli.destroyForcibly();
      throw new IOException(
          "WildFly refuses its configuration: " + Files.readString(home.resolve("echomq-cli.log")));
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

  /** Deploys the application anew, while it runs. */
  void redeploy() throws IOException {
    Path marker = home.resolve("standalone/deployments/app.war.dodeploy");
    Files.writeString(marker, "app.war");
  }
}
