package io.echomq.jms.races;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.jms.EchoMQConnectionFactory;
import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long a program lives whose main method has ended. */
@WithServer
@Timeout(180)
class DaemonIT {

  /** Sets a listener and ends main; or, without the word {@code listen}, only opens things. */
  static final class Program {
    private Program() {}

    public static void main(String[] args) throws JMSException {
      Connection connection = new EchoMQConnectionFactory(args[0]).createConnection();
      connection.start();
      Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
      Queue queue = session.createQueue("daemon");
      if (args.length > 1) {
        session
            .createConsumer(queue)
            .setMessageListener(
                message -> {
                  System.out.println("got one");
                  System.out.flush();
                  close(connection);
                });
      } else {
        session.createConsumer(queue).receive(10);
        session.createProducer(queue).send(session.createMessage());
      }
      System.out.println("main has ended");
      System.out.flush();
    }

    /** Not in the listener itself, which must not (§6.1.8). */
    private static void close(Connection connection) {
      Thread closer =
          new Thread(
              () -> {
                try {
                  connection.close();
                } catch (JMSException broken) {
                  System.out.println(broken);
                }
              });
      closer.setDaemon(true);
      closer.start();
    }
  }

  private static Process program(String... args) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "-cp",
            System.getProperty("java.class.path"),
            Program.class.getName());
    for (String arg : args) {
      builder.command().add(arg);
    }
    return builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  @Test
  void aProgramThatOnlySetsAListenerLivesUntilItsConnectionIsClosed(TestServer server)
      throws Exception {
    Process jvm = program(server.uri(), "listen");
    try (BufferedReader said = jvm.inputReader(StandardCharsets.UTF_8);
        Connection connection = new EchoMQConnectionFactory(server.uri()).createConnection()) {
      assertEquals("main has ended", said.readLine());
      Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
      session.createProducer(session.createQueue("daemon")).send(session.createMessage());
      assertEquals("got one", said.readLine());
      assertTrue(jvm.waitFor(30, TimeUnit.SECONDS), "it lives on after close");
      assertEquals(0, jvm.exitValue());
    } finally {
      jvm.destroyForcibly();
    }
  }

  @Test
  void aProgramWithoutAListenerEndsThoughItClosesNothing(TestServer server) throws Exception {
    Process jvm = program(server.uri());
    try {
      assertTrue(jvm.waitFor(50, TimeUnit.SECONDS), "it lives on");
      assertEquals(0, jvm.exitValue());
    } finally {
      jvm.destroyForcibly();
    }
  }
}
