package io.echomq.jms.ra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.resource.spi.ManagedConnectionFactory;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The archive that is deployed: what is in it, and that it needs no more than a server has. */
@WithServer
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class ArchiveIT {
  @TempDir static Path folder;

  private static final List<Path> JARS = new ArrayList<>();

  @BeforeAll
  static void unpack() throws IOException {
    Path archive;
    try (Stream<Path> built = Files.list(Path.of("target"))) {
      archive = built.filter(file -> file.toString().endsWith(".rar")).findFirst().orElseThrow();
    }
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      for (ZipEntry each : zip.stream().filter(file -> file.getName().endsWith(".jar")).toList()) {
        Path jar = folder.resolve(each.getName());
        try (InputStream content = zip.getInputStream(each)) {
          Files.copy(content, jar);
        }
        JARS.add(jar);
      }
    }
  }

  /** What a server shows of itself to an adapter. */
  private static final class Server extends ClassLoader {
    Server() {
      super(ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.startsWith("jakarta.jms.") || name.startsWith("jakarta.resource.")) {
        return ArchiveIT.class.getClassLoader().loadClass(name);
      }
      throw new ClassNotFoundException(name);
    }
  }

  @Test
  void itHoldsNothingThatEveryServerHas() throws IOException {
    assertFalse(JARS.isEmpty());
    for (Path jar : JARS) {
      try (ZipFile zip = new ZipFile(jar.toFile())) {
        assertTrue(
            zip.stream().noneMatch(entry -> entry.getName().startsWith("jakarta/")),
            () -> jar + " brings interfaces of the server");
      }
    }
  }

  /** By a loader of its own, with none for the thread: as far from the application as can be. */
  @Test
  void itWorksIsolated(TestServer server) throws Exception {
    URL[] urls = new URL[JARS.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = JARS.get(i).toUri().toURL();
    }
    Thread thread = Thread.currentThread();
    ClassLoader own = thread.getContextClassLoader();
    try (URLClassLoader isolated = new URLClassLoader(urls, new Server())) {
      thread.setContextClassLoader(null);
      Class<?> type = isolated.loadClass("io.echomq.jms.ra.EchoMQManagedConnectionFactory");
      assertNotSame(EchoMQManagedConnectionFactory.class, type);
      Object managed = type.getConstructor().newInstance();
      type.getMethod("setUri", String.class).invoke(managed, server.uri());
      ConnectionFactory factory =
          (ConnectionFactory) ((ManagedConnectionFactory) managed).createConnectionFactory();
      try (JMSContext context = factory.createContext()) {
        Queue queue = context.createQueue("q");
        context.createProducer().send(queue, "text");
        ObjectMessage object = context.createObjectMessage(Integer.valueOf(7));
        context.createProducer().send(queue, object);
        var consumer = context.createConsumer(queue);
        assertEquals("text", consumer.receiveBody(String.class, 20_000));
        assertEquals(7, consumer.receiveBody(Integer.class, 20_000));
      }
    } finally {
      thread.setContextClassLoader(own);
    }
  }
}
