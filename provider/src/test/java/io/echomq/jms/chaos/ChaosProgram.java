package io.echomq.jms.chaos;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A {@link ChaosWorker} in a JVM of its own, whose journal goes to the ledger.
 *
 * <p>Threads: for the test's own; one more reads the journal.
 */
final class ChaosProgram implements AutoCloseable {
  private final Process jvm;
  private final Thread reader;

  ChaosProgram(String uri, String name, long seed, String own, boolean mayDie, Ledger ledger)
      throws IOException {
    jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
                "-cp",
                System.getProperty("java.class.path"),
                ChaosWorker.class.getName(),
                uri,
                name,
                Long.toString(seed),
                own,
                Boolean.toString(mayDie))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    reader = new Thread(() -> read(ledger), "chaos-" + name);
    reader.setDaemon(true);
    reader.start();
  }

  private void read(Ledger ledger) {
    try (BufferedReader said = jvm.inputReader(StandardCharsets.UTF_8)) {
      for (String line = said.readLine(); line != null; line = said.readLine()) {
        ledger.note(line);
      }
    } catch (IOException killed) {
      ledger.note("killed " + killed); // its last line may be cut off, and is then no line
    }
  }

  /** Kills it, and reads to the end what it has said. */
  void kill() throws InterruptedException {
    jvm.destroyForcibly();
    jvm.waitFor();
    reader.join();
  }

  void signal(String signal) throws IOException, InterruptedException {
    new ProcessBuilder("sh", "-c", "kill -" + signal + " " + jvm.pid()).start().waitFor();
  }

  /** Stops its producers. */
  void drain() throws IOException {
    say("drain");
  }

  /** Ends it orderly; its exit value. */
  int quit() throws IOException, InterruptedException {
    say("quit");
    if (!jvm.waitFor(150, TimeUnit.SECONDS)) {
      return -1;
    }
    reader.join();
    return jvm.exitValue();
  }

  private void say(String command) throws IOException {
    jvm.getOutputStream().write((command + "\n").getBytes(StandardCharsets.UTF_8));
    jvm.getOutputStream().flush();
  }

  @Override
  public void close() {
    jvm.destroyForcibly();
  }
}
