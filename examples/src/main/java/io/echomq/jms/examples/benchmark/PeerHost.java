package io.echomq.jms.examples.benchmark;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Runs another provider's broker in a JVM of its own: {@code artemis|classic port folder
 * fsync|nosync}. Says {@code ready}, and ends when its input ends. By reflection, since the peers
 * are on the class path only with their Maven profiles.
 */
final class PeerHost {
  private PeerHost() {}

  public static void main(String[] args) throws IOException, ReflectiveOperationException {
    int port = Integer.parseInt(args[1]);
    Path folder = Path.of(args[2]);
    boolean fsync = args[3].equals("fsync");
    Object broker =
        args[0].equals("artemis") ? artemis(port, folder, fsync) : classic(port, folder, fsync);
    call(broker, "start");
    System.out.println("ready");
    while (System.in.read() >= 0) {
      continue;
    }
    call(broker, "stop");
    System.exit(0);
  }

  /** Defaults, but: memory enough not to page, and without fsync a journal that waits 100 us. */
  private static Object artemis(int port, Path folder, boolean fsync)
      throws IOException, ReflectiveOperationException {
    String journal =
        fsync
            ? "<journal-type>NIO</journal-type>"
            : "<journal-type>NIO</journal-type><journal-datasync>false</journal-datasync>"
                + "<journal-buffer-timeout>100000</journal-buffer-timeout>";
    String xml =
        """
        <configuration xmlns="urn:activemq"><core xmlns="urn:activemq:core">
        <persistence-enabled>true</persistence-enabled>
        <security-enabled>false</security-enabled>
        %s
        <bindings-directory>%s/bindings</bindings-directory>
        <journal-directory>%s/journal</journal-directory>
        <large-messages-directory>%s/large</large-messages-directory>
        <paging-directory>%s/paging</paging-directory>
        <acceptors><acceptor name="tcp">tcp://127.0.0.1:%d?protocols=CORE</acceptor></acceptors>
        <address-settings><address-setting match="#">
        <auto-create-queues>true</auto-create-queues>
        <auto-create-addresses>true</auto-create-addresses>
        <auto-delete-queues>false</auto-delete-queues>
        <auto-delete-addresses>false</auto-delete-addresses>
        </address-setting></address-settings>
        </core></configuration>
        """
            .formatted(journal, folder, folder, folder, folder, port);
    Path file = folder.resolve("broker.xml");
    Files.writeString(file, xml);
    Object broker = create("org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ");
    call(broker, "setConfigResourcePath", file.toUri().toString());
    return broker;
  }

  /** KahaDB with its defaults; without fsync its journal is never synced. */
  private static Object classic(int port, Path folder, boolean fsync)
      throws ReflectiveOperationException {
    Object store = create("org.apache.activemq.store.kahadb.KahaDBPersistenceAdapter");
    call(store, "setDirectory", folder.toFile());
    call(store, "setEnableJournalDiskSyncs", fsync);
    Object broker = create("org.apache.activemq.broker.BrokerService");
    call(broker, "setUseJmx", false);
    call(broker, "setUseShutdownHook", false);
    call(broker, "setPersistent", true);
    call(broker, "setPersistenceAdapter", store);
    call(broker, "addConnector", URI.create("tcp://127.0.0.1:" + port));
    return broker;
  }

  private static Object create(String type) throws ReflectiveOperationException {
    return Class.forName(type).getConstructor().newInstance();
  }

  /** Calls the public method of this name that takes the argument. */
  private static void call(Object target, String name, Object... arguments)
      throws ReflectiveOperationException {
    for (Method method : target.getClass().getMethods()) {
      if (method.getName().equals(name)
          && method.getParameterCount() == arguments.length
          && (arguments.length == 0 || takes(method.getParameterTypes()[0], arguments[0]))) {
        try {
          method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
          throw new IllegalStateException(name + " of " + target + " failed", e.getCause());
        }
        return;
      }
    }
    throw new NoSuchMethodException(target.getClass() + " has no " + name);
  }

  private static boolean takes(Class<?> parameter, Object argument) {
    return parameter.isInstance(argument)
        || (parameter == boolean.class && argument instanceof Boolean);
  }
}
