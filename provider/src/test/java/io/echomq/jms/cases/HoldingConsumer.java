package io.echomq.jms.cases;

import io.echomq.jms.EchoMQConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * A JVM of its own that receives messages, acknowledges none of them, and waits to be killed. Its
 * arguments are a URI, a queue and a number of messages.
 */
final class HoldingConsumer {
  private static final String HOLDING = "HOLDING";

  private HoldingConsumer() {}

  public static void main(String[] args) throws JMSException, InterruptedException {
    Connection connection = new EchoMQConnectionFactory(args[0]).createConnection();
    connection.start();
    Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
    MessageConsumer consumer = session.createConsumer(session.createQueue(args[1]));
    for (int i = 0; i < Integer.parseInt(args[2]); i++) {
      if (consumer.receive(60_000) == null) {
        System.out.println("only " + i + " messages came");
        System.exit(1);
      }
    }
    System.out.println(HOLDING);
    System.out.flush();
    new CountDownLatch(1).await();
  }

  /** Runs one until it holds its messages, then kills it. */
  static void holdAndDie(String uri, String queue, int count)
      throws IOException, InterruptedException {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                HoldingConsumer.class.getName(),
                uri,
                queue,
                Integer.toString(count))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader said = jvm.inputReader(StandardCharsets.UTF_8)) {
      String line = said.readLine();
      if (!HOLDING.equals(line)) {
        throw new AssertionError("the holding consumer said: " + line);
      }
    } finally {
      jvm.destroyForcibly(); // SIGKILL
      jvm.waitFor();
    }
  }
}
