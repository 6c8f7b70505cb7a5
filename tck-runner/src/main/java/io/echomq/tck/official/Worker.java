package io.echomq.tck.official;

import io.echomq.tck.worker.TestEvent;
import io.echomq.tck.worker.WorkerMain;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * One JVM that runs one class, or what is left of it.
 *
 * <p>Threads: {@link #run} on the shard's; a reader, {@code tck-read-<class>}, hands it the lines.
 */
final class Worker {
  private static final String END = "";
  private static final Duration EXIT = Duration.ofSeconds(10);

  /** Until a JVM has told its plan, at least: on a busy machine that alone takes many seconds. */
  private static final Duration START = Duration.ofMinutes(2);

  /** The classes with the leftover of {@link io.echomq.tck.worker.WorkerMain#LEFTOVER}. */
  private static final String LEAVES_SUBSCRIPTION = ".core.appclient.txtopictests.";

  private static final String LEFTOVER = "DURABLE_SUB_CONNECTION_FACTORY/TxTopicTestSubscription";

  private final TckSettings settings;
  private final String serverUri;
  private final String className;
  private final Collection<String> leftOut;
  private final Path log;
  private final boolean append;

  /**
   * A JVM to be started by {@link #run}.
   *
   * @param serverUri with the password; it reaches the JVM in its environment, which others cannot
   *     read
   * @param leftOut methods that are not to be run
   * @param append whether the log goes on, or begins anew
   */
  Worker(
      TckSettings settings,
      String serverUri,
      String className,
      Collection<String> leftOut,
      Path log,
      boolean append) {
    this.settings = settings;
    this.serverUri = serverUri;
    this.className = className;
    this.leftOut = leftOut;
    this.log = log;
    this.append = append;
  }

  /**
   * Runs the JVM to its end, or ends it when a test takes too long.
   *
   * @return whether it was done by itself; otherwise the progress has been told what broke
   */
  boolean run(ClassProgress progress) throws IOException, InterruptedException {
    File file = log.toFile();
    ProcessBuilder builder =
        new ProcessBuilder(command())
            .redirectError(append ? Redirect.appendTo(file) : Redirect.to(file));
    builder.environment().put("TCK_URL", serverUri);
    Process jvm = builder.start();
    try {
      BlockingQueue<String> lines = linesOf(jvm);
      boolean done = false;
      Duration most = longer(START, settings.testTimeout());
      while (!done) {
        String line = lines.poll(most.toSeconds(), TimeUnit.SECONDS);
        if (line == null) {
          ThreadDump.of(jvm, log);
          progress.broken(
              "did not end within " + most.toSeconds() + " s; its threads are in " + log);
          return false;
        }
        if (line.equals(END)) {
          jvm.waitFor(EXIT.toSeconds(), TimeUnit.SECONDS);
          String code = jvm.isAlive() ? "unknown" : Integer.toString(jvm.exitValue());
          progress.broken("the JVM ended, exit code " + code + "; see " + log);
          return false;
        }
        Optional<TestEvent> event = TestEvent.parse(line);
        if (event.isPresent()) {
          most = settings.testTimeout();
          done = progress.take(event.get());
        }
      }
      jvm.waitFor(EXIT.toSeconds(), TimeUnit.SECONDS);
      return true;
    } finally {
      jvm.destroyForcibly().waitFor();
    }
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx256m");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-cp");
    command.add(System.getProperty("java.class.path") + File.pathSeparator + settings.jar());
    command.add("-Duser=j2ee");
    command.add("-Dpassword=j2ee");
    command.add("-Djms_timeout=" + settings.jmsTimeout());
    command.add("-Dplatform.mode=standalone");
    command.add("-Dvehicle=standalone");
    if (settings.cleanup() && className.contains(LEAVES_SUBSCRIPTION)) {
      command.add("-D" + WorkerMain.LEFTOVER + "=" + LEFTOVER);
    }
    command.add(WorkerMain.class.getName());
    command.add(className);
    command.addAll(leftOut);
    return command;
  }

  private BlockingQueue<String> linesOf(Process jvm) {
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    Thread reader =
        new Thread(
            () -> {
              try (BufferedReader in =
                  new BufferedReader(
                      new InputStreamReader(jvm.getInputStream(), StandardCharsets.UTF_8))) {
                in.lines().filter(line -> !line.isEmpty()).forEach(lines::add);
              } catch (IOException | UncheckedIOException ended) {
                // The JVM was ended while it wrote; the end is told below, like any other.
                lines.add("reading ended: " + ended.getMessage());
              } finally {
                lines.add(END);
              }
            },
            "tck-read-" + className);
    reader.setDaemon(true);
    reader.start();
    return lines;
  }
}
