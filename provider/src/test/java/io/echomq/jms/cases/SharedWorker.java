package io.echomq.jms.cases;

import io.echomq.jms.EchoMQConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/**
 * A JVM of its own that works for a shared durable subscription and says each message it was
 * handed, before it is acknowledged. Its arguments are a URI and a topic.
 */
final class SharedWorker implements AutoCloseable {
  private static final String READY = "READY";

  private final Process jvm;
  private final List<String> handed = new CopyOnWriteArrayList<>();
  private final Thread listener;
  private final CountDownLatch ready = new CountDownLatch(1);

  private SharedWorker(Process jvm) {
    this.jvm = jvm;
    this.listener = new Thread(this::listen, "shared-worker-" + jvm.pid());
    listener.start();
  }

  public static void main(String[] args) throws JMSException {
    Connection connection = new EchoMQConnectionFactory(args[0]).createConnection();
    Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
    // A message that receive returns is acknowledged by that, before anything can be said of it:
    // one that is killed in between has said less than it took. A listener says it first.
    session
        .createSharedDurableConsumer(session.createTopic(args[1]), TopicScene.NAME)
        .setMessageListener(SharedWorker::say);
    connection.start();
    System.out.println(READY);
  }

  private static void say(Message message) {
    try {
      System.out.println(message.getBody(String.class));
      System.out.flush();
    } catch (JMSException unreadable) {
      throw new JMSRuntimeException(unreadable.getMessage(), null, unreadable);
    }
  }

  /** Starts one; it is subscribed when this returns. */
  static SharedWorker start(String uri, String topic) throws IOException, InterruptedException {
    SharedWorker worker =
        new SharedWorker(
            new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx64m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    SharedWorker.class.getName(),
                    uri,
                    topic)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    worker.ready.await();
    return worker;
  }

  /** What it was handed so far. */
  List<String> handed() {
    return handed;
  }

  /** SIGKILL; all that it said before is known when this returns. */
  void kill() throws InterruptedException {
    jvm.destroyForcibly();
    jvm.waitFor();
    listener.join();
  }

  @Override
  public void close() throws InterruptedException {
    kill();
  }

  private void listen() {
    try (BufferedReader said = jvm.inputReader(StandardCharsets.UTF_8)) {
      for (String line = said.readLine(); line != null; line = said.readLine()) {
        if (line.equals(READY)) {
          ready.countDown();
        } else {
          handed.add(line);
        }
      }
    } catch (IOException brokenPipe) {
      throw new UncheckedIOException(brokenPipe);
    } finally {
      ready.countDown();
    }
  }
}
